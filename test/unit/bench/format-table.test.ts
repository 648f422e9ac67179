import { describe, expect, it } from 'vitest';
import { formatProgress, formatTable } from '../../bench/harness/format-table.ts';
import { sampleOutcome } from './sample-outcome.ts';

/** The cells of the rows, without padding, headings and rule. */
function cellsIn(table: string): string[][] {
  const [, , ...lines] = table.trimEnd().split('\n');
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('formatTable', () => {
  it('shows what was measured, figure, reference, ratio and bar', () => {
    const table = formatTable([sampleOutcome({ product: [812.4], reference: [1000] })]);
    expect(cellsIn(table)).toEqual([
      ['GET /api/sample', '812 requests/s', '1,000 requests/s', 'pre-built', '0.812', '≥ 0.7', 'yes'],
    ]);
  });

  it('shows a difference and its bar in their unit', () => {
    const facts = { unit: 'MB', comparison: 'difference', bar: { atMost: 80 } } as const;
    const [cells] = cellsIn(formatTable([sampleOutcome({ product: [190], reference: [100] }, facts)]));
    expect(cells?.slice(4)).toEqual(['90 MB', '≤ 80 MB', 'MISSED']);
  });

  it('shows no difference between two figures that are equal but for their last binary digit', () => {
    const facts = { unit: 'ms', comparison: 'difference', bar: { atMost: 83 } } as const;
    const [cells] = cellsIn(formatTable([sampleOutcome({ product: [0.1 + 0.2], reference: [0.3] }, facts)]));
    expect(cells?.[4]).toBe('0 ms');
  });

  it('shows a row that failed as one without figures', () => {
    const failed = { ...sampleOutcome({ product: [], reference: [] }), detail: '3 rows', failure: 'a | b' };
    expect(cellsIn(formatTable([failed]))).toEqual([
      ['GET /api/sample; 3 rows; failed', 'none', 'none', 'pre-built', 'none', '≥ 0.7', 'MISSED'],
    ]);
  });

  it('keeps a cell in its column whatever is in it', () => {
    const odd = sampleOutcome({ product: [1], reference: [1] }, { measured: 'a | b\nc' });
    expect(cellsIn(formatTable([odd]))[0]?.[0]).toBe('a / b c');
  });

  it('has lines of one length, so that it reads well in a terminal', () => {
    const long = { measured: 'a name that is much longer than the others of the table' };
    const rows = [
      sampleOutcome({ product: [1], reference: [1] }),
      sampleOutcome({ product: [1], reference: [1] }, long),
    ];
    const lengths = formatTable(rows)
      .trimEnd()
      .split('\n')
      .map((line) => line.length);
    expect(new Set(lengths).size).toBe(1);
  });
});

describe('formatProgress', () => {
  it('names the row, its figures and its verdict', () => {
    const outcome = sampleOutcome({ product: [812.4], reference: [1000] });
    expect(formatProgress(outcome)).toBe('sample: 812 requests/s to 1,000 requests/s, 0.812 (≥ 0.7) yes');
  });

  it('says why a row failed', () => {
    const failed = { ...sampleOutcome({ product: [], reference: [] }), failure: 'the server is gone' };
    expect(formatProgress(failed)).toContain('the server is gone');
  });
});
