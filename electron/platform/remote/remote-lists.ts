import { CUSTOMERS_CAP, listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, ORDERS_CAP, readOrder } from '../../../shared/contract/orders.ts';
import { listProductPrices, PRODUCT_PRICES_CAP, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product, readProduct } from '../../../shared/contract/products.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import {
  nullIfNotFound,
  type PageAnswer,
  type PageRange,
  REFERENCE_READS,
  type ReadEndpoint,
} from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import type { Page, Platform, ProductPriceQuery, ProductQuery } from '../platform.ts';
import { type CheckedLists, lacking } from './checked-lists.ts';
import { CUSTOMER_RULES, ORDER_RULES, PRODUCT_RULES, type RowLookups } from './list-rules.ts';
import { sumsOfCustomers, sumsOfOrders } from './list-sums.ts';
import { findInList } from './listed-records.ts';
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
import type { RemoteOffer } from './remote-offer.ts';
import { nameOfCredential } from './remote-sessions.ts';

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

interface RemoteListsDeps {
  readonly readerOf: ReaderOf;
  readonly lists: CheckedLists;
  readonly offer: Pick<RemoteOffer, 'takes'>;
}

export function createRemoteLists({ readerOf, lists, offer }: RemoteListsDeps): RemoteLists {
  /** What `CheckedLists` needs to know of the caller. */
  function askedBy(caller: Caller, query: { readonly sort?: string; readonly location_id?: readonly number[] }) {
    return {
      reader: `${caller.accountId} ${caller.userId} ${nameOfCredential(caller.upstreamCredential ?? '')}`,
      isDeclared: (endpoint: Endpoint, name: string, several: boolean) => offer.takes(caller, endpoint, name, several),
      lookups: () => readLookups(readerOf(caller), query),
    };
  }

  const self: RemoteLists = {
    searchProducts: (caller, query) =>
      readOrNothing(query, emptyPage, async (asked): Promise<Page<Product>> => {
        const { rows, total } = await lists.read({
          ...{ rules: PRODUCT_RULES, query: asked, cap: PRODUCTS_CAP, ...askedBy(caller, asked) },
          read: (sent) => readerOf(caller)(listProducts, sent),
          sumsOf: () => null,
        });
        return { rows, total };
      }),
    async findProduct(caller, id) {
      const product = await found(readProduct, id, readerOf(caller)(readProduct, {}, id));
      if (product !== null) return product;
      const listed = await findInList((page) => self.searchProducts(caller, page), PRODUCTS_CAP, id);
      return listed && { ...listed, prices: await readPricesOf(readerOf(caller), id) };
    },
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
        const { sums = null, ...page } = await lists.read({
          ...{ rules: CUSTOMER_RULES, query: asked, cap: CUSTOMERS_CAP, ...askedBy(caller, asked) },
          read: (sent) => readerOf(caller)(listCustomers, sent),
          sumsOf: sumsOfCustomers,
        });
        return { ...page, sums };
      }),
    async findCustomer(caller, id) {
      const customer = await found(readCustomer, id, readerOf(caller)(readCustomer, {}, id));
      if (customer !== null) return customer;
      // A deployment without customers has no list of them either.
      return nullIfNotFound(findInList((page) => self.listCustomers(caller, page), CUSTOMERS_CAP, id));
    },

    listOrders: (caller, query) =>
      readOrNothing(query, emptyOrders, async (asked) => {
        const { sums = null, ...page } = await lists.read({
          ...{ rules: ORDER_RULES, query: asked, cap: ORDERS_CAP, ...askedBy(caller, asked) },
          read: (sent) => readerOf(caller)(listOrders, sent),
          sumsOf: sumsOfOrders,
        });
        const includes = asked.include ?? [];
        const hasParts = page.rows.every((row) => includes.every((part) => row[part] !== undefined));
        if (!hasParts) throw lacking(listOrders, 'include');
        return { ...page, sums };
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
  return self;
}

/** A page of products by id, as they come without a search. */
export async function readProductPage(read: ReadEndpoint, query: ProductQuery): Promise<Page<Product>> {
  const page = fullPageOf(listProducts, query, await read(listProducts, query));
  expectUnique(listProducts, page.rows, idOf);
  expectOrder(listProducts, page.rows, idOf);
  return page;
}

/** Titles and places, if the query sorts or chooses by them. */
async function readLookups(
  read: ReadEndpoint,
  { sort = '', location_id }: { readonly sort?: string; readonly location_id?: readonly number[] },
): Promise<RowLookups> {
  const needsShops = location_id !== undefined || sort.endsWith('shop');
  const shops = needsShops ? await REFERENCE_READS.shops(read) : [];
  const groups = sort.endsWith('product_group') ? await REFERENCE_READS.turnoverGroups(read) : [];
  const shopsById = new Map(shops.map((shop) => [shop.id, shop]));
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  return {
    shopTitle: (id) => shopsById.get(id)?.title ?? null,
    locationOfShop: (id) => shopsById.get(id)?.location_id ?? null,
    groupTitle: (id) => groupsById.get(id)?.title ?? null,
  };
}

/** All price rows of one product, in smaller pages too. */
async function readPricesOf(read: ReadEndpoint, id: number): Promise<ProductPrice[]> {
  const prices: ProductPrice[] = [];
  for (let total = 1; prices.length < total; ) {
    const page = await readPricePage(read, { product_ids: [id], start: prices.length, limit: PRODUCT_PRICES_CAP });
    expectTrue(listProductPrices, page.rows.length > 0 || page.total === 0);
    prices.push(...page.rows);
    total = page.total;
  }
  return prices;
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
