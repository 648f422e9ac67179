import { type ExpressionBuilder, expressionBuilder } from 'kysely';
import type { ItemType } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';

/** Items that make up the turnover: products, and what cash rounding took off or added. */
export const TURNOVER_ITEMS: readonly ItemType[] = ['product', 'rounding'];

type SummedColumn = 'value_ex' | 'value_wt' | 'discount_wt' | 'cost_ex' | 'quantity';

/** The sum of a column over the items of these types, 0 without any; `order_items` is in the query around it. */
export function sumOfItems(column: SummedColumn, types: readonly ItemType[]) {
  const eb: ExpressionBuilder<StoreSchema, 'order_items'> = expressionBuilder();
  const sum = eb.fn.sum<number>(`order_items.${column}`).filterWhere('order_items.type', 'in', types);
  return eb.fn.coalesce(sum, eb.lit(0));
}
