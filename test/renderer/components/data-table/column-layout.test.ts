import { describe, expect, it } from 'vitest';
import {
  calculateWidths,
  chooseColumns,
  getMinWidth,
} from '../../../../renderer/components/data-table/column-widths.ts';
import { type ColumnKind, moveTo, type TableColumn } from '../../../../renderer/components/data-table/table-column.ts';

const column = (id: string, kind: ColumnKind, widthPx: number): TableColumn<object> => ({
  ...{ id, header: id, kind, widthPx, sortId: id },
  cell: () => id,
});

const ORDERS = [
  column('number', 'text', 124),
  column('date', 'moment', 150),
  column('status', 'text', 132),
  column('paid', 'text', 80),
  column('incl', 'amount', 152),
  column('excl', 'amount', 140),
  column('discount', 'amount', 164),
];

const YIELDS: Readonly<Record<string, { readonly yields: number }>> = { status: { yields: 1 }, excl: { yields: 2 } };

const WITH_YIELDING = ORDERS.map((one) => ({ ...one, ...YIELDS[one.id] }));

describe('the columns that fit a frame', () => {
  const drawn = (columns: typeof ORDERS, roomPx: number, isNarrowed: boolean, sort?: string) =>
    chooseColumns(columns, { roomPx, isNarrowed, sort }).map(({ id }) => id);

  it('are all but optional ones, of which the lowest number goes first', () => {
    expect(drawn(WITH_YIELDING, 730, false)).toEqual(['number', 'date', 'status', 'paid', 'incl', 'excl', 'discount']);
    expect(drawn(WITH_YIELDING, 710, false)).toEqual(['number', 'date', 'paid', 'incl', 'excl', 'discount']);
    expect(drawn(WITH_YIELDING, 10, false)).toEqual(['number', 'date', 'paid', 'incl', 'discount']);
  });

  it('beside a drawer are figures before texts, and whatever else fits', () => {
    expect(drawn(ORDERS, 956, true)).toEqual(['number', 'date', 'status', 'paid', 'incl', 'excl', 'discount']);
    expect(drawn(ORDERS, 955, true)).toEqual(['number', 'date', 'status', 'incl', 'excl', 'discount']);
    expect(drawn(ORDERS, 694, true)).toEqual(['number', 'paid', 'incl', 'excl', 'discount']);
  });

  it('always include the first one, and the sorted one', () => {
    expect(drawn(ORDERS, 100, true, '-date')).toEqual(['number', 'date']);
    expect(drawn(WITH_YIELDING, 10, false, 'status')).toContain('status');
  });
});

describe('the widths of columns in a frame', () => {
  const widths = (roomPx: number, set: Readonly<Record<string, number>> = {}) =>
    calculateWidths(ORDERS, set, { roomPx, isNarrowed: false });

  it('are the declared ones if there is room', () => {
    expect(Object.values(widths(942))).toEqual([124, 150, 132, 80, 152, 140, 164]);
  });

  it('shrink for figures first, and never below the minimum of a column', () => {
    const { number, status, incl } = widths(850);
    expect([number, status]).toEqual([124, 132]);
    expect(incl).toBeLessThan(152);
    const least = ORDERS.map(getMinWidth);
    expect(Object.values(widths(10)).every((width, index) => width >= (least[index] ?? 0))).toBe(true);
  });

  it('stay as the user set them, but never narrower than the heading needs', () => {
    expect(widths(10, { incl: 150 }).incl).toBe(150);
    expect(widths(10, { incl: 20 }).incl).toBe(100);
  });

  it('give the remaining space to the column that grows', () => {
    const columns = ORDERS.map((one) => ({ ...one, grows: one.id === 'status' }));
    expect(calculateWidths(columns, {}, { roomPx: 1000, isNarrowed: false }).status).toBe(190);
  });
});

describe('moving a column', () => {
  it('puts it in the position of another, in both directions', () => {
    expect(moveTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  });

  it('changes nothing for a column of another table', () => {
    expect(moveTo(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
    expect(moveTo(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
  });
});
