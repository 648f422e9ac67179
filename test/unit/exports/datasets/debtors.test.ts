import { describe, expect, it } from 'vitest';
import { type Order, orderExample } from '../../../../shared/contract/orders.ts';
import { DEBTOR_AMOUNTS } from '../../../../shared/debtors.ts';
import { MIN_DATE } from '../../../../shared/periods.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, readFrom, readOver } from './read-dataset.ts';

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);

/** Invoices as the platform returns them. The tests run on 21 November 2026. */
function open(id: number, fields: Partial<Order>): Order {
  return { ...orderExample, id, payment_term: 'invoice', is_paid: false, status: 'complete', value_wt: 1, ...fields };
}

const INVOICES: readonly Order[] = [
  open(1, { customer_id: 5, customer_name: 'Bakker', value_wt: 0.1, date_purchased: '2026-11-21T00:10:00+01:00' }),
  open(2, { customer_id: 5, customer_name: 'Bakker', value_wt: 0.2, date_purchased: '2026-10-21T12:00:00+02:00' }),
  open(3, { customer_id: 9, customer_name: 'Bakker', value_wt: 0.3, date_purchased: '2026-09-21T12:00:00+02:00' }),
  open(4, { customer_id: null, customer_name: '', value_wt: 8, date_purchased: '2026-08-22T12:00:00+02:00' }),
  open(5, { customer_id: 7, customer_name: '', value_wt: -4, date_purchased: '2026-08-23T12:00:00+02:00' }),
];

const over = (invoices: readonly Order[], filters: Record<string, string> = {}, language: 'nl' | 'en' = 'nl') =>
  readOver({ listOrders: async () => ({ rows: [...invoices], total: invoices.length, sums: null }) }, 'debtors', {
    filters,
    caller: ANYBODY,
    language,
  });

describe('the debtor list', () => {
  it('sums to the cent what each customer has to pay, by age, the highest amount first', async () => {
    const { rows } = await over(INVOICES);

    const columns = ['customer_id', 'customer_name', 'invoices', 'date_oldest', 'oldest', ...DEBTOR_AMOUNTS] as const;
    expect(cellsOf(rows, ...columns)).toEqual([
      [null, 'Onbekende klanten', 1, '2026-08-22', 91, 0, 0, 0, 8, 8],
      [5, 'Bakker', 2, '2026-10-21', 31, 0.1, 0.2, 0, 0, 0.3],
      [9, 'Bakker', 1, '2026-09-21', 61, 0, 0, 0.3, 0, 0.3],
      [7, '#7', 1, '2026-08-23', 90, 0, 0, -4, 0, -4],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  });

  it.each([
    ['customer_name', ['#7', 'Bakker', 'Bakker', 'Unknown customers']],
    ['-customer_name', ['Bakker', 'Bakker', '#7', 'Unknown customers']],
    ['date_oldest', ['Unknown customers', '#7', 'Bakker', 'Bakker']],
    ['total', ['#7', 'Bakker', 'Bakker', 'Unknown customers']],
  ] as const)('is sorted by %s in the same way as the page, and says so in the file', async (sort, names) => {
    const { rows, selection } = await over(INVOICES, { sort }, 'en');

    expect(rows.map(({ customer_name }) => customer_name)).toEqual(names);
    expect(selection.filters.map(({ label }) => label)).toEqual(['Sorted by']);
  });

  it('shows what was open at the end of a day, with the ages on that day, also for a search text', async () => {
    const later = { is_paid: true, date_updated: '2026-11-02T10:00:00+01:00' };
    const by = { is_paid: true, date_updated: '2026-10-31T23:00:00+01:00' };
    const sold = '2026-10-01T12:00:00+02:00';
    const invoices = [open(1, { date_purchased: sold, ...later }), open(2, { date_purchased: sold, ...by })];
    const { rows, selection } = await over(invoices, { as_of: '2026-10-31', q: 'bak' });

    expect(cellsOf(rows, 'invoices', 'oldest', 'to30', 'total')).toEqual([[1, 30, 1, 1]]);
    expect(selection.day).toBe('2026-10-31');
    expect(selection.filters.map(({ value }) => value)).toEqual(['31 oktober 2026', 'bak']);
  });

  it('covers every invoice since the first day, unless days or an age are given', async () => {
    const { rows, selection } = await readFrom(platform, 'debtors', { caller: owner });
    const { rows: invoices } = await readFrom(platform, 'open-invoices', {
      filters: { from: MIN_DATE, to: '2026-11-21' },
      caller: owner,
    });

    const cents = (amounts: readonly unknown[]) => amounts.reduce<number>((sum, euros) => sum + Number(euros) * 100, 0);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.reduce((sum, row) => sum + Number(row.invoices), 0)).toBe(invoices.length);
    expect(cents(rows.map(({ total }) => total))).toBeCloseTo(cents(invoices.map(({ value_wt }) => value_wt)), 6);
    expect(selection.nameParts).toEqual(['debiteurenlijst', '2026-11-21']);
    expect([selection.filters, selection.day]).toEqual([[], '2026-11-21']);
    const aged = await readFrom(platform, 'debtors', { filters: { to: '2026-10-21' }, caller: owner });
    expect(aged.selection.filters).toEqual([{ label: 'Dagen sinds orderdatum', value: '31 of meer dagen' }]);
    expect(aged.rows.every(({ to30 }) => to30 === 0)).toBe(true);
  });

  it('has no column of names if the platform gives none, so that a key without personal data writes no blank column', async () => {
    const hidden = INVOICES.map((invoice) => ({ ...invoice, customer_name: null as never }));
    const { rows } = await over(hidden);

    expect(rows.map(({ customer_name }) => customer_name)).toEqual([null, null, null, null]);
  });
});
