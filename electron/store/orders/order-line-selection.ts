import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ITEM_SIGNS } from '../../../shared/contract/order-items.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { ITEM_TOTALS, PAYMENT_TOTALS } from '../totals/totals-tables.ts';
import { countingOrders, type OrderSelection } from './order-selection.ts';
import type { CountedList } from './page-offsets.ts';

export interface ItemSelection extends Omit<OrderSelection, 'status'> {
  readonly type?: ItemType | undefined;
  /** Sign of the quantity. */
  readonly sign?: (typeof ITEM_SIGNS)[number] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly product_id?: number | undefined;
}

/** Items of whole local days, by what the kept totals tell apart: everything but the product. */
export type CountedItems = Omit<ItemSelection, 'product_id'> & TotalsSelection;

export interface PaymentSelection extends Pick<OrderSelection, 'range' | 'shop_id' | 'location_id'> {
  readonly provider_id?: number | undefined;
}

export type CountedPayments = PaymentSelection & TotalsSelection;

/** Items of orders that count. */
export function selectedItems(scope: StoreScope, selection: ItemSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_items'>();
  const { type, sign, tax_rate_id, product_group_id, product_id } = selection;
  const terms = [countingOrders(scope, selection)];
  if (type !== undefined) terms.push(eb('order_items.type', '=', type));
  if (sign !== undefined) terms.push(eb('order_items.quantity', sign === 'positive' ? '>' : '<', 0));
  if (tax_rate_id !== undefined) terms.push(eb('order_items.tax_rate_id', '=', tax_rate_id));
  if (product_group_id !== undefined) {
    terms.push(eb('order_items.product_group_id', '=', product_group_id));
  }
  if (product_id !== undefined) terms.push(eb('order_items.product_id', '=', product_id));
  return eb.and(terms);
}

/** The same by the kept totals. */
export function countedItems(scope: StoreScope, selection: CountedItems): CountedList {
  const { type, sign, payment_term, is_paid } = selection;
  const isSelected = withKeys({
    type,
    is_return: sign === undefined ? undefined : sign === 'negative',
    payment_term,
    is_paid,
    tax_rate_id: keyOf(selection.tax_rate_id),
    product_group_id: keyOf(selection.product_group_id),
  });
  return { totals: ITEM_TOTALS, scope, selection, isSelected };
}

/** Payments of direct orders that count. */
export function selectedPayments(scope: StoreScope, selection: PaymentSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_payments'>();
  const terms = [countingOrders(scope, { ...selection, payment_term: 'direct' })];
  if (selection.provider_id !== undefined) {
    terms.push(eb('order_payments.provider_id', '=', selection.provider_id));
  }
  return eb.and(terms);
}

/** The same by the kept totals. */
export function countedPayments(scope: StoreScope, selection: CountedPayments): CountedList {
  const { provider_id } = selection;
  return { totals: PAYMENT_TOTALS, scope, selection, isSelected: withKeys({ provider_id }) };
}

/** In the totals 0 stands for none, but as an id it names nothing. */
function keyOf(id: number | undefined): number | undefined {
  return id === 0 ? -1 : id;
}
