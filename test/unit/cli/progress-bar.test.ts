import { describe, expect, it } from 'vitest';
import { createProgressBar } from '../../../electron/cli/terminal-output.ts';

function shownOn(isTerminal: boolean, parts: readonly number[]): string[] {
  const written: string[] = [];
  const bar = createProgressBar({ isTerminal, write: (text) => void written.push(text) });
  for (const part of parts) bar.show(part);
  bar.end();
  return written;
}

describe('createProgressBar', () => {
  it('writes a line every 10% if there is no terminal', () => {
    const parts = Array.from({ length: 1_001 }, (_, index) => index / 1_000);
    expect(shownOn(false, parts)).toEqual(
      [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `${percent}%\n`),
    );
  });

  it('redraws its line in a terminal, once for each percent', () => {
    const written = shownOn(true, [0.25, 0.251, 0.5]);
    expect(written).toEqual([
      `\r[${'#'.repeat(10)}${'.'.repeat(30)}]  25%\u001b[K`,
      `\r[${'#'.repeat(20)}${'.'.repeat(20)}]  50%\u001b[K`,
      '\n',
    ]);
  });
});
