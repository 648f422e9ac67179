import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { type Amount, percentageOf, sumOf, toEuros } from '../../../shared/money.ts';
import type { ItemBucket } from '../../store/totals/report-queries.ts';

/** Section `revenue` out of the items that count. */
export function revenueOf(buckets: readonly ItemBucket[]): FinancialReport['revenue'] {
  const products = buckets.filter(({ type }) => type === 'product');
  const sales = products.filter(({ is_return }) => !is_return);
  const returns = products.filter(({ is_return }) => is_return);
  const turnover = turnoverOf(buckets);
  const cost = sumOf(products, ({ cost_ex }) => cost_ex);
  const margin = sumEx(turnover) - cost;
  return {
    total_sales: toEuros(sumEx(sales)),
    total_sales_wt: toEuros(sumWt(sales)),
    total_returns: toEuros(negated(sumEx(returns))),
    total_returns_wt: toEuros(negated(sumWt(returns))),
    total_differences: toEuros(negated(sumEx(ofType(buckets, 'rounding')))),
    total_differences_wt: toEuros(negated(sumWt(ofType(buckets, 'rounding')))),
    total_turnover: toEuros(sumEx(turnover)),
    total_turnover_wt: toEuros(sumWt(turnover)),
    total_cost_of_goods_sold: toEuros(cost),
    margin: { value: toEuros(margin), percentage: percentageOf(margin, sumEx(turnover)) },
    non_revenue: {
      gift_cards: toEuros(sumWt(ofType(buckets, 'gift_card'))),
      tips: toEuros(sumWt(ofType(buckets, 'tip'))),
      payments_on_invoice: toEuros(sumWt(ofType(buckets, 'invoice_payment'))),
      prepayments: toEuros(sumWt(ofType(buckets, 'prepayment'))),
      total: toEuros(sumWt(nonRevenueOf(buckets))),
    },
  };
}

/** Items that make up the turnover: products, and what cash rounding took off or added. */
export function turnoverOf(buckets: readonly ItemBucket[]): ItemBucket[] {
  return buckets.filter(({ type }) => type === 'product' || type === 'rounding');
}

/** Items that are money but no turnover. */
export function nonRevenueOf(buckets: readonly ItemBucket[]): ItemBucket[] {
  return buckets.filter(({ type }) => type !== 'product' && type !== 'rounding');
}

export function ofType(buckets: readonly ItemBucket[], type: ItemType): ItemBucket[] {
  return buckets.filter((bucket) => bucket.type === type);
}

export function sumEx(buckets: readonly ItemBucket[]): Amount {
  return sumOf(buckets, ({ value_ex }) => value_ex);
}

export function sumWt(buckets: readonly ItemBucket[]): Amount {
  return sumOf(buckets, ({ value_wt }) => value_wt);
}

/** Without the minus zero that a plain minus gives. */
export function negated(amount: Amount): Amount {
  return 0 - amount;
}
