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

/** A page of rows. `total` counts all rows that match the query. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A query with `to` filled in and with lists and limits decoded. */
export type ProductQuery = QueryOf<typeof listProducts>;

export type ProductPriceQuery = QueryOf<typeof listProductPrices>;

/** The filters of a product list, without search, sorting and paging. */
export type PriceListQuery = Omit<ProductQuery, 'q' | 'sort' | 'start' | 'limit'>;

export type StockQuery = QueryOf<typeof listStock>;

export type CustomerQuery = QueryOf<typeof listCustomers>;

export type OrderQuery = WithRange<QueryOf<typeof listOrders>> & {
  /** Whether `q` also searches the names of customers. Default: true. */
  readonly searchesNames?: boolean;
};

export type OrderItemQuery = WithRange<QueryOf<typeof listOrderItems>>;

export type OrderPaymentQuery = WithRange<QueryOf<typeof listOrderPayments>>;

type WithRange<Q> = Omit<Q, 'from' | 'to'> & Period;

interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The filters that a platform applies. The others are applied to its answer, see `isDiscountListed`. */
export interface DiscountOrderQuery extends Period {
  readonly shop_id?: number[];
  readonly location_id?: number[];
  readonly only_full: boolean;
  readonly include_negative: boolean;
}

/** One batch of a list that is read by key. `next` is the key to continue after, `null` after the last row. */
export interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Long lists that can be read in batches by key. Each list has its own sort order. */
export interface KeyedLists {
  orders: { query: Omit<OrderQuery, 'start' | 'limit' | 'include'>; row: OrderRow };
  orderItems: { query: Omit<OrderItemQuery, 'start' | 'limit'>; row: OrderItemRow };
  orderPayments: { query: Omit<OrderPaymentQuery, 'start' | 'limit'>; row: OrderPaymentRow };
}

export type KeyedListName = keyof KeyedLists;

/** Whether a list of orders or their lines is sorted by date of purchase, in either direction. */
export function isSortedByPurchase({ sort = 'date_purchased' }: { readonly sort?: string }): boolean {
  return sort === 'date_purchased' || sort === '-date_purchased';
}

/** A product with its sale price: the price of type 1 without a threshold that has the lowest id. */
export interface PriceListRow extends Pick<Product, 'id' | 'sku' | 'title'> {
  /** `null` if the product has no sale price. */
  readonly salePrice: SalePrice | null;
}

export type SalePrice = Pick<ProductPrice, 'ppu' | 'ppu_wt' | 'tax_rate_id'>;

export interface ReportQuery extends Period {
  /** Not empty. */
  readonly location_id?: number[];
  /** Not empty. */
  readonly shop_id?: number[];
}

export interface Reports {
  /** For a caller who is locked to a location, the report covers that location only, and `location_id` is set to it. */
  financial: { query: ReportQuery; answer: FinancialReport };
  /**
   * One row for every day of the period, oldest first. `until` is a local time `HH:MM`: only orders before it count on
   * the last day.
   */
  turnoverByDay: {
    query: ReportQuery & { readonly until?: string };
    answer: readonly TurnoverDay[];
  };
  payments: {
    query: ReportQuery;
    answer: { readonly rows: readonly PaymentsOfDay[]; readonly totals: readonly PaymentsOfMethod[] };
  };
  /** Counts and financial report are read from the same snapshot. */
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
  /** Published, customer-facing providers: the default first, then sorted by name. */
  paymentMethods: PaymentMethod;
  /** All providers that a payment can have, including internal ones. */
  paymentProviders: PaymentMethod;
  taxRates: TaxRate;
  /** All segments of the account. `customers` counts only those that the caller may see. */
  segments: Segment;
}

export type ReferenceKind = keyof ReferenceRecords;

/** The change feeds, each with its record as the list of these records has it. */
export interface FeedRecords {
  products: Product;
  orders: OrderRow;
}

export type FeedName = keyof FeedRecords;

/** The latest change of a record. `record` is `null` if it was deleted. Versions are unique in a feed and increase. */
export interface Change<Record> {
  readonly id: number;
  readonly change: (typeof CHANGE_KINDS)[number];
  readonly version: number;
  readonly changed_at: string;
  readonly record: Record | null;
}

/** The start for reading a feed: a timestamp (milliseconds since the epoch), or `next` of the previous page. */
export type FeedStart = { readonly since: number } | { readonly position: string };

export interface ChangesQuery {
  readonly after: FeedStart;
  readonly limit: number;
}

/** `total` counts the remaining rows, including those of this page. */
export interface ChangesPage<Record> extends Page<Change<Record>> {
  /** The position to continue from. Also set on an empty page. */
  readonly next: string;
  readonly hasMore: boolean;
}

/** Code asks for a capability, never for a platform's name. Calling what is missing throws `not_offered`. */
export interface PlatformCapabilities {
  /** Hosts that a `backoffice_url` may point to. Default none: no link is opened. */
  readonly backofficeHosts: readonly string[];
  /** `here`: this program reads the feeds and delivers. `there`: the platform does both. */
  readonly webhooks: 'here' | 'there' | 'none';
  /** `carried`: an API key contains a sealed key of the platform. `own`: it does not need one. */
  readonly apiKeys: 'own' | 'carried';
  readonly feeds: readonly FeedName[];
  readonly reports: readonly ReportKind[];
  /** List parameters that the platform refused recently. */
  readonly missingParameters: readonly MissingParameter[];
  /**
   * Whether it may round every row and every sum to a cent. Sums are then exact to half a cent per row. Default false.
   */
  readonly roundsRows?: boolean;
  /** The lists that `readBatch` can read. Default none. */
  readonly keyedLists?: readonly KeyedListName[];
}

/**
 * The retail and point-of-sale platform behind the API.
 * Rows are those of the API contract: euros as decimals, timestamps in the Amsterdam zone. Every method except
 * `signIn`, `signInWithKey` and `identify` acts as `caller` and throws `PlatformError` if the platform fails. A record
 * that the caller may not see is `null`. An unknown id in a filter selects nothing. Rows are sorted as the contract
 * says. The order is total and stable.
 */
export interface Platform {
  getCapabilities(caller: Caller): Promise<PlatformCapabilities>;

  /** Throws `PlatformError` `credentials_refused`, after the same time for every kind of wrong credentials. */
  signIn(request: SignInRequest): Promise<Caller>;
  /**
   * Signs in with the key of a platform whose keys are `carried`. `claimed` is the user whose key it is; a platform
   * that cannot identify users by key checks only its account. Throws `credentials_refused`, or `not_offered` if keys
   * are `own`.
   */
  signInWithKey(claimed: UserReference, key: string): Promise<KeyCaller>;
  /**
   * The user with their current rights; `null` if they may no longer sign in. Throws `PlatformError` `session_ended` if
   * the grant is no longer accepted, with `isPasswordRefused` if the password was refused.
   */
  identify(user: UserReference): Promise<Caller | null>;

  /** A locked caller gets only their own shops and locations. `country` filters tax rates only. */
  listReference<K extends ReferenceKind>(
    caller: Caller,
    kind: K,
    country?: string,
  ): Promise<readonly ReferenceRecords[K][]>;

  searchProducts(caller: Caller, query: ProductQuery): Promise<Page<Product>>;
  findProduct(caller: Caller, id: number): Promise<ProductWithPrices | null>;
  listProductPrices(caller: Caller, query: ProductPriceQuery): Promise<Page<ProductPrice>>;
  /** Reads products by id in batches. `after` is the key of the previous batch. Only the last batch can be empty. */
  readPriceList(caller: Caller, query: PriceListQuery, after: string | null): Promise<Batch<PriceListRow>>;
  listStock(caller: Caller, query: StockQuery): Promise<Page<StockRow>>;

  /**
   * For a locked caller: customers with an order at their location, with turnover there. `sums` is `null` if not
   * offered.
   */
  listCustomers(caller: Caller, query: CustomerQuery): Promise<Page<Customer> & { sums: CustomerSums | null }>;
  findCustomer(caller: Caller, id: number): Promise<Customer | null>;

  /** `sums` is `null` if the platform does not calculate them. */
  listOrders(caller: Caller, query: OrderQuery): Promise<Page<Order> & { sums: OrderSums | null }>;
  findOrder(caller: Caller, id: number): Promise<OrderWithDetails | null>;
  /** At most `DISCOUNT_ORDERS_BATCH` rows, oldest first. `after` is the key of the previous batch. */
  readDiscountOrders(caller: Caller, query: DiscountOrderQuery, after: string | null): Promise<Batch<DiscountOrder>>;
  /** Lists the rows of all batches. */
  listDiscountOrders(caller: Caller, query: DiscountOrderQuery): Promise<readonly DiscountOrder[]>;

  listOrderItems(caller: Caller, query: OrderItemQuery): Promise<Page<OrderItemRow> & { sums: OrderItemSums }>;
  listOrderPayments(
    caller: Caller,
    query: OrderPaymentQuery,
  ): Promise<Page<OrderPaymentRow> & { sums: { amount: number } }>;
  /**
   * Reads the rows of a list without nested rows, in its sort order. `after` is the key of the previous batch. Only the
   * last batch can be empty.
   */
  readBatch<L extends KeyedListName>(
    caller: Caller,
    list: L,
    query: KeyedLists[L]['query'],
    after: string | null,
  ): Promise<Batch<KeyedLists[L]['row']>>;
  /**
   * Changes in commit order: what is written while a reader pages comes after what was already read. Leaves out changes
   * that the caller may not see. Throws `PlatformError` `position_lost` for an unknown position.
   */
  readChanges<F extends FeedName>(caller: Caller, feed: F, query: ChangesQuery): Promise<ChangesPage<FeedRecords[F]>>;

  readReport<K extends ReportKind>(caller: Caller, kind: K, query: Reports[K]['query']): Promise<Reports[K]['answer']>;
}

/** Implements `listDiscountOrders` for platforms that read it in batches. */
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
    // A store on this thread does not wait for anything: let other calls run between two batches.
    await setImmediate();
  } while (after !== null);
  return all;
}

/** The largest timestamp of a `Date`. Nothing changes after it, so a page that starts there is empty. */
const MAX_TIMESTAMP = 8_640_000_000_000_000;

/** Returns the current end of a feed for the caller. Everything committed later comes after it. */
export async function readFeedEnd(
  platform: Pick<Platform, 'readChanges'>,
  caller: Caller,
  feed: FeedName,
): Promise<string> {
  const { next } = await platform.readChanges(caller, feed, { after: { since: MAX_TIMESTAMP }, limit: 1 });
  return next;
}

/** Whether the query comes from `readFeedEnd`. It needs neither rows nor a count. */
export function isFeedEndQuery(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('after' in query)) return false;
  const { after } = query;
  return typeof after === 'object' && after !== null && 'since' in after && after.since === MAX_TIMESTAMP;
}
