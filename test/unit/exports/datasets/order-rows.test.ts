import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { OrderItemQuery, Platform } from '../../../../electron/platform/platform.ts';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { orderItemExample, orderReferenceExample } from '../../../../shared/contract/orders.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { createNumberedReport } from '../../../support/numbered-report.ts';
import { CALLER, SHOP } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { OCTOBER, readFrom, readOver } from './read-dataset.ts';

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);

describe('the items behind a figure', () => {
  it.each([
    ['order-items', { shop_id: String(SHOP.utrecht1), type: 'product' }, ['shop', 'type']],
    ['order-items', { shop_id: `${SHOP.utrecht1},${SHOP.utrecht2}` }, []],
    ['order-payments', { shop_id: String(SHOP.utrecht1) }, ['shop']],
    ['orders', { status: 'complete', is_paid: 'true' }, ['status', 'is_paid']],
    ['orders', { status: 'complete,refunded', is_paid: 'false', as_of: '2026-10-31' }, []],
    ['open-invoices', { shop_id: String(SHOP.utrecht1) }, ['shop', 'payment_term', 'is_paid']],
    ['discount-orders', { shop_id: String(SHOP.utrecht1) }, ['shop']],
  ] as const)(
    'of %s have the same value for %j, in columns that are left out on paper',
    async (dataset, filters, columns) => {
      const days = dataset === 'open-invoices' ? {} : OCTOBER;
      const { selection } = await readFrom(platform, dataset, {
        filters: { ...days, ...filters },
        caller: owner,
      });
      expect(selection.fixed).toEqual(columns);
    },
  );

  it('are complete for many orders, each once and in the order of the page', async () => {
    const { listOrderItems } = itemsOf(3_000);
    const read = await readOver({ listOrderItems, ...reportOf(createNumberedReport()) }, 'order-items', {
      caller: ANYBODY,
      filters: { from: '2026-10-01', to: '2026-10-03' },
    });
    expect(read.rows.map(({ id }) => id)).toEqual(Array.from({ length: 9_000 }, (_, index) => index));
  });

  it.each([
    ['nl', '40,50 − 27,00 (cadeaubonnen, fooien, betaalde facturen e.d.) = 13,50 omzet incl. btw'],
    ['en', '40.50 − 27.00 (gift cards, tips, paid invoices etc.) = 13.50 turnover incl. VAT'],
  ] as const)('lead from their total to the turnover of the report, in %s', async (language, expected) => {
    const { listOrderItems } = itemsOf(1);
    const report = createNumberedReport();
    const { revenue } = report;
    const turnover = reportOf({
      ...report,
      revenue: { ...revenue, total_turnover_wt: 13.5, non_revenue: { ...revenue.non_revenue, total: 27 } },
    });
    const noteOf = async (filters: Record<string, string>, methods = turnover) => {
      const options = { caller: ANYBODY, filters: { from: '2026-10-01', to: '2026-10-03', ...filters }, language };
      return (await readOver({ listOrderItems, ...methods }, 'order-items', options)).note;
    };
    expect(await noteOf({})).toBe(expected);
    expect(await noteOf({ type: 'product' })).toBeNull();
    // If the totals differ from the report, there is no note rather than a wrong one.
    expect(await noteOf({}, reportOf(report))).toBeNull();
  });

  it('are incomplete if they do not add up to the sums of the platform', async () => {
    const { listOrderItems } = itemsOf(3);
    const moving = async (caller: Caller, query: OrderItemQuery) => {
      const page = await listOrderItems(caller, query);
      return { ...page, sums: { ...page.sums, value_wt: page.sums.value_wt + 0.01 } };
    };
    const options = { caller: ANYBODY, filters: { from: '2026-10-01' } };
    await expect(readOver({ listOrderItems: moving }, 'order-items', options)).rejects.toMatchObject({
      code: 'incomplete',
    });
  });
});

function reportOf(report: FinancialReport) {
  return { readReport: (async () => report) as unknown as Platform['readReport'] };
}

const DAYS = ['2026-10-01', '2026-10-02', '2026-10-03'];

/** Creates `perDay` items on each of the days. */
function itemsOf(perDay: number) {
  const all = DAYS.flatMap((day, at) =>
    Array.from({ length: perDay }, (_, index) => ({
      ...orderItemExample,
      ...orderReferenceExample,
      id: at * perDay + index,
      date_purchased: `${day}T10:00:00+02:00`,
    })),
  );
  async function listOrderItems(_caller: Caller, query: OrderItemQuery) {
    const { from, to = from, start, limit } = query;
    const chosen = all.filter(({ date_purchased: moment }) => moment.slice(0, 10) >= from && moment.slice(0, 10) <= to);
    const { length } = chosen;
    const sums = {
      ...{ quantity: length, value: (1_116 * length) / 100, value_wt: (1_350 * length) / 100, cost: 6 * length },
    };
    return { total: length, rows: chosen.slice(start, start + limit), sums };
  }
  return { listOrderItems };
}
