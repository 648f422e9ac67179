import { type Customer, listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { listProductPrices, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, type Product, readProduct } from '../../../shared/contract/products.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import {
  nullIfNotFound,
  type PageAnswer,
  type PageRange,
  type ReadEndpoint,
} from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import type { Page, Platform, ProductPriceQuery, ProductQuery } from '../platform.ts';
import { emptyCustomers, emptyOrders, emptyPage, NO_ITEM_SUMS, readOrNothing } from './nothing-selected.ts';
import {
  expectOrder,
  expectPurchases,
  expectTrue,
  expectUnique,
  fullPageOf,
  type Purchase,
  type PurchaseRange,
} from './remote-checks.ts';

const idOf = ({ id }: { readonly id: number }) => id;

/** As a moment: around a change of the clock the texts are not in order. */
const purchaseOf = (row: { readonly date_purchased: string }) => Date.parse(row.date_purchased);

export type ReaderOf = (caller: Caller) => ReadEndpoint;

type RemoteLists = Pick<
  Platform,
  | 'searchProducts'
  | 'findProduct'
  | 'listProductPrices'
  | 'listStock'
  | 'listCustomers'
  | 'findCustomer'
  | 'listOrders'
  | 'findOrder'
  | 'listOrderItems'
  | 'listOrderPayments'
>;

export function createRemoteLists(readerOf: ReaderOf): RemoteLists {
  return {
    searchProducts: (caller, query) =>
      readOrNothing(query, emptyPage, (asked) => readProductPage(readerOf(caller), asked)),
    findProduct: (caller, id) => found(readProduct, id, readerOf(caller)(readProduct, {}, id)),
    listProductPrices: (caller, query) => readPricePage(readerOf(caller), query),

    listStock: (caller, query) =>
      readOrNothing(query, emptyPage, async (asked) => {
        const page = fullPageOf(listStock, asked, await readerOf(caller)(listStock, asked));
        expectUnique(listStock, page.rows, (row) => `${row.product_id} ${row.location_id}`);
        expectOrder(listStock, page.rows, (row) => row.product_id);
        return page;
      }),

    listCustomers: (caller, query) =>
      readOrNothing(query, emptyCustomers, async (asked) => {
        const answer = await readerOf(caller)(listCustomers, asked);
        const page = fullPageOf(listCustomers, asked, answer);
        expectUnique(listCustomers, page.rows, idOf);
        // A deployment that does not know the parameters and does not refuse them lists everybody.
        const { segment_id: segments, has_open_invoices: hasOpen } = asked;
        const isAsked = ({ segment_ids, open_invoices_wt: open, order_count }: Customer) =>
          (segments === undefined || segment_ids.some((id) => segments.includes(id))) &&
          (hasOpen === undefined || (open !== null && (hasOpen ? order_count > 0 : open === 0)));
        expectTrue(listCustomers, page.rows.every(isAsked));
        if ((asked.sort ?? 'id') === 'id') expectOrder(listCustomers, page.rows, idOf);
        return { ...page, sums: answer.sums };
      }),
    findCustomer: (caller, id) => found(readCustomer, id, readerOf(caller)(readCustomer, {}, id)),

    listOrders: (caller, query) =>
      readOrNothing(query, emptyOrders, async (asked) => {
        const answer = await readerOf(caller)(listOrders, asked);
        const page = fullPageOf(listOrders, asked, answer);
        expectUnique(listOrders, page.rows, idOf);
        expectPurchases(listOrders, asked, page.rows);
        // A deployment that does not know the parameter and does not refuse it lists the orders of everybody.
        const { customer_id: customer } = asked;
        expectTrue(listOrders, customer === undefined || page.rows.every((row) => row.customer_id === customer));
        if ((asked.sort ?? 'date_purchased') === 'date_purchased') {
          expectOrder(listOrders, page.rows, purchaseOf);
        }
        return { ...page, sums: answer.sums };
      }),
    findOrder: (caller, id) => found(readOrder, id, readerOf(caller)(readOrder, {}, id)),

    listOrderItems(caller, query) {
      const nothing = () => ({ ...emptyPage(), sums: { ...NO_ITEM_SUMS } });
      return readOrNothing(query, nothing, async (asked) => {
        const answer = await readerOf(caller)(listOrderItems, asked);
        return { ...orderLinesOf(listOrderItems, asked, answer), sums: answer.sums };
      });
    },
    listOrderPayments(caller, query) {
      const nothing = () => ({ ...emptyPage(), sums: { amount: 0 } });
      return readOrNothing(query, nothing, async (asked) => {
        const answer = await readerOf(caller)(listOrderPayments, asked);
        return { ...orderLinesOf(listOrderPayments, asked, answer), sums: answer.sums };
      });
    },
  };
}

/** Only a list by id can be checked for its order. */
export async function readProductPage(read: ReadEndpoint, query: ProductQuery): Promise<Page<Product>> {
  const page = fullPageOf(listProducts, query, await read(listProducts, query));
  const isById = !query.q?.trim() && (query.sort ?? 'id') === 'id';
  expectUnique(listProducts, page.rows, idOf);
  if (isById) expectOrder(listProducts, page.rows, idOf);
  return page;
}

export async function readPricePage(read: ReadEndpoint, query: ProductPriceQuery): Promise<Page<ProductPrice>> {
  const page = fullPageOf(listProductPrices, query, await read(listProductPrices, query));
  const asked = new Set(query.product_ids);
  expectUnique(listProductPrices, page.rows, idOf);
  expectOrder(listProductPrices, page.rows, (row) => row.product_id);
  const isAsked = page.rows.every((row) => asked.has(row.product_id));
  expectTrue(listProductPrices, isAsked);
  return page;
}

/** A page of what belongs to orders, in the order in which those were bought. */
function orderLinesOf<Row extends Purchase & { readonly id: number }>(
  endpoint: Endpoint,
  query: PageRange & PurchaseRange & { readonly sort?: string },
  answer: PageAnswer<Row>,
): Page<Row> {
  const page = fullPageOf(endpoint, query, answer);
  expectUnique(endpoint, page.rows, idOf);
  expectPurchases(endpoint, query, page.rows);
  if ((query.sort ?? 'date_purchased') === 'date_purchased') expectOrder(endpoint, page.rows, purchaseOf);
  return page;
}

async function found<Found extends { readonly id: number }>(
  endpoint: Endpoint,
  id: number,
  finding: Promise<Found>,
): Promise<Found | null> {
  const record = await nullIfNotFound(finding);
  if (record !== null) expectTrue(endpoint, record.id === id);
  return record;
}
