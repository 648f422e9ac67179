import { sql } from 'kysely';
import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import type { StoreDb } from '../schema.ts';
import { splitIntoChunks } from '../scoped-queries.ts';
import { type NewOrder, type OrderRule, OrderRuleError } from './order-rules.ts';

type InvoiceState = Awaited<ReturnType<typeof readInvoiceStates>>[number];

const IDS_PER_QUERY = 1_000;

/**
 * Checks new orders against the invoices that they pay. An invoice counts as paid if one item of a later order pays it
 * in full. Throws `OrderRuleError`.
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
    assertRule(isPaidInFullBy(payer, invoice), 'invoice_payment_pays_one_invoice_in_full', payer.order.order_number);
  }
  for (const { order } of paid) {
    assertRule(isSettled(states.get(order.id)), 'paid_invoice_has_its_payment', order.order_number);
  }
}

/** Checks that an invoice is marked as paid only if a later order paid it. Throws `OrderRuleError`. */
export async function checkInvoicePaidState(
  db: StoreDb,
  id: number,
  orderNumber: string,
  isPaid: 0 | 1,
): Promise<void> {
  const [invoice] = await readInvoiceStates(db, [id]);
  const isRight = isPaid === 1 ? isSettled(invoice) : invoice?.payments === 0;
  assertRule(isRight, 'paid_invoice_has_its_payment', orderNumber);
}

/** Marks the invoices paid by these orders as paid, at the time of payment. */
export async function settleInvoices(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
  for (const order of orders) {
    for (const id of listPaidInvoiceIds([order])) {
      await db
        .updateTable('orders')
        .set({ is_paid: 1, date_updated: order.order.date_purchased })
        .where(({ and }) => and({ id, is_paid: 0 }))
        .execute();
    }
  }
}

export function listPaidInvoiceIds(orders: readonly NewOrder[]): number[] {
  const payers = orders.filter(({ items }) => items.some(isInvoicePayment));
  return [...new Set(payers.flatMap(({ order }) => order.follows_order_id ?? []))];
}

/** Checks that an order that pays an invoice still counts. Otherwise the invoice would be unpaid again. */
export async function checkPayer(db: StoreDb, id: number, orderNumber: string, status: OrderStatus): Promise<void> {
  if (isCounting(status)) return;
  const payments = await db
    .selectFrom('order_items')
    .select('id')
    .where(({ and }) => and({ order_id: id, type: 'invoice_payment' }))
    .execute();
  assertRule(payments.length === 0, 'invoice_payment_pays_one_invoice_in_full', orderNumber);
}

function isPaidInFullBy({ order, items }: NewOrder, invoice: InvoiceState | undefined): boolean {
  return (
    isCounting(order.status) &&
    items.filter(isInvoicePayment).length === 1 &&
    invoice?.payment_term === 'invoice' &&
    invoice.account_id === order.account_id &&
    invoice.date_purchased < order.date_purchased &&
    isSettled(invoice)
  );
}

/** An invoice with value 0 needs no payment. */
function isSettled(invoice: InvoiceState | undefined): boolean {
  return invoice !== undefined && invoice.payments <= 1 && (invoice.paid ?? 0) === invoice.value_wt;
}

function isCounting(status: OrderStatus): boolean {
  return COUNTING_STATUSES.some((counting) => counting === status);
}

function isInvoicePayment({ type }: { type: string }): boolean {
  return type === 'invoice_payment';
}

async function readStatesById(db: StoreDb, ids: readonly number[]): Promise<Map<number, InvoiceState>> {
  const states = new Map<number, InvoiceState>();
  for (const chunk of splitIntoChunks(ids, IDS_PER_QUERY)) {
    for (const state of await readInvoiceStates(db, chunk)) states.set(state.id, state);
  }
  return states;
}

/** Reads orders with the number and sum of the items in other orders that pay them. */
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

function assertRule(holds: boolean, rule: OrderRule, orderNumber: string): void {
  if (!holds) throw new OrderRuleError(rule, orderNumber);
}

/** The quantity of a product that an order sold. Negative if it was returned. */
interface ProductLine {
  readonly sale_id: number;
  readonly product_id: number | null;
  /** The title of a product that is no longer in the catalog, otherwise `null`. */
  readonly removed_title: string | null;
  readonly tax_rate_id: number | null;
  readonly quantity: number;
}

const PRODUCT_COLUMNS = ['order_items.product_id', 'removed_title', 'order_items.tax_rate_id'] as const;

/**
 * Checks that all products of these orders were returned, by orders that follow them and count. Otherwise an order may
 * not be refunded. Throws `OrderRuleError`.
 */
export async function checkRefunds(db: StoreDb, ids: readonly number[]): Promise<void> {
  for (const sales of splitIntoChunks(ids, IDS_PER_QUERY)) {
    const sold = await readSoldLines(db, sales);
    const returned = new Map((await readReturnedLines(db, sales)).map((line) => [getLineKey(line), line.quantity]));
    const unreturned = sold.find((line) => returned.get(getLineKey(line)) !== -line.quantity)?.sale_id;
    const idsWithProducts = new Set(sold.map(({ sale_id }) => sale_id));
    const violating = unreturned ?? sales.find((id) => !idsWithProducts.has(id));
    if (violating !== undefined) throw new OrderRuleError('refunded_order_came_back_whole', `with id ${violating}`);
  }
}

function getLineKey({ sale_id, product_id, removed_title, tax_rate_id }: ProductLine): string {
  return JSON.stringify([sale_id, product_id, removed_title, tax_rate_id]);
}

function readSoldLines(db: StoreDb, saleIds: readonly number[]): Promise<ProductLine[]> {
  return selectProductLines(db)
    .select('order_items.order_id as sale_id')
    .where('order_items.order_id', 'in', saleIds)
    .where('order_items.quantity', '>', 0)
    .groupBy(['order_items.order_id', ...PRODUCT_COLUMNS])
    .execute();
}

function readReturnedLines(db: StoreDb, saleIds: readonly number[]): Promise<ProductLine[]> {
  return selectProductLines(db)
    .innerJoin('orders as follower', 'follower.id', 'order_items.order_id')
    .select(({ ref }) => ref('follower.follows_order_id').$notNull().as('sale_id'))
    .where('follower.follows_order_id', 'in', saleIds)
    .where('follower.status', 'in', COUNTING_STATUSES)
    .where('order_items.quantity', '<', 0)
    .groupBy(['follower.follows_order_id', ...PRODUCT_COLUMNS])
    .execute();
}

/** A product that is no longer in the catalog is identified by its title. */
function selectProductLines(db: StoreDb) {
  return db
    .selectFrom('order_items')
    .select(['order_items.product_id', 'order_items.tax_rate_id'])
    .select(sql<string | null>`case when order_items.product_id is null then order_items.title end`.as('removed_title'))
    .select(({ fn }) => fn.sum<number>('order_items.quantity').as('quantity'))
    .where('order_items.type', '=', 'product');
}
