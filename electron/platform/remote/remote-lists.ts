import { listCustomers, MAX_CUSTOMERS, readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import {
  listOrders,
  MAX_ORDERS,
  ORDER_INCLUDES,
  type OrderWithDetails,
  readOrder,
} from '../../../shared/contract/orders.ts';
import { listProductPrices, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { listProducts, MAX_PRODUCTS, readProduct } from '../../../shared/contract/products.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import {
  catchNotFound,
  createUnexpectedError,
  REFERENCE_READS,
  type ReadEndpoint,
} from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import type {
  CustomerQuery,
  OrderItemQuery,
  OrderPaymentQuery,
  OrderQuery,
  Page,
  Platform,
  ProductPriceQuery,
  ProductQuery,
  Reports,
  StockQuery,
} from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { CheckedLists, CheckedPage } from './checked-lists.ts';
import {
  ORDER_ITEM_RULES,
  ORDER_PAYMENT_RULES,
  PRODUCT_PRICE_RULES,
  PRODUCT_SALES_RULES,
  STOCK_RULES,
} from './line-rules.ts';
import type { ListAnswer } from './list-pages.ts';
import type { CheckedList, ListQuery } from './list-plan.ts';
import { CUSTOMER_RULES, ORDER_RULES, PRODUCT_RULES, type RowLookups } from './list-rules.ts';
import { canOrderSumsMatch, sumCustomers, sumItemRows, sumOrders, sumPayments, sumSales } from './list-sums.ts';
import { findInList, findInPages, readOrFind } from './listed-records.ts';
import { readIgnoringUnknownIds } from './nothing-selected.ts';
import type { OrderDays } from './order-days.ts';
import type { RemoteOffer } from './remote-offer.ts';
import { readAllPrices } from './remote-price-list.ts';
import { hashCredential } from './remote-sessions.ts';

export type GetReader = (caller: Caller) => ReadEndpoint;

export type RemoteLists = Pick<
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
> & {
  readProductSales(caller: Caller, query: Reports['productSales']['query']): Promise<Reports['productSales']['answer']>;
};

interface RemoteListsDeps {
  readonly getReader: GetReader;
  readonly lists: CheckedLists;
  readonly offer: Pick<RemoteOffer, 'hasParameter'>;
  readonly orderDays: OrderDays;
}

export function createRemoteLists({ getReader, lists, offer, orderDays }: RemoteListsDeps): RemoteLists {
  function readList<Row, Query extends ListQuery, Sums>(
    caller: Caller,
    query: Query,
    list: Pick<CheckedList<Row, Query, Sums>, 'rules' | 'calculateSums' | 'canSumsMatch'> & {
      readonly read: (read: ReadEndpoint, sent: Query) => Promise<ListAnswer<Row, Sums>>;
    },
  ) {
    let lookups: Promise<RowLookups> | undefined;
    const nothing = () => ({ rows: [], total: 0, sums: list.calculateSums([]) });
    const checked = {
      ...list,
      reader: `${caller.accountId} ${caller.userId} ${hashCredential(caller.upstreamCredential ?? '')}`,
      isDeclared: (endpoint: Endpoint, name: string, several: boolean) =>
        offer.hasParameter(caller, endpoint, name, several),
      lookups() {
        lookups ??= readLookups(getReader(caller), query);
        return lookups;
      },
      read: (sent: Query) => list.read(getReader(caller), sent),
    };
    return readIgnoringUnknownIds(query, nothing, (asked) =>
      lists.read<Row, Query, Sums>({ ...checked, query: asked }),
    );
  }

  function readOrders(caller: Caller, query: OrderQuery, rules = ORDER_RULES) {
    const read = (of: ReadEndpoint, sent: OrderQuery) => of(listOrders, sent);
    return readList(caller, query, { rules, read, calculateSums: sumOrders, canSumsMatch: canOrderSumsMatch });
  }

  /** Finds an order in the list of its day. */
  async function findListedOrder(caller: Caller, id: number, refusal: PlatformError): Promise<OrderWithDetails | null> {
    const day = orderDays.find(caller, id);
    // The deployment may be unable to read orders by id, so a missing one cannot be called not found.
    if (day === null) return catchNotFound(Promise.reject(refusal));
    const listQuery = { from: day, to: day, include: [...ORDER_INCLUDES] };
    // Parts that the list lacks are unknown.
    const rules = { ...ORDER_RULES, hasParts: () => true };
    const order = await findInPages((page) => readOrders(caller, { ...listQuery, ...page }, rules), MAX_ORDERS, id);
    return order && { ...order, items: order.items ?? null, payments: order.payments ?? null };
  }

  const self: RemoteLists = {
    async searchProducts(caller, query) {
      const read = (of: ReadEndpoint, sent: ProductQuery) => of(listProducts, sent);
      return removeSums(await readList(caller, query, { rules: PRODUCT_RULES, read, calculateSums: getNoSums }));
    },
    async findProduct(caller, id) {
      const product = await readOrFind(readProduct, id, getReader(caller)(readProduct, {}, id), async () => {
        const listed = await findInList((page) => self.searchProducts(caller, page), MAX_PRODUCTS, id);
        return (
          listed && {
            ...listed,
            prices: [...(await readAllPrices((query) => self.listProductPrices(caller, query), [id]))],
          }
        );
      });
      return product && { ...product, prices: removeUnitThresholds(product.prices) };
    },
    async listProductPrices(caller, query) {
      const read = async (of: ReadEndpoint, sent: ProductPriceQuery) => {
        const answer = await of(listProductPrices, sent);
        return { ...answer, data: removeUnitThresholds(answer.data) };
      };
      return removeSums(await readList(caller, query, { rules: PRODUCT_PRICE_RULES, read, calculateSums: getNoSums }));
    },
    async listStock(caller, query) {
      const read = (of: ReadEndpoint, sent: StockQuery) => of(listStock, sent);
      return removeSums(await readList(caller, query, { rules: STOCK_RULES, read, calculateSums: getNoSums }));
    },

    listCustomers(caller, query) {
      const read = (of: ReadEndpoint, sent: CustomerQuery) => of(listCustomers, sent);
      return readList(caller, query, { rules: CUSTOMER_RULES, read, calculateSums: sumCustomers });
    },
    findCustomer: (caller, id) =>
      readOrFind(readCustomer, id, getReader(caller)(readCustomer, {}, id), () =>
        // A deployment without customers also has no customer list.
        catchNotFound(findInList((page) => self.listCustomers(caller, page), MAX_CUSTOMERS, id)),
      ),

    async listOrders(caller, query) {
      const page = await readOrders(caller, query);
      orderDays.add(caller, page.rows);
      return page;
    },
    findOrder: (caller, id) =>
      readOrFind(readOrder, id, getReader(caller)(readOrder, {}, id), (refusal) =>
        findListedOrder(caller, id, refusal),
      ),

    async listOrderItems(caller, query) {
      const read = (of: ReadEndpoint, sent: OrderItemQuery) => of(listOrderItems, sent);
      const page = await readList(caller, query, { rules: ORDER_ITEM_RULES, read, calculateSums: sumItemRows });
      orderDays.add(caller, page.rows);
      return requireSums(listOrderItems, page);
    },
    async listOrderPayments(caller, query) {
      const read = (of: ReadEndpoint, sent: OrderPaymentQuery) => of(listOrderPayments, sent);
      const page = await readList(caller, query, { rules: ORDER_PAYMENT_RULES, read, calculateSums: sumPayments });
      orderDays.add(caller, page.rows);
      return requireSums(listOrderPayments, page);
    },
    async readProductSales(caller, query) {
      const read = (of: ReadEndpoint, sent: Reports['productSales']['query']) => of(readProductSales, sent);
      const page = await readList(caller, query, { rules: PRODUCT_SALES_RULES, read, calculateSums: sumSales });
      return requireSums(readProductSales, page);
    },
  };
  return self;
}

const getNoSums = () => null;

function removeSums<Row>({ rows, total }: Page<Row>): Page<Row> {
  return { rows, total };
}

/** A price from 0 or 1 has no threshold, unless its product has another price of that type without one. */
function removeUnitThresholds(prices: readonly ProductPrice[]): ProductPrice[] {
  const getKey = ({ product_id, product_price_type_id }: ProductPrice) => `${product_id} ${product_price_type_id}`;
  const without = new Set(prices.filter(({ from_qty }) => from_qty === null).map(getKey));
  return prices.map((price) => {
    const isFromFirst = price.from_qty === 0 || price.from_qty === 1;
    return isFromFirst && !without.has(getKey(price)) ? { ...price, from_qty: null } : price;
  });
}

/** Throws unless the answer has sums, for lists whose contract requires them. */
function requireSums<Row, Sums>(endpoint: Endpoint, { rows, total, sums }: CheckedPage<Row, Sums>) {
  if (sums === null) throw createUnexpectedError(endpoint, '`sums` are missing');
  return { rows, total, sums };
}

/** Reads titles and locations, if the query needs them to sort or filter. */
async function readLookups(read: ReadEndpoint, query: ListQuery): Promise<RowLookups> {
  const { sort = '', location_id } = query;
  const needsShops = location_id !== undefined || sort.endsWith('shop');
  const shops = needsShops ? await readOrEmpty(REFERENCE_READS.shops(read)) : [];
  const groups = sort.endsWith('product_group') ? await readOrEmpty(REFERENCE_READS.turnoverGroups(read)) : [];
  const shopsById = new Map(shops.map((shop) => [shop.id, shop]));
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  return {
    getShopTitle: (id) => shopsById.get(id)?.title ?? null,
    getShopLocation: (id) => shopsById.get(id)?.location_id ?? null,
    getGroupTitle: (id) => groupsById.get(id)?.title ?? null,
  };
}

async function readOrEmpty<Row>(reading: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_offered') return [];
    throw error;
  }
}
