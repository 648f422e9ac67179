import { describe, expect, it } from 'vitest';
import { compareRows } from '../../../electron/exports/compare-export.ts';
import type { CellValue } from '../../../shared/datasets/dataset.ts';

const HEAD = { columns: ['title', 'price'], labels: ['title'], lockedTo: null };
type Rows = Record<string, CellValue[]>;

function compared(before: Rows, after: Rows) {
  const comparison = compareRows(HEAD, () => false);
  for (const [key, values] of Object.entries(after)) comparison.addAfter({ key, values });
  for (const [key, values] of Object.entries(before)) comparison.addBefore({ key, values });
  return comparison.result();
}

const NOTHING = { changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 };

describe('compareRows', () => {
  it('finds nothing in the same rows, in whatever order', () => {
    expect(compared({ a: ['Appel', 1.1], b: ['Peer', null] }, { b: ['Peer', null], a: ['Appel', 1.1] })).toEqual({
      isUnchanged: true,
      ...NOTHING,
    });
  });

  it('names the one field that is not what it was, by the name of then', () => {
    expect(compared({ a: ['Appel', 1.1], b: ['Peer', 2] }, { a: ['Appel', 1.2], b: ['Peer', 2] })).toEqual({
      isUnchanged: false,
      ...NOTHING,
      changed: [{ row: 'Appel', column: 'price', before: 1.1, after: 1.2 }],
      changedCount: 1,
    });
    expect(compared({ a: ['Appel', 1] }, { a: ['Peer', 1] }).changed).toEqual([
      { row: 'Appel', column: 'title', before: 'Appel', after: 'Peer' },
    ]);
  });

  it.each([
    ['a text and a number', '1', 1],
    ['nothing and zero', null, 0],
    ['nothing and an empty text', null, ''],
    ['a flag', true, false],
  ])('tells %s apart', (_name, before, after) => {
    expect(compared({ a: ['x', before] }, { a: ['x', after] }).changedCount).toBe(1);
  });

  it('names rows that came and went', () => {
    expect(compared({ a: ['Appel', 1], b: ['', 2] }, { a: ['Appel', 1], c: ['Kers', 3] })).toEqual({
      isUnchanged: false,
      ...NOTHING,
      added: ['Kers'],
      addedCount: 1,
      removed: ['b'],
      removedCount: 1,
    });
  });

  it('counts all, and names 200 of each', () => {
    const rows = (from: number, value: number): Rows =>
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${from + n}`, [`row ${from + n}`, value]]));
    const before = { ...rows(0, 1), ...rows(1000, 1) };
    const { changed, changedCount, added, addedCount, removed, removedCount } = compared(before, {
      ...rows(0, 2),
      ...rows(2000, 1),
    });
    expect([changedCount, addedCount, removedCount]).toEqual([300, 300, 300]);
    expect([changed.length, added.length, removed.length]).toEqual([200, 200, 200]);
  });
});
