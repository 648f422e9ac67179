import { getLocalDayAt } from '../../../shared/calendar.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { sumOf } from '../../../shared/money.ts';
import { recordOrderChanges } from '../changes/record-changes.ts';
import { insertIntoTables } from '../insert-rows.ts';
import type { OrdersTable, StoreDb } from '../schema.ts';
import { TURNOVER_ITEMS } from '../totals/totals-tables.ts';
import { type ChangedOrders, withTotals } from '../totals/with-totals.ts';
import { inWriteTransaction, lockAccount, lockAccounts } from '../transactions.ts';
import {
  checkInvoicePaidState,
  checkInvoices,
  checkPayer,
  checkRefunds,
  listPaidInvoiceIds,
  settleInvoices,
} from './follow-up-rules.ts';
import {
  canBecome,
  checkOrder,
  isPaidIfCounting,
  type NewOrder,
  type NewOrderItem,
  type OrderItemTotals,
  OrderRuleError,
} from './order-rules.ts';

export type { NewOrder, NewOrderItem, NewOrderPayment, OrderItemTotals } from './order-rules.ts';

/** The fields of an order that may change. */
export interface OrderChange {
  readonly account_id: number;
  readonly id: number;
  readonly status?: OrdersTable['status'];
  readonly is_paid?: OrdersTable['is_paid'];
  readonly date_updated: number;
}

/**
 * Writes all orders, or none if one violates a rule (`OrderRuleError`). List an order after the one that it follows.
 */
export async function insertOrders(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
  for (const order of orders) checkOrder(order);
  await inWriteTransaction(db, async (transaction) => {
    const accountIds = orders.map(({ order }) => order.account_id);
    await lockAccounts(transaction, accountIds);
    const changed = { existing: listPaidInvoiceIds(orders), created: orders.map(({ order }) => order.id) };
    await writeOrders(transaction, changed, async () => {
      await insertIntoTables(transaction, {
        orders: orders.map(toOrderRow),
        order_items: toLineRows(orders, 'items'),
        order_payments: toLineRows(orders, 'payments'),
      });
      await checkInvoices(transaction, orders);
      await settleInvoices(transaction, orders);
    });
    const refunded = orders.flatMap(({ order }) => (order.status === 'refunded' ? [order.id] : []));
    await checkRefunds(transaction, refunded);
  });
}

/**
 * Changes an order. A later `date_updated` also counts as a change; without any change nothing is written. Throws
 * `OrderRuleError` for a forbidden change or an unknown order.
 */
export async function changeOrder(db: StoreDb, change: OrderChange): Promise<void> {
  const { account_id, id } = change;
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, account_id);
    const order = await readOrderWithPaid(transaction, account_id, id);
    const { status = order.status, is_paid = order.is_paid, date_updated } = change;
    const changed = { status, is_paid, date_updated };
    if (!canBecome(order.status, changed.status)) {
      throw new OrderRuleError('status_move_is_allowed', order.order_number);
    }
    if (order.payment_term === 'direct' && !isPaidIfCounting(changed, order.value_wt, order.paid)) {
      throw new OrderRuleError('direct_order_that_counts_is_fully_paid', order.order_number);
    }
    if (order.payment_term === 'invoice') {
      await checkInvoicePaidState(transaction, id, order.order_number, changed.is_paid);
    }
    await checkPayer(transaction, id, order.order_number, changed.status);
    if (changed.status === 'refunded') await checkRefunds(transaction, [id]);
    if (order.status === status && order.is_paid === is_paid && order.date_updated === date_updated) return;
    await writeOrders(transaction, { existing: [id] }, () =>
      transaction
        .updateTable('orders')
        .set(changed)
        .where(({ and }) => and({ account_id, id }))
        .execute(),
    );
  });
}

async function readOrderWithPaid(db: StoreDb, accountId: number, id: number) {
  const order = await db
    .selectFrom('orders')
    .select(['order_number', 'status', 'is_paid', 'date_updated', 'payment_term', 'value_wt'])
    .select((eb) =>
      eb
        .selectFrom('order_payments')
        .whereRef('order_payments.order_id', '=', 'orders.id')
        .select((payment) => payment.fn.coalesce(payment.fn.sum<number>('amount'), payment.lit(0)).as('paid'))
        .as('paid'),
    )
    .where(({ and }) => and({ account_id: accountId, id }))
    .executeTakeFirst();
  if (!order) throw new OrderRuleError('order_exists', `with id ${id}`);
  return { ...order, paid: order.paid ?? 0 };
}

/**
 * All writes of orders go through this function. It updates their totals and gives each order a version in the feed.
 * `db` must be a transaction, and `write` must write no orders other than `orders`.
 */
export async function writeOrders<Result>(db: StoreDb, orders: ChangedOrders, write: () => Promise<Result>) {
  const result = await withTotals(db, orders, write);
  await recordOrderChanges(db, [...new Set([...orders.existing, ...(orders.created ?? [])])]);
  return result;
}

export function toOrderRow({ order, items }: NewOrder): OrdersTable {
  return {
    ...order,
    local_day: getLocalDayAt(order.date_purchased),
    value_wt: sumOf(items, (item) => item.value_wt),
    value_ex: sumOf(items, (item) => item.value_ex),
    discount_wt: sumOf(items, (item) => item.discount_wt),
    discount_ex: sumOf(items, (item) => item.discount_ex),
    ...sumOrderItems(items),
  };
}

/** Item types that count as sold. Not among them: deposits, invoice payments, rounding and staff items. */
const SOLD_ITEMS: readonly ItemType[] = ['product', 'gift_card', 'other'];

/**
 * Sums items, including VAT: the value of those that are not turnover, and the value before discount of those that were
 * sold.
 */
export function sumOrderItems(
  items: readonly Pick<NewOrderItem, 'type' | 'quantity' | 'value_wt' | 'discount_wt'>[],
): OrderItemTotals {
  const isSold = ({ type, quantity }: (typeof items)[number]) => quantity > 0 && SOLD_ITEMS.includes(type);
  return {
    non_revenue_wt: sumOf(items, ({ type, value_wt }) => (TURNOVER_ITEMS.includes(type) ? 0 : value_wt)),
    sold_before_discount_wt: sumOf(items, (item) => (isSold(item) ? item.value_wt + item.discount_wt : 0)),
  };
}

export function toLineRows<Lines extends 'items' | 'payments'>(orders: readonly NewOrder[], lines: Lines) {
  return orders.flatMap((given) =>
    given[lines].map((line: NewOrder[Lines][number]) => ({
      ...line,
      account_id: given.order.account_id,
      order_id: given.order.id,
    })),
  );
}
