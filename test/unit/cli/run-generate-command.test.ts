import { describe, expect, it } from 'vitest';
import { runGenerateCommand } from '../../../electron/cli/generate.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

describe('runGenerateCommand', () => {
  it('shows its progress up to 100%, and returns how long it took', async () => {
    const clock = createFixedClock('2026-11-21T13:00:00+01:00');
    const shown: (number | 'end')[] = [];
    const generate = async (onProgress: (part: number) => void) => {
      for (const part of [0.25, 0.5]) {
        clock.advance(200);
        onProgress(part);
      }
    };
    const bar = { show: (done: number) => void shown.push(done), end: () => void shown.push('end') };

    expect(await runGenerateCommand({ generate, bar, clock })).toBe(400);
    expect(shown).toEqual([0, 0.25, 0.5, 1, 'end']);
  });
});
