import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import type { ItemTotal, PaymentTotal } from './totals-schema.ts';
import { selectedTotals, type TotalsSelection } from './totals-selection.ts';
import { ITEM_TOTALS, PAYMENT_TOTALS } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

/** Sums of the items that the figures of the report cannot tell apart. */
export interface ItemBucket
  extends Pick<
    ItemTotal,
    'payment_term' | 'is_paid' | 'type' | 'is_return' | 'value_ex' | 'value_wt' | 'cost_ex'
  > {
  readonly shop_id: number;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
}

export type ProviderSum = Pick<PaymentTotal, 'provider_id' | 'amount'>;

/** Items of orders that count, summed by everything a figure of the report distinguishes. */
export async function sumItemBuckets(
  db: Db,
  scope: StoreScope,
  selection: TotalsSelection,
): Promise<ItemBucket[]> {
  const { rows } = await sql<ItemBucket>`
    select shop_id, payment_term, is_paid, type, is_return,
      nullif(totals.product_group_id, 0) as product_group_id, nullif(totals.tax_rate_id, 0) as tax_rate_id,
      sum(value_ex) as value_ex, sum(value_wt) as value_wt, sum(cost_ex) as cost_ex
    from ${selectedTotals(ITEM_TOTALS, scope, selection)} as totals
    group by shop_id, payment_term, is_paid, type, is_return, totals.product_group_id, totals.tax_rate_id
    having sum(items) <> 0
  `.execute(db);
  return rows;
}

/** Payments of direct orders that count, by provider. */
export async function sumPaymentsByProvider(
  db: Db,
  scope: StoreScope,
  selection: TotalsSelection,
): Promise<ProviderSum[]> {
  const { rows } = await sql<ProviderSum>`
    select provider_id, sum(amount) as amount
    from ${selectedTotals(PAYMENT_TOTALS, scope, selection)} as totals
    group by provider_id
    having sum(payments) <> 0
  `.execute(db);
  return rows;
}
