import type { Caller } from '../../../electron/base/caller.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { addDays, instantsOf } from '../../../shared/calendar.ts';
import { DISCOUNT_ORDERS_BATCH, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import { type ApiConnection, OWNER } from '../context/api-connection.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { medianTime, timeOf } from '../probes.ts';
import { rateAgainstBare } from './against-bare.ts';

const REQUESTS = 10;

const report: Row = {
  name: 'report',
  measured: 'report over 24 months through the API',
  comparedWith: 'one SQL query over its items',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 0.02 },
  rounds: 3,
  async prepare(benchContext) {
    const period = benchContext.shop.twoYears;
    const api = await openApi(await benchContext.startProduct());
    return { product: await reportTimer(api, period), reference: () => timeOf(() => sumItems(benchContext, period)) };
  },
};

const raggedReport: Row = {
  name: 'report-ragged',
  measured: 'report over 24 months less a day at each end',
  comparedWith: 'over 24 months',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(benchContext) {
    const { from, to } = benchContext.shop.twoYears;
    const api = await openApi(await benchContext.startProduct());
    return {
      product: await reportTimer(api, { from: addDays(from, 1), to: addDays(to, -1) }),
      reference: await reportTimer(api, { from, to }),
    };
  },
};

const discountOrders: Row = {
  name: 'discount-orders',
  measured: `discounted orders of a year, batches of ${DISCOUNT_ORDERS_BATCH} of the platform in process`,
  comparedWith: 'one SQL query of the same rows',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(benchContext) {
    const store = await openStore({ file: benchContext.storeFile });
    benchContext.add(store.close);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
    const caller = await platform.signIn(OWNER);
    const { year } = benchContext.shop;
    const drained = await drain(platform, caller, year);
    const rows = selectRows(benchContext, year).length;
    if (drained !== rows) throw new Error(`the batches held ${drained} rows, the query ${rows}`);
    return {
      detail: `${rows} rows`,
      product: () => timeOf(() => drain(platform, caller, year)),
      reference: () => timeOf(() => selectRows(benchContext, year)),
    };
  },
};

const discountsFacts = {
  comparedWith: 'a bare server on the same rows',
  unit: 'requests/s',
  comparison: 'ratio',
  rounds: 5,
} as const;

const discountsOfMonth: Row = {
  ...discountsFacts,
  name: 'discounts-month',
  measured: 'GET /api/discount-orders of a month, one connection',
  bar: { atLeast: 0.8 },
  prepare: (benchContext) => rateOfDiscounts(benchContext, lastMonthOf(benchContext.shop.year)),
};

const discountsOfYear: Row = {
  ...discountsFacts,
  name: 'discounts-year',
  measured: 'the same of a year',
  bar: { atLeast: 0.7 },
  prepare: (benchContext) => rateOfDiscounts(benchContext, benchContext.shop.year),
};

export const REPORT_ROWS: readonly Row[] = [report, raggedReport, discountOrders, discountsOfMonth, discountsOfYear];

function lastMonthOf({ to }: Period): Period {
  return { from: `${to.slice(0, 8)}01`, to };
}

function rateOfDiscounts(benchContext: Context, { from, to }: Period): Promise<Sides> {
  return rateAgainstBare(benchContext, `${listDiscountOrders.path}?from=${from}&to=${to}`);
}

export function reportTarget({ from, to }: Period): string {
  return `${readFinancialReport.path}?from=${from}&to=${to}`;
}

/** Reads the report once, and answers how to measure the median time of further requests for it. */
async function reportTimer(api: ApiConnection, period: Period): Promise<() => Promise<number>> {
  const target = reportTarget(period);
  await api.read(target);
  return () => medianTime(REQUESTS, () => api.time(target));
}

/** What a report without stored totals cannot do without: the items of the range, summed by shop, group and rate. */
function sumItems({ database, shop }: Context, { from, to }: Period): unknown {
  const { start, end } = instantsOf(from, to);
  return database
    .prepare(
      `select orders.shop_id, items.product_group_id, items.tax_rate_id,
          sum(items.value_ex), sum(items.value_wt), sum(items.cost_ex)
        from orders join order_items as items on items.order_id = orders.id
        where orders.account_id = cast(? as integer)
          and orders.date_purchased >= cast(? as integer) and orders.date_purchased < cast(? as integer)
          and orders.status in ('processing', 'complete', 'refunded')
        group by orders.shop_id, items.product_group_id, items.tax_rate_id`,
    )
    .all(shop.accountId, start, end);
}

async function drain(platform: Platform, caller: Caller, period: Period): Promise<number> {
  const query = { ...period, only_full: false, include_negative: false };
  let rows = 0;
  let next: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, query, next);
    rows += batch.rows.length;
    next = batch.next;
  } while (next !== null);
  return rows;
}

function selectRows({ database, shop }: Context, { from, to }: Period): unknown[] {
  const { start, end } = instantsOf(from, to);
  return database
    .prepare(
      `select orders.id, order_number, date_purchased, status, shop_id, currency, value_wt, value_ex,
          discount_wt, discount_ex, customers.name as customer_name, customers.email as customer_email
        from orders left join customers on customers.id = orders.customer_id
        where orders.account_id = cast(? as integer) and discount_wt != 0 and discount_wt > 0
          and date_purchased >= cast(? as integer) and date_purchased < cast(? as integer)
        order by date_purchased, orders.id`,
    )
    .all(shop.accountId, start, end);
}
