import { sql } from 'kysely';
import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import type { StoreDb } from '../schema.ts';
import { splitIntoChunks } from '../scoped-queries.ts';
import { type NewOrder, type OrderRule, OrderRuleError } from './order-rules.ts';

type InvoiceState = Awaited<ReturnType<typeof readInvoiceStates>>[number];

const IDS_PER_QUERY = 1_000;

/**
 * Checks orders that have just been written against those that they pay or that pay them: an invoice counts as paid when
 * one item of a later order pays it in full. Throws `OrderRuleError`.
 */
export async function checkInvoices(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
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

/** Checks that an invoice is marked as paid exactly when a later order paid it. */
export async function checkInvoiceMark(db: StoreDb, id: number, orderNumber: string, isPaid: 0 | 1): Promise<void> {
  const [invoice] = await readInvoiceStates(db, [id]);
  const isRight = isPaid === 1 ? isSettled(invoice) : invoice?.payments === 0;
  demand(isRight, 'paid_invoice_has_its_payment', orderNumber);
}

/** Marks the invoices that these orders pay as paid, at the moment of the payment. */
export async function settleInvoices(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
  for (const order of orders) {
    for (const id of invoicesPaidBy([order])) {
      await db
        .updateTable('orders')
        .set({ is_paid: 1, date_updated: order.order.date_purchased })
        .where(({ and }) => and({ id, is_paid: 0 }))
        .execute();
    }
  }
}

/** Ids of the invoices that these orders pay. */
export function invoicesPaidBy(orders: readonly NewOrder[]): number[] {
  const payers = orders.filter(({ items }) => items.some(isInvoicePayment));
  return [...new Set(payers.flatMap(({ order }) => order.follows_order_id ?? []))];
}

/** Checks that an order that pays an invoice still counts: otherwise the invoice would be unpaid again. */
export async function checkPayer(db: StoreDb, id: number, orderNumber: string, status: OrderStatus): Promise<void> {
  if (counts(status)) return;
  const payments = await db
    .selectFrom('order_items')
    .select('id')
    .where(({ and }) => and({ order_id: id, type: 'invoice_payment' }))
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
  return invoice !== undefined && invoice.payments <= 1 && (invoice.paid ?? 0) === invoice.value_wt;
}

function counts(status: OrderStatus): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

function isInvoicePayment({ type }: { type: string }): boolean {
  return type === 'invoice_payment';
}

async function readStatesById(db: StoreDb, ids: readonly number[]): Promise<Map<number, InvoiceState>> {
  const states = new Map<number, InvoiceState>();
  for (const some of splitIntoChunks(ids, IDS_PER_QUERY)) {
    for (const state of await readInvoiceStates(db, some)) states.set(state.id, state);
  }
  return states;
}

/** Orders with how many items of other orders pay them, and how much. */
function readInvoiceStates(db: StoreDb, ids: readonly number[]) {
  return db
    .selectFrom('orders as invoice')
    .leftJoin('orders as payer', (join) =>
      join.onRef('payer.follows_order_id', '=', 'invoice.id').on('payer.status', 'in', COUNTING_STATUSES),
    )
    .leftJoin('order_items as item', (join) =>
      join.onRef('item.order_id', '=', 'payer.id').on('item.type', '=', 'invoice_payment'),
    )
    .select(['invoice.id', 'invoice.account_id', 'invoice.payment_term', 'invoice.date_purchased', 'invoice.value_wt'])
    .select(({ fn }) => [fn.count<number>('item.id').as('payments'), fn.sum<number | null>('item.value_wt').as('paid')])
    .where('invoice.id', 'in', ids)
    .groupBy('invoice.id')
    .execute();
}

function demand(holds: boolean, rule: OrderRule, orderNumber: string): void {
  if (!holds) throw new OrderRuleError(rule, orderNumber);
}

/** How much of one product an order sold, or how much of it came back: then negative. */
interface ProductLine {
  readonly sale_id: number;
  readonly product_id: number | null;
  /** The title of a product that is no longer in the catalog. */
  readonly loose_title: string | null;
  readonly tax_rate_id: number | null;
  readonly quantity: number;
}

const PRODUCT = ['order_items.product_id', 'loose_title', 'order_items.tax_rate_id'] as const;

/**
 * Checks that the goods of every order with one of these ids came back completely, in orders that follow it and count.
 * Only then is an order refunded. Throws `OrderRuleError`.
 */
export async function checkRefunds(db: StoreDb, ids: readonly number[]): Promise<void> {
  for (const sales of splitIntoChunks(ids, IDS_PER_QUERY)) {
    const sold = await readSold(db, sales);
    const returned = new Map((await readReturned(db, sales)).map((line) => [keyOf(line), line.quantity]));
    const unreturned = sold.find((line) => returned.get(keyOf(line)) !== -line.quantity)?.sale_id;
    const withGoods = new Set(sold.map(({ sale_id }) => sale_id));
    const broken = unreturned ?? sales.find((id) => !withGoods.has(id));
    if (broken !== undefined) throw new OrderRuleError('refunded_order_came_back_whole', `with id ${broken}`);
  }
}

function keyOf({ sale_id, product_id, loose_title, tax_rate_id }: ProductLine): string {
  return JSON.stringify([sale_id, product_id, loose_title, tax_rate_id]);
}

function readSold(db: StoreDb, saleIds: readonly number[]): Promise<ProductLine[]> {
  return productLines(db)
    .select('order_items.order_id as sale_id')
    .where('order_items.order_id', 'in', saleIds)
    .where('order_items.quantity', '>', 0)
    .groupBy(['order_items.order_id', ...PRODUCT])
    .execute();
}

function readReturned(db: StoreDb, saleIds: readonly number[]): Promise<ProductLine[]> {
  return productLines(db)
    .innerJoin('orders as follower', 'follower.id', 'order_items.order_id')
    .select(({ ref }) => ref('follower.follows_order_id').$notNull().as('sale_id'))
    .where('follower.follows_order_id', 'in', saleIds)
    .where('follower.status', 'in', COUNTING_STATUSES)
    .where('order_items.quantity', '<', 0)
    .groupBy(['follower.follows_order_id', ...PRODUCT])
    .execute();
}

/** A product that is no longer in the catalog is identified by its title. */
function productLines(db: StoreDb) {
  return db
    .selectFrom('order_items')
    .select(['order_items.product_id', 'order_items.tax_rate_id'])
    .select(sql<string | null>`case when order_items.product_id is null then order_items.title end`.as('loose_title'))
    .select(({ fn }) => fn.sum<number>('order_items.quantity').as('quantity'))
    .where('order_items.type', '=', 'product');
}
