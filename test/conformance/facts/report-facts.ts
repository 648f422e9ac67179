import { expect } from 'vitest';
import { CHECK_NAMES, type WholeReport } from '../../../shared/contract/financial-report.ts';
import type { PaymentsOfDay } from '../../../shared/contract/payments-report.ts';
import { recomputeChecks } from '../../support/checks-oracle.ts';
import { fromUnits, sumUnits } from '../../support/exact-euros.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { computeDayClosing, computeTurnoverDay, listDirectPayments, sumByMethod } from '../../support/orders-oracle.ts';
import { recomputeReport, sortReport } from '../../support/report-oracle.ts';
import { removeAccents } from '../../support/search-oracle.ts';
import { LOCATION, SHOP } from '../../support/shop-fixture.ts';
import { assertWholeReport } from '../../support/whole-report.ts';
import { type Area, fact, factOfEach } from '../fact.ts';
import { ALWAYS, OCTOBER, UTRECHT } from '../known-shop.ts';
import { ascending } from '../laws/lists.ts';
import { allOrders, readSources, reportFacts } from '../laws/orders-and-reports.ts';

export const FINANCIAL_REPORT: Area = {
  area: 'the financial report',
  facts: [
    ...reportFacts('has the figures of its orders', async ({ platform, callers }, range, user) => {
      const report = assertWholeReport(await platform.readReport(callers[user], 'financial', range));
      const sources = await readSources(platform, callers[user], range);
      expect(sortReport(report)).toEqual(recomputeReport(sources));
    }),
    ...reportFacts('has every check once, and it holds', async ({ platform, callers }, range, user) => {
      const report = assertWholeReport(await platform.readReport(callers[user], 'financial', range));
      expect(report.checks.map(({ name }) => name)).toEqual([...CHECK_NAMES]);
      expect(report.checks).toEqual(recomputeChecks(report));
      expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
    }),
    fact('echoes its filters, and the location of a locked caller', async ({ platform, callers }) => {
      const { amsterdam } = LOCATION;
      const one = await platform.readReport(callers.owner, 'financial', { ...OCTOBER, location_id: [amsterdam] });
      expect(one).toMatchObject({ ...OCTOBER, location_id: amsterdam });
      expect(one).not.toHaveProperty('location_ids');
      const all = await platform.readReport(callers.owner, 'financial', OCTOBER);
      expect(all).toMatchObject({ ...OCTOBER, location_id: null, currency: 'EUR' });
      const locked = await platform.readReport(callers.staff, 'financial', OCTOBER);
      expect(locked.location_id).toBe(UTRECHT.location);
    }),
    fact('names the requested locations if there are several', async ({ platform, callers }) => {
      const location_ids = [LOCATION.amsterdam, LOCATION.utrecht];
      const query = { ...OCTOBER, location_id: location_ids };
      const report = await platform.readReport(callers.owner, 'financial', query);
      expect(report).toMatchObject({ ...OCTOBER, location_id: null, location_ids });
    }),
    fact('names the requested shops, and lists no others', async ({ platform, callers }) => {
      const { utrecht1, webshop } = SHOP;
      const idsOf = (report: WholeReport) => report.shops.map(({ shop_id }) => shop_id);
      const all = await platform.readReport(callers.owner, 'financial', OCTOBER);
      expect(all).toMatchObject({ location_id: null, shop_id: null });
      const one = await platform.readReport(callers.owner, 'financial', { ...OCTOBER, shop_id: [webshop] });
      expect(one).toMatchObject({ ...OCTOBER, location_id: null, shop_id: webshop });
      expect(one).not.toHaveProperty('shop_ids');
      expect(idsOf(assertWholeReport(one))).toEqual([webshop]);
      const two = await platform.readReport(callers.owner, 'financial', { ...OCTOBER, shop_id: [webshop, utrecht1] });
      expect(two).toMatchObject({ shop_id: null, shop_ids: [webshop, utrecht1] });
      expect(new Set(idsOf(assertWholeReport(two)))).toEqual(new Set([webshop, utrecht1]));
    }),
    fact('of a location is the same as for a caller who is locked to it', async ({ platform, callers }) => {
      const utrecht = { ...ALWAYS, location_id: [UTRECHT.location] };
      const asked = await platform.readReport(callers.owner, 'financial', utrecht);
      const locked = await platform.readReport(callers.staff, 'financial', ALWAYS);
      expect(locked).toEqual({ ...asked, generated_at: locked.generated_at });
    }),
    fact('ends its groups with the rounding differences', async ({ platform, callers }) => {
      const { turnover_by_group } = assertWholeReport(await platform.readReport(callers.owner, 'financial', OCTOBER));
      const withoutGroup = turnover_by_group.rows.filter((row) => row.product_group_id === null);
      expect(withoutGroup).toEqual([turnover_by_group.rows.at(-1)]);
    }),
  ],
};

const CLOSED_DAYS = [
  '2026-10-05',
  '2026-10-08',
  '2026-10-09',
  '2026-10-10',
  '2026-10-25',
  '2026-03-29',
  '2026-02-01',
  '2025-01-10',
] as const;

export const DAY_REPORTS: Area = {
  area: 'daily reports',
  facts: [
    ...reportFacts('turnoverByDay has a row for each day', async ({ platform, callers }, range, user) => {
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      expect(rows.map(({ date }) => date)).toEqual(daysOf(range.from, range.to));
    }),
    ...reportFacts('turnoverByDay has the figures of its orders', async (visit, range, user) => {
      const { platform, callers } = visit;
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      const { orders } = await readSources(platform, callers[user], range);
      expect(rows).toEqual(daysOf(range.from, range.to).map((date) => computeTurnoverDay(date, orders)));
    }),
    ...reportFacts(
      'turnoverByDay until a time includes orders of the last day before that time',
      async (visit, range, user) => {
        const { platform, callers } = visit;
        const { orders } = await readSources(platform, callers[user], range);
        for (const until of ['00:00', '03:00', '10:30', '23:59']) {
          const rows = await platform.readReport(callers[user], 'turnoverByDay', { ...range, until });
          const begun = orders.filter((order) => order.date_purchased < `${range.to}T${until}`);
          expect(rows).toEqual(daysOf(range.from, range.to).map((date) => computeTurnoverDay(date, begun)));
        }
      },
    ),
    ...reportFacts('turnoverByDay sums to the financial report', async (visit, range, user) => {
      const { platform, callers } = visit;
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      const { revenue } = await platform.readReport(callers[user], 'financial', range);
      expect({
        total_turnover: fromUnits(sumUnits(rows, ({ turnover }) => turnover)),
        total_turnover_wt: fromUnits(sumUnits(rows, (row) => row.turnover_wt)),
        total_cost_of_goods_sold: fromUnits(sumUnits(rows, ({ cost }) => assertKnown(cost))),
      }).toEqual({
        total_turnover: revenue.total_turnover,
        total_turnover_wt: revenue.total_turnover_wt,
        total_cost_of_goods_sold: revenue.total_cost_of_goods_sold,
      });
    }),
    fact(
      'turnoverByDay of each shop is that of its orders, and all shops add up to the total',
      async ({ platform, callers }) => {
        const orders = await allOrders(platform, callers.owner, OCTOBER);
        for (const shop_id of [...Object.values(SHOP), 0]) {
          const rows = await platform.readReport(callers.owner, 'turnoverByDay', { ...OCTOBER, shop_id: [shop_id] });
          const ofShop = orders.filter((order) => order.shop_id === shop_id);
          expect(rows).toEqual(daysOf(OCTOBER.from, OCTOBER.to).map((date) => computeTurnoverDay(date, ofShop)));
        }
      },
    ),
    ...factOfEach(
      CLOSED_DAYS,
      (date) => `dayClosing of ${date} has the financial report of that day and the counts of its orders`,
      async ({ platform, callers }, date) => {
        for (const caller of [callers.owner, callers.staff, callers.beta]) {
          const closing = await platform.readReport(caller, 'dayClosing', { date });
          const day = { from: date, to: date };
          const report = await platform.readReport(caller, 'financial', day);
          expect({ ...closing.report, generated_at: '' }).toEqual({ ...report, generated_at: '' });
          const orders = await allOrders(platform, caller, day);
          expect(closing).toMatchObject({ date, location_id: report.location_id, ...computeDayClosing(orders) });
        }
      },
    ),
    fact('dayClosing of a location is the same as for a caller who is locked to it', async ({ platform, callers }) => {
      const { lockedLocation } = callers.staff;
      for (const date of CLOSED_DAYS) {
        const location_id = [lockedLocation?.id ?? 0];
        const asked = await platform.readReport(callers.owner, 'dayClosing', { date, location_id });
        const locked = await platform.readReport(callers.staff, 'dayClosing', { date });
        expect({ ...locked, report: undefined }).toEqual({ ...asked, report: undefined });
      }
    }),
    ...factOfEach(
      Object.entries(SHOP),
      ([name]) => `dayClosing of the shop ${name} has the report and the counts of its orders`,
      async ({ platform, callers }, [_name, id]) => {
        for (const date of CLOSED_DAYS) {
          const day = { from: date, to: date };
          const closing = await platform.readReport(callers.owner, 'dayClosing', { date, shop_id: [id] });
          const report = await platform.readReport(callers.owner, 'financial', { ...day, shop_id: [id] });
          expect({ ...closing.report, generated_at: '' }).toEqual({ ...report, generated_at: '' });
          const orders = await allOrders(platform, callers.owner, day);
          const ofShop = orders.filter((order) => order.shop_id === id);
          expect(closing).toMatchObject({ date, location_id: null, shop_id: id, ...computeDayClosing(ofShop) });
        }
      },
    ),
    fact('turnoverByDay spans years', async ({ platform, callers }) => {
      const rows = await platform.readReport(callers.owner, 'turnoverByDay', ALWAYS);
      expect(rows).toHaveLength(daysOf(ALWAYS.from, ALWAYS.to).length);
    }),
  ],
};

/** Calendar days of a range, counted in UTC, where every day has 24 hours. */
function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

const byTitle = ascending<Omit<PaymentsOfDay, 'date'>>(
  ({ title }) => removeAccents(title),
  (row) => row.provider_method_type_id,
);

export const PAYMENT_REPORT: Area = {
  area: 'the report of payments',
  facts: [
    ...reportFacts('has the payments of its orders by day and method', async (visit, range, user) => {
      const { platform, callers } = visit;
      const { rows } = await platform.readReport(callers[user], 'payments', range);
      const { orders } = await readSources(platform, callers[user], range);
      const days = Map.groupBy(listDirectPayments(orders), ({ date }) => date);
      const expected = [...days].flatMap(([date, paid]) => sumByMethod(paid).map((method) => ({ date, ...method })));
      expect(rows).toEqual(
        expected.toSorted((a, b) => ascending<PaymentsOfDay>(({ date }) => date)(a, b) || byTitle(a, b)),
      );
    }),
    ...reportFacts('has totals that its rows sum to, by title', async ({ platform, callers }, range, user) => {
      const { rows, totals } = await platform.readReport(callers[user], 'payments', range);
      expect(totals).toEqual(totals.toSorted(byTitle));
      const used = new Set(rows.map((row) => row.provider_method_type_id));
      expect(new Set(totals.map((row) => row.provider_method_type_id))).toEqual(used);
      for (const { provider_method_type_id, payments, amount } of totals) {
        const ofMethod = rows.filter((row) => row.provider_method_type_id === provider_method_type_id);
        expect(payments).toBe(ofMethod.reduce((sum, row) => sum + row.payments, 0));
        expect(amount).toBe(fromUnits(sumUnits(ofMethod, (row) => row.amount)));
      }
    }),
    ...reportFacts('has the methods of the financial report', async ({ platform, callers }, range, user) => {
      const { totals } = await platform.readReport(callers[user], 'payments', range);
      const { direct_paid } = assertWholeReport(await platform.readReport(callers[user], 'financial', range));
      expect(totals.map(({ payments, ...method }) => method)).toEqual(direct_paid.payment_methods);
    }),
  ],
};
