import { instantsOf } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import type { Ground } from '../ground/ground.ts';

export function reportTarget({ from, to }: Period): string {
  return `${readFinancialReport.path}?from=${from}&to=${to}`;
}

/** What a report without kept totals cannot do without: the items of the range, summed by shop, group and rate. */
export function sumItems({ database, shop }: Ground, { from, to }: Period): unknown {
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
