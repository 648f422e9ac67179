import { describe, expect, it } from 'vitest';
import { layoutOfAddress, layoutOfHabit, movedTo } from '../../../../renderer/components/data-table/table-column.ts';

const COLUMNS = [
  { id: 'sku' },
  { id: 'title', hideable: false },
  { id: 'group', hiddenAtFirst: true },
  { id: 'price' },
];

describe('the layout of columns', () => {
  it('is that of the columns themselves where nothing was chosen', () => {
    expect(layoutOfHabit(COLUMNS, { order: [], shown: {} })).toEqual({
      order: ['sku', 'title', 'group', 'price'],
      visible: ['sku', 'title', 'price'],
    });
  });

  it('follows what was chosen, and has a column that is new since behind its neighbour', () => {
    const habit = { order: ['price', 'gone', 'sku', 'title'], shown: { sku: false, group: true } };
    expect(layoutOfHabit(COLUMNS, habit)).toEqual({
      order: ['price', 'sku', 'title', 'group'],
      visible: ['price', 'title', 'group'],
    });
  });

  it('never hides a column that must be seen', () => {
    expect(layoutOfHabit(COLUMNS, { order: [], shown: { title: false } }).visible).toContain('title');
    expect(layoutOfAddress(COLUMNS, ['price'])?.visible).toEqual(['title', 'price']);
  });

  it('of an address has what it names in its order, without what is unknown or said twice', () => {
    expect(layoutOfAddress(COLUMNS, ['price', 'nothing', 'title', 'price', 'sku'])?.visible).toEqual([
      'price',
      'title',
      'sku',
    ]);
  });

  it('of an address that names no column of the table there is none', () => {
    expect(layoutOfAddress(COLUMNS, ['nothing'])).toBeUndefined();
  });
});

describe('moving a column', () => {
  it('puts it in the position of another, in both directions', () => {
    expect(movedTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  });

  it('changes nothing for a column of another table', () => {
    expect(movedTo(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
    expect(movedTo(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
  });
});
