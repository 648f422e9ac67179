import { describe, expect, it } from 'vitest';
import {
  columnsThatFit,
  evenedWidths,
  fittedWidths,
  withoutYielding,
} from '../../../../renderer/components/data-table/columns-in-view.ts';
import type { ColumnKind, TableColumn } from '../../../../renderer/components/data-table/table-column.ts';

const sized = (id: string, kind: ColumnKind, widthPx: number) => {
  const column: TableColumn<object> = { id, header: id, kind, widthPx, sortId: id, cell: () => id };
  return { column, widthPx };
};

const ORDERS = [
  sized('number', 'text', 124),
  sized('date', 'moment', 150),
  sized('status', 'text', 132),
  sized('paid', 'text', 80),
  sized('incl', 'amount', 152),
  sized('excl', 'amount', 140),
  sized('discount', 'amount', 164),
];

const fitting = (roomPx: number, sort?: string) => columnsThatFit(ORDERS, roomPx, sort).map(({ id }) => id);

describe('columnsThatFit', () => {
  it('keeps all columns where there is room, in their order', () => {
    expect(fitting(942)).toEqual(['number', 'date', 'status', 'paid', 'incl', 'excl', 'discount']);
  });

  it('leaves out what is no figure first, and fills what is left', () => {
    expect(fitting(941)).toEqual(['number', 'date', 'status', 'incl', 'excl', 'discount']);
    expect(fitting(730)).toEqual(['number', 'date', 'incl', 'excl', 'discount']);
    expect(fitting(680)).toEqual(['number', 'paid', 'incl', 'excl', 'discount']);
  });

  it('leaves out what yields before all else, the lowest number first', () => {
    const rows = ORDERS.map(({ column, widthPx }) => ({ column: { ...column, ...YIELDS[column.id] }, widthPx }));
    const kept = (roomPx: number) => columnsThatFit(rows, roomPx, undefined).map(({ id }) => id);
    expect(kept(941)).toEqual(['number', 'date', 'paid', 'incl', 'excl', 'discount']);
    expect(kept(801)).toEqual(['number', 'date', 'paid', 'incl', 'discount']);
  });

  it('keeps the column by which the list is sorted, in its place and before the figures', () => {
    expect(fitting(452, 'date')).toEqual(['number', 'date', 'incl']);
    expect(fitting(452, '-paid')).toEqual(['number', 'paid', 'incl']);
    expect(fitting(452, '-discount')).toEqual(['number', 'incl', 'discount']);
    expect(fitting(452, 'unknown')).toEqual(['number', 'incl', 'excl']);
    expect(fitting(100, '-date')).toEqual(['number', 'date']);
  });
});

const YIELDS: Readonly<Record<string, { readonly yields: number }>> = { status: { yields: 1 }, excl: { yields: 2 } };

describe('withoutYielding', () => {
  const inFrame = (roomPx: number, sort?: string) => {
    const columns = ORDERS.map(({ column, widthPx }) => ({
      column: { ...column, ...YIELDS[column.id] },
      ...{ widthPx, isSet: false },
    }));
    return withoutYielding(columns, roomPx, sort).map(({ id }) => id);
  };

  it('leaves out what yields where all columns at their narrowest do not fit, and nothing else', () => {
    expect(inFrame(682)).toEqual(['number', 'date', 'status', 'paid', 'incl', 'excl', 'discount']);
    expect(inFrame(681)).toEqual(['number', 'date', 'paid', 'incl', 'excl', 'discount']);
  });
});

describe('fittedWidths', () => {
  const inFrame = (roomPx: number, set: readonly string[] = []) =>
    fittedWidths(
      ORDERS.map(({ column, widthPx }) => ({ column, widthPx, isSet: set.includes(column.id) })),
      roomPx,
    );

  it('leaves all columns as they are where there is room', () => {
    expect(inFrame(942)).toEqual([124, 150, 132, 80, 152, 140, 164]);
  });

  it('takes from amounts first, which keep the room of a heading in two lines, while texts keep their letters', () => {
    expect(inFrame(824)).toEqual([124, 150, 132, 80, 108, 108, 122]);
  });

  it('takes from dates next what these have to spare, and from texts and the number last', () => {
    expect(inFrame(786)).toEqual([124, 136, 132, 80, 100, 100, 114]);
    expect(inFrame(742)).toEqual([116, 136, 96, 80, 100, 100, 114]);
    expect(inFrame(10)).toEqual([116, 136, 64, 64, 96, 96, 110]);
  });
});

describe('evenedWidths', () => {
  const inFrame = (roomPx: number, needs: Readonly<Record<string, number>>, set: readonly string[] = []) =>
    evenedWidths(
      ORDERS.map(({ column, widthPx }) => ({ column, widthPx, isSet: set.includes(column.id) })),
      roomPx,
      new Map(Object.entries(needs)),
    );

  it('gives a text that is cut what figures do not need', () => {
    expect(inFrame(942, { status: 172, incl: 122, excl: 130 })).toEqual([124, 150, 172, 80, 122, 130, 164]);
    expect(inFrame(942, { status: 152, incl: 122, excl: 130 })).toEqual([124, 150, 152, 80, 137, 135, 164]);
  });

  it('leaves what the user has set', () => {
    expect(inFrame(942, { status: 182, paid: 90, incl: 102 }, ['status', 'incl'])).toEqual([
      ...[124, 150, 132, 80, 152, 140, 164],
    ]);
  });
});
