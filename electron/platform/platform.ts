import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '../../shared/calendar.ts';
import type { CHANGE_KINDS } from '../../shared/contract/changes.ts';
import type { MissingParameter } from '../../shared/contract/connection.ts';
import type { Customer, CustomerSums, listCustomers, Segment } from '../../shared/contract/customers.ts';
import type { DayClosing } from '../../shared/contract/day-closing.ts';
import type { DiscountOrder } from '../../shared/contract/discount-orders.ts';
import type { QueryOf } from '../../shared/contract/endpoint.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import type { Location } from '../../shared/contract/locations.ts';
import type {
  listOrderItems,
  listOrderPayments,
  OrderItemRow,
  OrderItemSums,
  OrderPaymentRow,
} from '../../shared/contract/order-rows.ts';
import type { listOrders, Order, OrderRow, OrderSums, OrderWithDetails } from '../../shared/contract/orders.ts';
import type { PaymentMethod } from '../../shared/contract/payment-methods.ts';
import type { PaymentsOfDay, PaymentsOfMethod } from '../../shared/contract/payments-report.ts';
import type { listProductPrices, ProductPrice } from '../../shared/contract/product-prices.ts';
import type { ProductSalesRow, ProductSalesSums, readProductSales } from '../../shared/contract/product-sales.ts';
import type { listProducts, Product, ProductWithPrices } from '../../shared/contract/products.ts';
import type { Shop } from '../../shared/contract/shops.ts';
import type { listStock, StockRow } from '../../shared/contract/stock.ts';
import type { TaxRate } from '../../shared/contract/tax-rates.ts';
import type { TurnoverDay } from '../../shared/contract/turnover-by-day.ts';
import type { TurnoverGroup } from '../../shared/contract/turnover-groups.ts';
import type { Caller, KeyCaller, SignInRequest, UserReference } from '../base/caller.ts';

/** A page of rows; `total` counts all rows that the query selects. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Query with `to` filled in, and lists and limits decoded. */
export type ProductQuery = QueryOf<typeof listProducts>;

export type ProductPriceQuery = QueryOf<typeof listProductPrices>;

/** The filters of a product list without those that decide its order. */
export type PriceListQuery = Omit<ProductQuery, 'q' | 'sort' | 'start' | 'limit'>;

export type StockQuery = QueryOf<typeof listStock>;

export type CustomerQuery = QueryOf<typeof listCustomers>;

export type OrderQuery = WithRange<QueryOf<typeof listOrders>>;

export type OrderItemQuery = WithRange<QueryOf<typeof listOrderItems>>;

export type OrderPaymentQuery = WithRange<QueryOf<typeof listOrderPayments>>;

type WithRange<Q> = Omit<Q, 'from' | 'to'> & Period;

interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export interface DiscountOrderQuery extends Period {
  readonly shop_id?: number[];
  readonly location_id?: number[];
  readonly only_full: boolean;
  readonly include_negative: boolean;
}

/** Some rows of a list that is read by key. `next` continues after the last row; null when there is no more. */
export interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Long lists that may be read in batches by key, each in its own order. */
export interface KeyedLists {
  orders: { query: Omit<OrderQuery, 'start' | 'limit' | 'include'>; row: OrderRow };
  orderItems: { query: Omit<OrderItemQuery, 'start' | 'limit'>; row: OrderItemRow };
  orderPayments: { query: Omit<OrderPaymentQuery, 'start' | 'limit'>; row: OrderPaymentRow };
}

export type KeyedListName = keyof KeyedLists;

/** Whether a list of orders or their lines is in the order of purchase, in either direction. */
export function isSortedByPurchase({ sort = 'date_purchased' }: { readonly sort?: string }): boolean {
  return sort === 'date_purchased' || sort === '-date_purchased';
}

/** A product with its sale price: of type 1 and without a threshold, the one with the lowest id. */
export interface PriceListRow extends Pick<Product, 'id' | 'sku' | 'title'> {
  /** Null for a product that was never priced. */
  readonly salePrice: SalePrice | null;
}

export type SalePrice = Pick<ProductPrice, 'ppu' | 'ppu_wt' | 'tax_rate_id'>;

export interface ReportQuery extends Period {
  /** At least one. */
  readonly location_id?: number[];
  /** At least one. */
  readonly shop_id?: number[];
}

export interface Reports {
  /** Of a locked caller it is that of their location, and `location_id` says so. */
  financial: { query: ReportQuery; answer: FinancialReport };
  /**
   * One row for every day of the period, oldest first. With `until`, a local time `HH:MM`, the last day has its orders
   * before that time alone.
   */
  turnoverByDay: {
    query: ReportQuery & { readonly until?: string };
    answer: readonly TurnoverDay[];
  };
  payments: {
    query: ReportQuery;
    answer: { readonly rows: readonly PaymentsOfDay[]; readonly totals: readonly PaymentsOfMethod[] };
  };
  /** Counts and financial report are those of one moment. */
  dayClosing: {
    query: Omit<ReportQuery, 'from' | 'to'> & { readonly date: CalendarDate };
    answer: DayClosing;
  };
  productSales: {
    query: WithRange<QueryOf<typeof readProductSales>>;
    answer: Page<ProductSalesRow> & { readonly sums: ProductSalesSums };
  };
}

export type ReportKind = keyof Reports;

export interface ReferenceRecords {
  shops: Shop;
  locations: Location;
  turnoverGroups: TurnoverGroup;
  /** Published, customer-facing providers: the default first, then alphabetical. */
  paymentMethods: PaymentMethod;
  /** Every provider that a payment may name, the internal ones included. */
  paymentProviders: PaymentMethod;
  taxRates: TaxRate;
  /** All of the account, with the customers that the caller sees counted. */
  segments: Segment;
}

export type ReferenceKind = keyof ReferenceRecords;

/** The feeds of changes, each with the record that it tells of, as the list of that record has it. */
export interface FeedRecords {
  products: Product;
  orders: OrderRow;
}

export type FeedName = keyof FeedRecords;

/** The latest change of a record; `record` is null where it is deleted. Versions are unique in a feed and grow. */
export interface Change<Record> {
  readonly id: number;
  readonly change: (typeof CHANGE_KINDS)[number];
  readonly version: number;
  readonly changed_at: string;
  readonly record: Record | null;
}

/** Where a feed is read from: a moment (milliseconds since the epoch), or `next` of the page before. */
export type FeedStart = { readonly since: number } | { readonly position: string };

export interface ChangesQuery {
  readonly after: FeedStart;
  readonly limit: number;
}

/** `total` counts the rows that are left, these included. */
export interface ChangesPage<Record> extends Page<Change<Record>> {
  /** Where to go on; given on an empty page too. */
  readonly next: string;
  readonly hasMore: boolean;
}

/** Code asks for the capability, never for the platform's name. What is missing throws `not_offered`. */
export interface PlatformCapabilities {
  /** Hosts that a `backoffice_url` may point to. Default none: then no link is ever opened. */
  readonly backofficeHosts: readonly string[];
  /** `here`: this program reads the feeds and delivers. `there`: the platform does both, and is asked. */
  readonly webhooks: 'here' | 'there' | 'none';
  /** `carried`: an API key needs a key of the platform to act with, which it carries sealed. `own`: it needs none. */
  readonly apiKeys: 'own' | 'carried';
  readonly feeds: readonly FeedName[];
  readonly reports: readonly ReportKind[];
  /** Parameters of lists that were refused lately. */
  readonly missingParameters: readonly MissingParameter[];
  /** Whether it may round every row and every sum to a cent by itself: then sums hold within half a cent per row. Default false. */
  readonly roundsRows?: boolean;
  /** What `readBatch` reads. Default none. */
  readonly keyedLists?: readonly KeyedListName[];
}

/**
 * The retail and point-of-sale platform behind the API.
 *
 * Rows are those of the API contract: euros as decimals, timestamps in the Amsterdam zone. Every method but
 * the two of signing in and `identify` acts as `caller` and throws `PlatformError` when the platform fails. A record that
 * does not exist for the caller is `null`; an unknown id in a filter selects nothing, or in a report or among several ids
 * throws `query_refused`. Rows come in the contract's order, total and stable.
 */
export interface Platform {
  capabilitiesOf(caller: Caller): Promise<PlatformCapabilities>;

  /** Throws `PlatformError` `credentials_refused`, in the same time for every kind of wrong credentials. */
  signIn(request: SignInRequest): Promise<Caller>;
  /**
   * Whom a key acts as, where keys are `carried`. `claimed` says whose key it is; a platform that does not tell its users
   * apart believes that, but for the account. Throws `credentials_refused`, or `not_offered` where keys are `own`.
   */
  signInWithKey(claimed: UserReference, key: string): Promise<KeyCaller>;
  /**
   * The user with the rights of this moment; null when they may no longer sign in. Throws `PlatformError`
   * `session_ended` where the grant is no longer taken, which says so where the password was refused.
   */
  identify(user: UserReference): Promise<Caller | null>;

  /** Shops and locations of a locked caller are theirs alone. `country` selects tax rates, and nothing else. */
  listReference<K extends ReferenceKind>(
    caller: Caller,
    kind: K,
    country?: string,
  ): Promise<readonly ReferenceRecords[K][]>;

  searchProducts(caller: Caller, query: ProductQuery): Promise<Page<Product>>;
  findProduct(caller: Caller, id: number): Promise<ProductWithPrices | null>;
  listProductPrices(caller: Caller, query: ProductPriceQuery): Promise<Page<ProductPrice>>;
  /** Products by id in batches; `after` is the key of the batch before. Every batch but the last has rows. */
  readPriceList(caller: Caller, query: PriceListQuery, after: string | null): Promise<Batch<PriceListRow>>;
  listStock(caller: Caller, query: StockQuery): Promise<Page<StockRow>>;

  /** Of a locked caller: those with an order at their location, with its orders and turnover. `sums` may be null. */
  listCustomers(caller: Caller, query: CustomerQuery): Promise<Page<Customer> & { sums: CustomerSums | null }>;
  findCustomer(caller: Caller, id: number): Promise<Customer | null>;

  /** `sums` is null where the platform gives none. */
  listOrders(caller: Caller, query: OrderQuery): Promise<Page<Order> & { sums: OrderSums | null }>;
  findOrder(caller: Caller, id: number): Promise<OrderWithDetails | null>;
  /** At most `DISCOUNT_ORDERS_BATCH` rows, oldest first, beginning after the key `after` of the batch before. */
  readDiscountOrders(caller: Caller, query: DiscountOrderQuery, after: string | null): Promise<Batch<DiscountOrder>>;
  /** The rows of all batches. */
  listDiscountOrders(caller: Caller, query: DiscountOrderQuery): Promise<readonly DiscountOrder[]>;

  listOrderItems(caller: Caller, query: OrderItemQuery): Promise<Page<OrderItemRow> & { sums: OrderItemSums }>;
  listOrderPayments(
    caller: Caller,
    query: OrderPaymentQuery,
  ): Promise<Page<OrderPaymentRow> & { sums: { amount: number } }>;
  /** The rows of a list without lines of orders, in its order; `after` is the key of the batch before. Every batch but the last has rows. */
  readBatch<L extends KeyedListName>(
    caller: Caller,
    list: L,
    query: KeyedLists[L]['query'],
    after: string | null,
  ): Promise<Batch<KeyedLists[L]['row']>>;
  /**
   * Changes in the order of their commits: what is written while a reader pages comes after what was read. Changes that
   * the caller may not see are left out. An unknown position throws `PlatformError` `position_lost`.
   */
  readChanges<F extends FeedName>(caller: Caller, feed: F, query: ChangesQuery): Promise<ChangesPage<FeedRecords[F]>>;

  readReport<K extends ReportKind>(caller: Caller, kind: K, query: Reports[K]['query']): Promise<Reports[K]['answer']>;
}

/** For the platforms that answer `listDiscountOrders` by their own batches. */
export async function readAllDiscountOrders(
  platform: Pick<Platform, 'readDiscountOrders'>,
  caller: Caller,
  query: DiscountOrderQuery,
): Promise<DiscountOrder[]> {
  const all: DiscountOrder[] = [];
  let after: string | null = null;
  do {
    const batch: Batch<DiscountOrder> = await platform.readDiscountOrders(caller, query, after);
    all.push(...batch.rows);
    after = batch.next;
    // A store on this thread answers at once: other calls are answered between two batches.
    await setImmediate();
  } while (after !== null);
  return all;
}

/** The last moment that a date can name: nothing changed after it, so that a page from there on is its end alone. */
const END_OF_TIME = 8_640_000_000_000_000;

/** Where a feed ends now for the caller: whatever is committed after this comes after it. */
export async function readFeedEnd(
  platform: Pick<Platform, 'readChanges'>,
  caller: Caller,
  feed: FeedName,
): Promise<string> {
  const { next } = await platform.readChanges(caller, feed, { after: { since: END_OF_TIME }, limit: 1 });
  return next;
}

/** Whether a query of changes is the one of `readFeedEnd`, which neither counts nor reads any. */
export function isFeedEndQuery(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('after' in query)) return false;
  const { after } = query;
  return typeof after === 'object' && after !== null && 'since' in after && after.since === END_OF_TIME;
}
