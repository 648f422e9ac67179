import { listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { listProducts, readProduct } from '../../../shared/contract/products.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import { nullIfNotFound, type PageRange, type ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import type { Page, Platform } from '../platform.ts';
import {
  expectOrder,
  expectPurchases,
  expectTrue,
  expectUnique,
  fullPageOf,
  type PageAnswer,
  type Purchase,
  type PurchaseRange,
} from './remote-checks.ts';

type ListName =
  | 'searchProducts'
  | 'listProductPrices'
  | 'listStock'
  | 'listCustomers'
  | 'listOrders'
  | 'listOrderItems'
  | 'listOrderPayments';

type ListReads = {
  readonly [Name in ListName]: (
    read: ReadEndpoint,
    query: Parameters<Platform[Name]>[1],
  ) => ReturnType<Platform[Name]>;
};

const idOf = ({ id }: { readonly id: number }) => id;

/** As a moment: around a change of the clock the texts are not in order. */
const purchaseOf = (row: { readonly date_purchased: string }) => Date.parse(row.date_purchased);

/** How each paged list is read over the API; what contradicts itself or the query is refused. */
export const LIST_READS: ListReads = {
  async searchProducts(read, query) {
    const page = fullPageOf(listProducts, query, await read(listProducts, query));
    const isById = !query.q?.trim() && (query.sort ?? 'id') === 'id';
    expectUnique(listProducts, page.rows, idOf);
    if (isById) expectOrder(listProducts, page.rows, idOf);
    return page;
  },

  async listProductPrices(read, query) {
    const page = fullPageOf(listProductPrices, query, await read(listProductPrices, query));
    const asked = new Set(query.product_ids);
    expectUnique(listProductPrices, page.rows, idOf);
    expectOrder(listProductPrices, page.rows, (row) => row.product_id);
    expectTrue(
      listProductPrices,
      page.rows.every((row) => asked.has(row.product_id)),
    );
    return page;
  },

  async listStock(read, query) {
    const page = fullPageOf(listStock, query, await read(listStock, query));
    expectUnique(listStock, page.rows, (row) => `${row.product_id} ${row.location_id}`);
    expectOrder(listStock, page.rows, (row) => row.product_id);
    return page;
  },

  async listCustomers(read, query) {
    const page = fullPageOf(listCustomers, query, await read(listCustomers, query));
    expectUnique(listCustomers, page.rows, idOf);
    expectOrder(listCustomers, page.rows, idOf);
    return page;
  },

  async listOrders(read, query) {
    const page = fullPageOf(listOrders, query, await read(listOrders, query));
    expectUnique(listOrders, page.rows, idOf);
    expectPurchases(listOrders, query, page.rows);
    if ((query.sort ?? 'date_purchased') === 'date_purchased') {
      expectOrder(listOrders, page.rows, purchaseOf);
    }
    return page;
  },

  async listOrderItems(read, query) {
    const answer = await read(listOrderItems, query);
    return { ...orderLinesOf(listOrderItems, query, answer), sums: answer.sums };
  },

  async listOrderPayments(read, query) {
    const answer = await read(listOrderPayments, query);
    return { ...orderLinesOf(listOrderPayments, query, answer), sums: answer.sums };
  },
};

/** A page of what belongs to orders, in the order in which those were bought. */
function orderLinesOf<Row extends Purchase & { readonly id: number }>(
  endpoint: Endpoint,
  query: PageRange & PurchaseRange,
  answer: PageAnswer<Row>,
): Page<Row> {
  const page = fullPageOf(endpoint, query, answer);
  expectUnique(endpoint, page.rows, idOf);
  expectPurchases(endpoint, query, page.rows);
  expectOrder(endpoint, page.rows, purchaseOf);
  return page;
}

/** How each record is read by its id over the API; null where there is none. */
export const RECORD_READS = {
  findProduct: (read: ReadEndpoint, id: number) => found(readProduct, id, read(readProduct, {}, id)),
  findCustomer: (read: ReadEndpoint, id: number) => found(readCustomer, id, read(readCustomer, {}, id)),
  findOrder: (read: ReadEndpoint, id: number) => found(readOrder, id, read(readOrder, {}, id)),
};

async function found<Found extends { readonly id: number }>(
  endpoint: Endpoint,
  id: number,
  finding: Promise<Found>,
): Promise<Found | null> {
  const record = await nullIfNotFound(finding);
  if (record !== null) expectTrue(endpoint, record.id === id);
  return record;
}
