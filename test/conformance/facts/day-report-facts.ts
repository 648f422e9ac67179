import { expect } from 'vitest';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { euros, total } from '../../support/exact-euros.ts';
import { SHOP } from '../../support/shop-fixture.ts';
import { type Area, factOfEach } from '../fact.ts';
import { ALWAYS, OCTOBER } from '../known-shop.ts';
import { allOrders, counts, isReturn, isTurnover } from '../laws/all-orders.ts';
import { readSources } from '../laws/read-financial.ts';
import { reportFacts } from '../laws/report-facts.ts';

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
  area: 'reports of days',
  facts: [
    ...reportFacts('turnoverByDay has a row for each day', async ({ platform, callers }, range, user) => {
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      expect(rows.map(({ date }) => date)).toEqual(daysOf(range.from, range.to));
    }),
    ...reportFacts('turnoverByDay has the figures of its orders', async (visit, range, user) => {
      const { platform, callers } = visit;
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      const { orders } = await readSources(platform, callers[user], range);
      expect(rows).toEqual(daysOf(range.from, range.to).map((date) => dayOf(date, orders)));
    }),
    ...reportFacts('turnoverByDay sums to the financial report', async (visit, range, user) => {
      const { platform, callers } = visit;
      const rows = await platform.readReport(callers[user], 'turnoverByDay', range);
      const { revenue } = await platform.readReport(callers[user], 'financial', range);
      expect({
        total_turnover: euros(total(rows, ({ turnover }) => turnover)),
        total_turnover_wt: euros(total(rows, (row) => row.turnover_wt)),
        total_cost_of_goods_sold: euros(total(rows, ({ cost }) => cost)),
      }).toEqual({
        total_turnover: revenue.total_turnover,
        total_turnover_wt: revenue.total_turnover_wt,
        total_cost_of_goods_sold: revenue.total_cost_of_goods_sold,
      });
    }),
    {
      name: 'turnoverByDay of each shop is that of its orders, and all shops sum to all',
      async check({ platform, callers }) {
        const orders = await allOrders(platform, callers.owner, OCTOBER);
        for (const shop_id of [...Object.values(SHOP), 0]) {
          const rows = await platform.readReport(callers.owner, 'turnoverByDay', { ...OCTOBER, shop_id });
          const ofShop = orders.filter((order) => order.shop_id === shop_id);
          expect(rows).toEqual(daysOf(OCTOBER.from, OCTOBER.to).map((date) => dayOf(date, ofShop)));
        }
      },
    },
    ...factOfEach(
      CLOSED_DAYS,
      (date) => `dayClosing of ${date} has the financial report of that day and the counts of its orders`,
      async ({ platform, callers }, date) => {
        for (const caller of [callers.owner, callers.staff, callers.beta]) {
          const closing = await platform.readReport(caller, 'dayClosing', { date });
          const day = { from: date, to: date };
          const report = await platform.readReport(caller, 'financial', day);
          expect({ ...closing.report, generated_at: '' }).toEqual({ ...report, generated_at: '' });
          const orders = (await allOrders(platform, caller, day)).filter(counts);
          expect(closing).toMatchObject({ date, location_id: report.location_id, ...closingOf(orders) });
        }
      },
    ),
    {
      name: 'dayClosing of a location is the one that a caller who is locked to it gets',
      async check({ platform, callers }) {
        const { lockedLocation } = callers.staff;
        for (const date of CLOSED_DAYS) {
          const location_id = lockedLocation?.id ?? 0;
          const asked = await platform.readReport(callers.owner, 'dayClosing', { date, location_id });
          const locked = await platform.readReport(callers.staff, 'dayClosing', { date });
          expect({ ...locked, report: undefined }).toEqual({ ...asked, report: undefined });
        }
      },
    },
    {
      name: 'turnoverByDay spans years',
      async check({ platform, callers }) {
        const rows = await platform.readReport(callers.owner, 'turnoverByDay', ALWAYS);
        expect(rows).toHaveLength(daysOf(ALWAYS.from, ALWAYS.to).length);
      },
    },
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

function dayOf(date: string, orders: readonly OrderWithDetails[]): TurnoverDay {
  const ofDay = orders.filter((order) => counts(order) && order.date_purchased.startsWith(date));
  const items = ofDay.flatMap((order) => order.items);
  const turnover = items.filter(isTurnover);
  return {
    date,
    orders: ofDay.length,
    returns: ofDay.filter(isReturn).length,
    turnover: euros(total(turnover, (item) => item.value_ex_wt)),
    turnover_wt: euros(total(turnover, (item) => item.value_wt)),
    discount_value_wt: euros(total(ofDay, (order) => order.discount_value_wt)),
    cost: euros(
      total(
        items.filter(({ type }) => type === 'product'),
        (item) => item.cost_value_ex,
      ),
    ),
  };
}

function closingOf(orders: readonly OrderWithDetails[]) {
  return {
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    discounted_orders: orders.filter((order) => order.discount_value_wt > 0).length,
    discount_value_wt: euros(total(orders, (order) => order.discount_value_wt)),
    first_order_number: orders.at(0)?.order_number ?? null,
    last_order_number: orders.at(-1)?.order_number ?? null,
  };
}
