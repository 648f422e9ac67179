import { describe, expect, it } from 'vitest';
import { generatedLine, readGenerateCommand, runGenerateCommand } from '../../../electron/cli/generate.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

describe('runGenerateCommand', () => {
  it('shows how far the generation is, all of it in the end, and answers how long it took', async () => {
    const clock = createFixedClock('2026-11-21T13:00:00+01:00');
    const shown: (number | 'end')[] = [];
    let part = 0;
    const generate = async () => {
      for (part of [0.25, 0.5]) clock.advance(200);
    };
    const bar = { show: (done: number) => void shown.push(done), end: () => void shown.push('end') };

    expect(await runGenerateCommand({ generate, readPart: () => part, bar, clock })).toBe(400);
    expect(shown).toEqual([0, 0.25, 0.5, 1, 'end']);
    clock.advance(1_000);
    expect(shown).toHaveLength(5);
  });

  it('leaves the line of the bar when the generation fails', async () => {
    const clock = createFixedClock('2026-11-21T13:00:00+01:00');
    const shown: unknown[] = [];
    const bar = { show: (done: number) => void shown.push(done), end: () => void shown.push('end') };
    const generate = async () => {
      throw new Error('disk full');
    };

    const running = runGenerateCommand({ generate, readPart: () => 0, bar, clock });
    await expect(running).rejects.toThrow('disk full');
    expect(shown).toEqual([0, 'end']);
  });
});

describe('generatedLine', () => {
  it('says what was made, how long it took, how large it is and where', () => {
    const made = { path: '/data', tookMs: 51_300, bytes: 825_282_560 };
    expect(generatedLine(readGenerateCommand([]), made)).toBe(
      'Made 100,000 products and 1,000,000 orders of 730 days until 2026-10-31 (seed 7) in 52 s: 826 MB in /data.',
    );
  });
});
