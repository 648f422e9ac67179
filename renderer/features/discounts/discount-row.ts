import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { RowId } from '../../components/data-table/row-source.ts';
import type { DiscountGroup } from './group-discounts.ts';

/** A line of the table: an order, or the group that the orders below it belong to. */
export type DiscountRow =
  | { readonly kind: 'order'; readonly order: DiscountOrder }
  | { readonly kind: 'group'; readonly group: DiscountGroup; readonly isFolded: boolean };

export function orderRows(orders: readonly DiscountOrder[]): readonly DiscountRow[] {
  return orders.map((order) => ({ kind: 'order', order }));
}

/** Each group above its orders; of a folded one the orders are left out. */
export function groupRows(
  groups: readonly DiscountGroup[],
  folded: ReadonlySet<string>,
): readonly DiscountRow[] {
  return groups.flatMap((group): readonly DiscountRow[] => {
    const isFolded = folded.has(group.key);
    const header: DiscountRow = { kind: 'group', group, isFolded };
    return isFolded ? [header] : [header, ...orderRows(group.orders)];
  });
}

/** The key of a group may look like the number of an order. */
export function rowIdOf(row: DiscountRow): RowId {
  return row.kind === 'order' ? row.order.id : `group ${row.group.key}`;
}
