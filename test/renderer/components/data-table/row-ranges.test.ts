import { describe, expect, it } from 'vitest';
import {
  hasRow,
  type RowRanges,
  rangesAt,
  rowsIn,
  withoutRow,
  withRange,
} from '../../../../renderer/components/data-table/row-source.ts';

const RANGES: RowRanges = [
  [2, 4],
  [8, 9],
];

describe('the ranges of selected rows', () => {
  it('hold their ends and nothing beside them', () => {
    expect([1, 2, 4, 5, 8, 9, 10].filter((index) => hasRow(RANGES, index))).toEqual([2, 4, 8, 9]);
    expect(rowsIn(RANGES)).toBe(5);
  });

  it('are the fewest that hold the positions, in their order', () => {
    expect(rangesAt([9, 3, 4, 2, 8])).toEqual(RANGES);
    expect(rangesAt([])).toEqual([]);
  });

  it('become one where they meet, and stay in order where they do not', () => {
    expect(withRange(RANGES, [5, 7])).toEqual([[2, 9]]);
    expect(withRange(RANGES, [3, 6])).toEqual([
      [2, 6],
      [8, 9],
    ]);
    expect(withRange(RANGES, [0, 0])).toEqual([[0, 0], ...RANGES]);
  });

  it('lose a row at an end, in the middle, or wholly', () => {
    expect(withoutRow(RANGES, 3)).toEqual([
      [2, 2],
      [4, 4],
      [8, 9],
    ]);
    expect(withoutRow(RANGES, 9)).toEqual([
      [2, 4],
      [8, 8],
    ]);
    expect(withoutRow([[7, 7]], 7)).toEqual([]);
    expect(withoutRow(RANGES, 6)).toEqual(RANGES);
  });
});
