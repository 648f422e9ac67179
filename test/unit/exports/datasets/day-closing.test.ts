import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { DayClosing } from '../../../../shared/contract/day-closing.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';
import { CALLER as ANYBODY, nameOf } from '../export-platform.ts';
import { numberedReport } from '../numbered-report.ts';
import { openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

const { owner, staff } = CALLER;
const dataset = 'day-closing';
const DAY = { date: '2026-10-05' } as const;

function readClosing(changes: Partial<DayClosing> = {}, language: 'nl' | 'en' = 'nl') {
  const closing: DayClosing = {
    ...{ date: DAY.date, location_id: null, orders: 41, returns: 2, discounted_orders: 3, discount_value_wt: 38.5 },
    ...{ first_order_number: '2026-50231', last_order_number: '2026-50271', report: numberedReport() },
    ...changes,
  };
  const readReport = (async () => closing) as unknown as Platform['readReport'];
  return readOver({ readReport }, dataset, { filters: DAY, caller: ANYBODY, language });
}

describe('the day closing', () => {
  it('has no figure of what its report does not know', async () => {
    const { rows, unknown } = await readClosing({ report: { ...numberedReport(), unknown: ['tips', 'cost'] } });
    const ofRevenue = rows.filter(({ section }) => section === 'Omzet');
    const unknownRows = ofRevenue.filter(({ detail }) => detail === 'Niet bekend');
    expect(cellsOf(unknownRows, 'item', 'value', 'vat', 'value_wt', 'percentage')).toEqual([
      ['Inkoopwaarde van de omzet', null, null, null, null],
      ['Brutomarge', null, null, null, null],
      ['Fooien', null, null, null, null],
    ]);
    expect(unknown).toEqual(['tips', 'cost']);
  });

  it.each([
    [
      'nl',
      'Dagafsluiting',
      [
        'Orders',
        'Orders met retour',
        'Orders met korting',
        'Verleende korting',
        'Eerste ordernummer',
        'Laatste ordernummer',
      ],
    ],
    [
      'en',
      'Day closing',
      [
        'Orders',
        'Orders with a return',
        'Orders with a discount',
        'Discount given',
        'First order number',
        'Last order number',
      ],
    ],
  ] as const)('begins with the counts of the day, in %s', async (language, section, items) => {
    const { rows } = await readClosing({}, language);

    const figures = [
      [null, null, 41],
      [null, null, 2],
      [null, null, 3],
      [null, 38.5, null],
      ['2026-50231', null, null],
      ['2026-50271', null, null],
    ];
    expect(cellsOf(rows.slice(0, 6), 'section', 'item', 'detail', 'value_wt', 'count')).toEqual(
      figures.map((cells, index) => [section, items[index], ...cells]),
    );
    expect(rows[6]?.section).not.toBe(section);
  });

  it('has no order numbers on a day without orders', async () => {
    const { rows } = await readClosing({ orders: 0, first_order_number: null, last_order_number: null });

    expect(cellsOf(rows.slice(4, 6), 'detail', 'count')).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(rows[0]?.count).toBe(0);
  });

  it.each([
    ['of all', owner, {}, {}],
    ['of a location', owner, { location_id: String(LOCATION.amsterdam) }, { location_id: [LOCATION.amsterdam] }],
    [
      'of two locations',
      owner,
      { location_id: `${LOCATION.amsterdam},${LOCATION.utrecht}` },
      { location_id: [LOCATION.amsterdam, LOCATION.utrecht] },
    ],
    ['of who sees no other', staff, {}, {}],
  ])('goes on with the report of the day, %s', async (_name, caller, filters, query) => {
    const platform = await openFixture();
    const closing = await platform.readReport(caller, 'dayClosing', { ...DAY, ...query });
    const period = { from: DAY.date, to: DAY.date };
    const report = await readFrom(platform, 'financial-report', {
      filters: { ...period, ...filters },
      caller,
    });

    const { rows, total, asOf, selection } = await readFrom(platform, dataset, {
      filters: { ...DAY, ...filters },
      caller,
    });

    expect(rows.slice(6)).toEqual(report.rows.map((row) => ({ ...row, count: null })));
    expect(rows.slice(0, 3).map(({ count }) => count)).toEqual([
      closing.orders,
      closing.returns,
      closing.discounted_orders,
    ]);
    expect(closing.orders).toBeGreaterThan(0);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect([total, asOf]).toEqual([rows.length, closing.report.generated_at]);
    expect(selection).toMatchObject({ period, place: report.selection.place });
    expect(await selection.count()).toBeNull();
  });

  it('is named after the day and the location', async () => {
    expect(await nameOf({ dataset, filters: DAY })).toBe('dagafsluiting_2026-10-05_alle-vestigingen.csv');
    expect(await nameOf({ dataset, filters: { ...DAY, location_id: '11' }, language: 'en' })).toBe(
      'day-closing_2026-10-05_utrecht.csv',
    );
  });

  it.each([
    [{}, 'date'],
    [{ date: '2026-02-29' }, 'date'],
    [{ from: '2026-10-05' }, 'from'],
    [{ ...DAY, location_id: '999' }, 'location_id'],
  ])('refuses the filters %j and names %s', async (filters, name) => {
    await expect(selectFrom(await openFixture(), dataset, { filters, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  });
});
