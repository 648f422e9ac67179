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

  it('keeps a column that is never hidden before the figures', () => {
    const title = sized('title', 'text', 170);
    const rows = [
      ...ORDERS.slice(0, 3),
      { ...title, column: { ...title.column, hideable: false } },
      ...ORDERS.slice(4),
    ];
    expect(columnsThatFit(rows, 600, undefined).map(({ id }) => id)).toEqual(['number', 'title', 'incl', 'excl']);
  });

  it('keeps an amount that stays before all other figures, and narrows a title for it', () => {
    const title = sized('title', 'text', 170);
    const amount = sized('incl', 'amount', 118);
    const rows = [
      sized('number', 'text', 124),
      sized('date', 'moment', 150),
      { ...title, column: { ...title.column, hideable: false, grows: true } },
      sized('quantity', 'quantity', 92),
      sized('excl', 'amount', 118),
      { ...amount, column: { ...amount.column, stays: true } },
    ];
    expect(columnsThatFit(rows, 536, 'date').map(({ id }) => id)).toEqual(['number', 'date', 'title', 'incl']);
    expect(columnsThatFit(rows, 400, 'date').map(({ id }) => id)).toEqual(['number', 'date', 'incl']);
  });

  it('leaves out what yields before all else, the lowest number first', () => {
    const rows = ORDERS.map(({ column, widthPx }) => ({ column: { ...column, ...YIELDS[column.id] }, widthPx }));
    const kept = (roomPx: number) => columnsThatFit(rows, roomPx, undefined).map(({ id }) => id);
    expect(kept(941)).toEqual(['number', 'date', 'paid', 'incl', 'excl', 'discount']);
    expect(kept(801)).toEqual(['number', 'date', 'paid', 'incl', 'discount']);
  });

  it('draws none that yields earlier in the place of one that had no room', () => {
    const rows = [
      sized('name', 'text', 200),
      { ...sized('city', 'text', 150), column: { ...sized('city', 'text', 150).column, yields: 2 } },
      { ...sized('country', 'text', 72), column: { ...sized('country', 'text', 72).column, yields: 1 } },
    ];
    const kept = (roomPx: number) => columnsThatFit(rows, roomPx, undefined).map(({ id }) => id);
    expect(kept(422)).toEqual(['name', 'city', 'country']);
    expect(kept(300)).toEqual(['name']);
  });

  it('keeps the first column and as many figures as fit beside a drawer in a small window', () => {
    expect(fitting(452)).toEqual(['number', 'incl', 'excl']);
    expect(fitting(100)).toEqual(['number']);
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

  it('leaves out one after the other in their order, each only where it has to', () => {
    expect(inFrame(618)).toEqual(['number', 'date', 'paid', 'incl', 'excl', 'discount']);
    expect(inFrame(617)).toEqual(['number', 'date', 'paid', 'incl', 'discount']);
    expect(inFrame(100)).toEqual(['number', 'date', 'paid', 'incl', 'discount']);
  });

  it('keeps what yields while the list is sorted by it', () => {
    expect(inFrame(100, '-status')).toEqual(['number', 'date', 'status', 'paid', 'incl', 'discount']);
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

  it('cuts no text below the width that holds its longest word', () => {
    const whole = ORDERS.map(({ column, widthPx }) => ({
      column: column.id === 'status' ? { ...column, minWidthPx: 124 } : column,
      ...{ widthPx, isSet: false },
    }));
    expect(fittedWidths(whole, 10)[2]).toBe(124);
  });

  it('leaves what the user has set', () => {
    expect(inFrame(920, ['incl'])).toEqual([124, 150, 132, 80, 152, 130, 151]);
  });
});

describe('evenedWidths', () => {
  const inFrame = (roomPx: number, needs: Readonly<Record<string, number>>, set: readonly string[] = []) =>
    evenedWidths(
      ORDERS.map(({ column, widthPx }) => ({ column, widthPx, isSet: set.includes(column.id) })),
      roomPx,
      new Map(Object.entries(needs)),
    );

  it('leaves all columns as they are where nothing is cut', () => {
    expect(inFrame(942, { number: 100, incl: 80 })).toEqual([124, 150, 132, 80, 152, 140, 164]);
  });

  it('gives a text that is cut what figures do not need', () => {
    expect(inFrame(942, { status: 172, incl: 122, excl: 130 })).toEqual([124, 150, 172, 80, 122, 130, 164]);
    expect(inFrame(942, { status: 152, incl: 122, excl: 130 })).toEqual([124, 150, 152, 80, 137, 135, 164]);
  });

  it('gives what is left of the frame first', () => {
    expect(inFrame(972, { status: 162, incl: 122 })).toEqual([124, 150, 162, 80, 152, 140, 164]);
  });

  it('serves the text that lacks least first, and never takes more than a figure has to spare', () => {
    expect(inFrame(942, { status: 142, paid: 480, incl: 102 })).toEqual([124, 150, 142, 120, 102, 140, 164]);
  });

  it('never cuts a count, for which texts give way', () => {
    const rows = [sized('what', 'text', 150), sized('selection', 'text', 280), sized('rows', 'quantity', 92)];
    const needs = new Map(Object.entries({ what: 300, selection: 300, rows: 120 }));
    const widths = evenedWidths(
      rows.map((one) => ({ ...one, isSet: false })),
      400,
      needs,
    );
    expect(widths[2]).toBe(120);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(400);
  });

  it('has a heading on one line where others can spare the room, and no cell is cut for it', () => {
    const headings = new Map([['incl', 170]]);
    const widthsIn = (needs: Readonly<Record<string, number>>) =>
      evenedWidths(
        ORDERS.map((one) => ({ ...one, isSet: false })),
        942,
        new Map(Object.entries(needs)),
        headings,
      );
    const wide = widthsIn({ incl: 122, excl: 100 });
    expect([wide[4], wide[5]]).toEqual([170, 122]);
    expect(widthsIn({ incl: 122, excl: 140 })[4]).toBe(152);
  });

  it('leaves what the user has set', () => {
    expect(inFrame(942, { status: 182, paid: 90, incl: 102 }, ['status', 'incl'])).toEqual([
      ...[124, 150, 132, 80, 152, 140, 164],
    ]);
  });
});
