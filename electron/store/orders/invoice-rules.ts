import type { Kysely } from 'kysely';
import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';
import type { NewOrder } from './new-order.ts';
import { type OrderRule, OrderRuleError } from './order-rule-error.ts';

type Db = Kysely<StoreSchema>;
type InvoiceState = Awaited<ReturnType<typeof readInvoiceStates>>[number];

const IDS_PER_QUERY = 1_000;

/**
 * Checks orders that have just been written against those that they pay or that pay them: an invoice is paid
 * in full by one item of a later order, and only then counts as paid. Throws `OrderRuleError`.
 */
export async function checkInvoices(db: Db, orders: readonly NewOrder[]): Promise<void> {
  const payers = orders.filter(({ items }) => items.some(isInvoicePayment));
  const paid = orders.filter(({ order }) => order.payment_term === 'invoice' && order.is_paid === 1);
  const states = await readStatesById(db, [
    ...payers.flatMap(({ order }) => order.follows_order_id ?? []),
    ...paid.map(({ order }) => order.id),
  ]);
  for (const payer of payers) {
    const invoice = states.get(payer.order.follows_order_id ?? 0);
    demand(paysInFull(payer, invoice), 'invoice_payment_pays_one_invoice_in_full', payer.order.order_number);
  }
  for (const { order } of paid) {
    demand(isSettled(states.get(order.id)), 'paid_invoice_has_its_payment', order.order_number);
  }
}

/** Checks that an invoice is marked as what it is: paid when, and only when, a later order paid it. */
export async function checkInvoiceMark(
  db: Db,
  id: number,
  orderNumber: string,
  isPaid: 0 | 1,
): Promise<void> {
  const [invoice] = await readInvoiceStates(db, [id]);
  const isRight = isPaid === 1 ? isSettled(invoice) : invoice?.payments === 0;
  demand(isRight, 'paid_invoice_has_its_payment', orderNumber);
}

/** Marks the invoices that these orders pay as paid, as of the day of the payment. */
export async function settleInvoices(db: Db, orders: readonly NewOrder[]): Promise<void> {
  for (const order of orders) {
    for (const id of invoicesPaidBy([order])) {
      await db
        .updateTable('orders')
        .set({ is_paid: 1, date_updated: order.order.date_purchased })
        .where('id', '=', id)
        .where('is_paid', '=', 0)
        .execute();
    }
  }
}

/** Ids of the invoices that these orders pay. */
export function invoicesPaidBy(orders: readonly NewOrder[]): number[] {
  const payers = orders.filter(({ items }) => items.some(isInvoicePayment));
  return [...new Set(payers.flatMap(({ order }) => order.follows_order_id ?? []))];
}

/** Checks that an order that pays an invoice goes on counting: the invoice would be unpaid again. */
export async function checkPayer(
  db: Db,
  id: number,
  orderNumber: string,
  status: OrderStatus,
): Promise<void> {
  if (counts(status)) return;
  const payments = await db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', id)
    .where('type', '=', 'invoice_payment')
    .execute();
  demand(payments.length === 0, 'invoice_payment_pays_one_invoice_in_full', orderNumber);
}

function paysInFull({ order, items }: NewOrder, invoice: InvoiceState | undefined): boolean {
  return (
    counts(order.status) &&
    items.filter(isInvoicePayment).length === 1 &&
    invoice?.payment_term === 'invoice' &&
    invoice.account_id === order.account_id &&
    invoice.date_purchased < order.date_purchased &&
    isSettled(invoice)
  );
}

/** Nothing is due for an invoice of no value. */
function isSettled(invoice: InvoiceState | undefined): boolean {
  if (!invoice) return false;
  return invoice.payments <= 1 && (invoice.paid ?? 0) === invoice.value_wt;
}

function counts(status: OrderStatus): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

function isInvoicePayment({ type }: { type: string }): boolean {
  return type === 'invoice_payment';
}

async function readStatesById(db: Db, ids: readonly number[]): Promise<Map<number, InvoiceState>> {
  const states = new Map<number, InvoiceState>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const found = await readInvoiceStates(db, ids.slice(start, start + IDS_PER_QUERY));
    for (const state of found) states.set(state.id, state);
  }
  return states;
}

/** Orders with how many items of other orders pay them, and how much. */
function readInvoiceStates(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('orders as invoice')
    .leftJoin('orders as payer', (join) =>
      join.onRef('payer.follows_order_id', '=', 'invoice.id').on('payer.status', 'in', COUNTING_STATUSES),
    )
    .leftJoin('order_items as item', (join) =>
      join.onRef('item.order_id', '=', 'payer.id').on('item.type', '=', 'invoice_payment'),
    )
    .select(['invoice.id', 'invoice.account_id', 'invoice.payment_term', 'invoice.date_purchased'])
    .select('invoice.value_wt')
    .select(({ fn }) => [
      fn.count<number>('item.id').as('payments'),
      fn.sum<number | null>('item.value_wt').as('paid'),
    ])
    .where('invoice.id', 'in', ids)
    .groupBy('invoice.id')
    .execute();
}

function demand(holds: boolean, rule: OrderRule, orderNumber: string): void {
  if (!holds) throw new OrderRuleError(rule, orderNumber);
}
