import { describe, expect, it } from 'vitest';
import { followRanges } from '../../../../renderer/components/data-table/row-selection.tsx';
import { positionsOf, type RowRanges, type RowSource } from '../../../../renderer/components/data-table/row-source.ts';

describe('selected rows', () => {
  it('are found where rows that come in, leave or change positions have moved them', () => {
    expect(follow([[1, 2]], 'abcd', 'xabcd')).toEqual([[2, 3]]);
    expect(follow([[1, 2]], 'abcd', 'bcd')).toEqual([[0, 1]]);
    expect(follow([[1, 2]], 'abcd', 'abxcd')).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(follow([[0, 1]], 'abcd', 'cbad')).toEqual([[1, 2]]);
  });

  it('stay as they are where nothing has moved', () => {
    const ranges: RowRanges = [[1, 2]];
    expect(follow(ranges, 'abcd', 'abcd')).toBe(ranges);
    expect(follow([[1, 2]], 'abcd', 'abcdx')).toEqual([[1, 2]]);
  });

  it('are lost when one of them has left, even where another row has its position', () => {
    expect(follow([[1, 2]], 'abcd', 'acd')).toBeNull();
    expect(follow([[1, 2]], 'abcd', 'axcd')).toBeNull();
  });

  it('that are out of view are those that they were while the list is as long', () => {
    expect(follow([[0, 3]], 'ab..', 'ab..')).toEqual([[0, 3]]);
    expect(follow([[2, 3]], '..cd', 'ab..')).toEqual([[2, 3]]);
    expect(follow([[2, 3]], '..cd', 'ab...')).toBeNull();
  });

  it('that were never read are lost when the list changes', () => {
    expect(follow([[0, 3]], 'ab..', 'xab..')).toBeNull();
    expect(follow([[0, 3]], 'ab..', 'ba..')).toBeNull();
  });
});

/** Lists of rows by their letters; a dot is a row that is not read. */
function follow(ranges: RowRanges, before: string, now: string): RowRanges | null {
  return followRanges(ranges, listOf(before), listOf(now));
}

function listOf(letters: string): RowSource<string> {
  const rowAt = (index: number) => (letters[index] === '.' ? undefined : letters[index]);
  const parts = [...letters].flatMap((letter, place) => (letter === '.' ? [] : [[place, [letter]] as const]));
  return { rowCount: letters.length, rowAt, rowId: String, positions: positionsOf(String, parts) };
}
