import { formatTimestamp, formatTimestampOrNull } from '../../../shared/calendar.ts';
import type { Customer, CustomerSums } from '../../../shared/contract/customers.ts';
import { DISCOUNT_ORDERS_BATCH } from '../../../shared/contract/discount-orders.ts';
import type { ORDER_INCLUDES, Order, OrderSums } from '../../../shared/contract/orders.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { ReadPage } from '../../store/list-reader.ts';
import {
  type CustomerAmounts,
  type CustomerFigures,
  defineCustomerList,
  findCustomerRow,
  readCustomerFigures,
  readCustomerSegments,
  readCustomers,
} from '../../store/orders/customers-queries.ts';
import { type OrderKey, readDiscountedOrders } from '../../store/orders/discounted-orders-queries.ts';
import {
  defineItemList,
  definePaymentList,
  type ItemSums,
  readItems,
  readItemsOfOrders,
  readPayments,
  readPaymentsOfOrders,
} from '../../store/orders/order-lines-queries.ts';
import {
  defineOrderList,
  findOrderRecord,
  type OrderAmounts,
  type OrderRecord,
  readOrders,
} from '../../store/orders/orders-queries.ts';
import type { CustomersTable, StoreDb } from '../../store/schema.ts';
import { type StoreScope, sortByIds } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type DiscountOrderQuery, type Platform, readAllDiscountOrders } from '../platform.ts';
import { addInstants, createForeignKeyError, getScope } from './embedded-scope.ts';
import { toDiscountOrder, toItemRow, toOrderItem, toOrderPayment, toOrderRow, toPaymentRow } from './order-mapper.ts';

type Orders = Pick<Platform, 'listOrders' | 'findOrder' | 'readDiscountOrders' | 'listDiscountOrders'>;

type Include = (typeof ORDER_INCLUDES)[number];

/** Can be read in a few milliseconds. */
const MAX_BATCH_ROWS = 500;

export function createEmbeddedOrders(store: StoreDb, readPage: ReadPage): Orders {
  async function readDiscountBatch(size: number, caller: Caller, query: DiscountOrderQuery, after: string | null) {
    const key = after === null ? null : parseOrderKey(after);
    // One row more than the batch shows whether another batch follows.
    const found = await readDiscountedOrders(store, getScope(caller), addInstants(query), key, size + 1);
    const batch = found.slice(0, size);
    const last = found.length > batch.length ? batch.at(-1) : undefined;
    return {
      rows: batch.map(toDiscountOrder),
      next: last ? formatOrderKey({ datePurchased: last.date_purchased, id: last.id }) : null,
    };
  }

  return {
    listOrders: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = getScope(caller);
        const page = await readPage(db, defineOrderList(db, scope, addInstants(query)), query);
        const ids = page.rows.map(({ id }) => id);
        const orders = sortByIds(await readOrders(db, scope, ids), ids);
        return {
          total: page.total,
          rows: await addDetails(db, orders, query.include ?? []),
          sums: toOrderSums(page.sums),
        };
      }),

    findOrder: (caller, id) =>
      inTransaction(store, async (db) => {
        const order = await findOrderRecord(db, getScope(caller), id);
        if (!order) return null;
        const items = await readItemsOfOrders(db, [id]);
        const payments = await readPaymentsOfOrders(db, [id]);
        return { ...toOrderRow(order), items: items.map(toOrderItem), payments: payments.map(toOrderPayment) };
      }),

    readDiscountOrders: (...call) => readDiscountBatch(DISCOUNT_ORDERS_BATCH, ...call),
    listDiscountOrders: (...call) =>
      readAllDiscountOrders({ readDiscountOrders: (...one) => readDiscountBatch(MAX_BATCH_ROWS, ...one) }, ...call),
  };
}

function toOrderSums(sums: OrderAmounts): OrderSums {
  return {
    value_wt: toEuros(sums.value_wt),
    value_ex_wt: toEuros(sums.value_ex),
    discount_value_wt: toEuros(sums.discount_wt),
    discount_value_ex_wt: toEuros(sums.discount_ex),
    cancelled_orders: sums.cancelled_orders,
    cancelled_value_wt: toEuros(sums.cancelled_wt),
    uncounted_orders: sums.uncounted_orders,
    uncounted_value_wt: toEuros(sums.uncounted_wt),
    non_revenue_wt: toEuros(sums.non_revenue_wt),
  };
}

/** Adds the included lines to the rows of a page, with one query per kind of line. */
async function addDetails(db: StoreDb, orders: OrderRecord[], include: readonly Include[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = include.includes('items') ? groupByOrder(await readItemsOfOrders(db, ids)) : null;
  const payments = include.includes('payments') ? groupByOrder(await readPaymentsOfOrders(db, ids)) : null;
  return orders.map((order) => ({
    ...toOrderRow(order),
    ...(items && { items: (items.get(order.id) ?? []).map(toOrderItem) }),
    ...(payments && { payments: (payments.get(order.id) ?? []).map(toOrderPayment) }),
  }));
}

function groupByOrder<Line extends { order_id: number }>(lines: readonly Line[]): Map<number, Line[]> {
  return Map.groupBy(lines, (line) => line.order_id);
}

type OrderLines = Pick<Platform, 'listOrderItems' | 'listOrderPayments'>;

/** Creates the calls for the rows behind the figures, with sums of all matching rows. */
export function createEmbeddedOrderLines(store: StoreDb, readPage: ReadPage): OrderLines {
  return {
    listOrderItems: (caller, query) =>
      inTransaction(store, async (db) => {
        const page = await readPage(db, defineItemList(db, getScope(caller), addInstants(query)), query);
        const ids = page.rows.map(({ id }) => id);
        const items = sortByIds(await readItems(db, caller.accountId, ids), ids);
        return {
          total: page.total,
          rows: items.map(toItemRow),
          sums: toItemSums(page.sums),
        };
      }),

    listOrderPayments: (caller, query) =>
      inTransaction(store, async (db) => {
        const selection = { ...addInstants(query), provider_id: query.provider_method_type_id };
        const page = await readPage(db, definePaymentList(db, getScope(caller), selection), query);
        const ids = page.rows.map(({ id }) => id);
        const payments = sortByIds(await readPayments(db, caller.accountId, ids), ids);
        return {
          total: page.total,
          rows: payments.map(toPaymentRow),
          sums: { amount: toEuros(page.sums.amount) },
        };
      }),
  };
}

function toItemSums(sums: Omit<ItemSums, 'discount_wt'>) {
  return {
    quantity: sums.quantity / QUANTITY_SCALE,
    value: toEuros(sums.value_ex),
    value_wt: toEuros(sums.value_wt),
    cost: toEuros(sums.cost_ex),
  };
}

const KEY_PATTERN = /^(-?\d{1,15}):(\d{1,15})$/;

/** Formats the key of a batch: `instant:id`. */
function formatOrderKey({ datePurchased, id }: OrderKey): string {
  return `${datePurchased}:${id}`;
}

function parseOrderKey(text: string): OrderKey {
  const match = KEY_PATTERN.exec(text);
  if (!match) throw createForeignKeyError();
  return { datePurchased: Number(match[1]), id: Number(match[2]) };
}

type Customers = Pick<Platform, 'listCustomers' | 'findCustomer'>;

export function createEmbeddedCustomers(store: StoreDb, readPage: ReadPage): Customers {
  return {
    listCustomers: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = getScope(caller);
        const list = defineCustomerList(db, scope, query);
        const page = await readPage(db, list, query);
        const ids = page.rows.map(({ id }) => id);
        const customers = sortByIds(await readCustomers(db, scope, ids), ids);
        return {
          total: page.total,
          rows: await addFigures(db, scope, customers),
          sums: list.sums ? toCustomerSums(page.sums) : null,
        };
      }),

    findCustomer: (caller, id) =>
      inTransaction(store, async (db) => {
        const scope = getScope(caller);
        const found = await findCustomerRow(db, scope, id);
        const [customer = null] = await addFigures(db, scope, found ? [found] : []);
        return customer;
      }),
  };
}

function toCustomerSums({ orders, turnover_wt, open_wt }: CustomerAmounts): CustomerSums {
  return { order_count: orders, turnover_wt: toEuros(turnover_wt), open_invoices_wt: toEuros(open_wt) };
}

/** Adds segments and purchases to customers, with one query each. */
async function addFigures(db: StoreDb, scope: StoreScope, customers: readonly CustomersTable[]): Promise<Customer[]> {
  if (customers.length === 0) return [];
  const ids = customers.map(({ id }) => id);
  const memberships = await readCustomerSegments(db, scope.accountId, ids);
  const segments = Map.groupBy(memberships, ({ customer_id }) => customer_id);
  const figures = new Map((await readCustomerFigures(db, scope, ids)).map((row) => [row.id, row]));
  return customers.map((customer) => {
    const segmentIds = (segments.get(customer.id) ?? []).map(({ segment_id }) => segment_id);
    return toCustomer(customer, segmentIds, figures.get(customer.id));
  });
}

function toCustomer(
  { id, name, email, phone, city, country_iso2, date_created }: CustomersTable,
  segmentIds: readonly number[],
  figures: CustomerFigures | undefined,
): Customer {
  return {
    id,
    name,
    email,
    phone,
    city,
    country_iso2,
    segment_ids: [...segmentIds],
    date_created: formatTimestamp(date_created),
    order_count: figures?.orders ?? 0,
    turnover_wt: toEuros(figures?.turnover_wt ?? 0),
    open_invoices_wt: toEuros(figures?.open_wt ?? 0),
    date_last_purchased: formatTimestampOrNull(figures?.purchased ?? null),
  };
}
