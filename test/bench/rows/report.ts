import { addDays, getInstants } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ApiConnection } from '../context/api-connection.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Row } from '../harness/measure-row.ts';
import { medianTime, timeOf } from '../probes.ts';

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

export const REPORT_ROWS: readonly Row[] = [report, raggedReport];

function reportTarget({ from, to }: Period): string {
  return `${readFinancialReport.path}?from=${from}&to=${to}`;
}

/** Reads the report once, and returns how to measure the median time of further requests for it. */
async function reportTimer(api: ApiConnection, period: Period): Promise<() => Promise<number>> {
  const target = reportTarget(period);
  await api.read(target);
  return () => medianTime(REQUESTS, () => api.time(target));
}

/** The minimum work of a report without stored totals: the items of the range, summed by shop, group and rate. */
function sumItems({ database, shop }: Context, { from, to }: Period): unknown {
  const { start, end } = getInstants(from, to);
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
