import { addDays, instantsOf } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import type { Ground } from '../ground/ground.ts';
import { openApi } from '../ground/running-product.ts';
import type { Row } from '../harness/measure-row.ts';
import { medianTime, timeOf } from '../probes.ts';

export function reportTarget({ from, to }: Period): string {
  return `${readFinancialReport.path}?from=${from}&to=${to}`;
}

/** What a report without kept totals cannot do without: the items of the range, summed by shop, group and rate. */
function sumItems({ database, shop }: Ground, { from, to }: Period): unknown {
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

const REQUESTS = 10;

export const report: Row = {
  name: 'report',
  measured: 'report over 24 months through the API',
  comparedWith: 'one SQL query over its items',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 0.02 },
  rounds: 3,
  async prepare(ground) {
    const api = await openApi(await ground.startProduct());
    const target = reportTarget(ground.shop.twoYears);
    await api.read(target);
    return {
      product: () => medianTime(REQUESTS, () => api.time(target)),
      reference: () => timeOf(() => sumItems(ground, ground.shop.twoYears)),
    };
  },
};

export const raggedReport: Row = {
  name: 'report-ragged',
  measured: 'report over 24 months less a day at each end',
  comparedWith: 'over 24 months',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(ground) {
    const api = await openApi(await ground.startProduct());
    const { from, to } = ground.shop.twoYears;
    const ragged = reportTarget({ from: addDays(from, 1), to: addDays(to, -1) });
    const whole = reportTarget({ from, to });
    await api.read(ragged);
    await api.read(whole);
    return {
      product: () => medianTime(REQUESTS, () => api.time(ragged)),
      reference: () => medianTime(REQUESTS, () => api.time(whole)),
    };
  },
};
