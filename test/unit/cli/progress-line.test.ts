import { describe, expect, it } from 'vitest';
import { createProgressLine, formatProgressLine } from '../../../electron/cli/terminal-output.ts';

const reading = (rows: number, total: number | null) => ({ phase: 'reading', rows, total }) as const;

describe('formatProgressLine', () => {
  it.each([
    [reading(0, null), 0, '0 rows'],
    [reading(1_500, null), 3_000, '1,500 rows, 500 rows/s'],
    [reading(0, 100_000), 1_200, '0 of 100,000 rows'],
    [reading(12_000, 100_000), 1_500, '12,000 of 100,000 rows, 8,000 rows/s, 11 s left'],
    [reading(1_000, 61_000), 2_000, '1,000 of 61,000 rows, 500 rows/s, 2 min 0 s left'],
    [reading(1, 3), 2_000, '1 of 3 rows, 4 s left'],
    [reading(100, 100), 1_000, '100 of 100 rows, 100 rows/s'],
    [reading(101, 100), 1_000, '101 of 100 rows, 101 rows/s'],
  ])('describes %j after %i ms as "%s"', (progress, elapsedMs, line) => {
    expect(formatProgressLine(progress, elapsedMs)).toBe(line);
  });
});

describe('createProgressLine', () => {
  function lineAt({ isTerminal }: { isTerminal: boolean }) {
    const written: string[] = [];
    let now = 5_000;
    const output = { isTerminal, write: (text: string) => void written.push(text) };
    const line = createProgressLine(output, () => now);
    const pass = (ms: number) => {
      now += ms;
    };
    return { line, written, pass };
  }

  it('writes nothing for a second, then redraws its line a few times a second', () => {
    const { line, written, pass } = lineAt({ isTerminal: true });
    line.show(reading(10, 100));
    pass(999);
    line.show(reading(20, 100));
    expect(written).toEqual([]);
    pass(1);
    line.show(reading(40, 100));
    line.show(reading(41, 100));
    expect(written).toEqual(['\r40 of 100 rows, 40 rows/s, 2 s left\u001b[K']);
    pass(200);
    line.show(reading(60, 100), 'journal.csv');
    expect(written[1]).toBe('\rjournal.csv: 60 of 100 rows\u001b[K');
    line.end();
    line.end();
    expect(written.slice(2)).toEqual(['\r\u001b[K']);
  });
});
