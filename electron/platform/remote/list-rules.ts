import { type Customer, listCustomers, MAX_CUSTOMERS } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrders, MAX_ORDERS, type Order } from '../../../shared/contract/orders.ts';
import { listProducts, MAX_PRODUCTS, type Product } from '../../../shared/contract/products.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { hasWords, isOrderFound, isProductFound, splitSearch } from '../../../shared/search-text.ts';
import type { CustomerQuery, OrderQuery, ProductQuery } from '../platform.ts';

/** Whether a row matches a filter; `null` if it lacks the field. */
export type Matches<Row> = (row: Row) => boolean | null;

/** The value that rows are sorted by. Rows with `null` come last in both directions. */
export type SortValue = number | string | null;

/** Titles and locations that rows refer to by id. */
export interface RowLookups {
  getShopTitle(id: number): string | null;
  getShopLocation(id: number): number | null;
  getGroupTitle(id: number): string | null;
}

/** The meaning of a list's parameters, so that rows can be checked, filtered and sorted here. */
export interface ListRules<Row, Query> {
  readonly endpoint: Endpoint;
  /** Maximum number of rows per page. */
  readonly cap: number;
  /** Returns a key that is unique in the list. Breaks ties in the sort order. */
  getKey(row: Row): readonly (number | string)[];
  /** Returns the sort order of a query without `sort`. */
  getDefaultSort(query: Query): string;
  /** Parameters that the specification promises, without dates and paging, which every list has. */
  readonly promisedParameters: readonly (keyof Query)[];
  /**
   * Creates the filters of a query by parameter, or by several parameters that form one filter: `is_paid as_of`. `null`
   * if rows never have the field.
   */
  createFilters(query: Query, lookups: RowLookups): Readonly<Record<string, Matches<Row> | null>>;
  /** Filters and sort orders, such as `sort=price`, for fields that rows do not have. Default: none. */
  readonly missingFields?: readonly string[];
  /** Filters that also match rows without the field, such as a customer found by phone number. Default: none. */
  readonly optionalFields?: readonly string[];
  /** Sort values by sort name without direction. Names in `unshown` are left out. */
  readonly sortValues: Readonly<Record<string, (row: Row, lookups: RowLookups, query: Query) => SortValue>>;
  /** Whether rows without a readable time are left out of the answer. Default false. */
  readonly canLeaveOut?: boolean;
  /** Whether the rows have the parts requested by `include`. Default: there are none. */
  hasParts?(query: Query, rows: readonly Row[]): boolean;
}

/** Returns milliseconds, because as text, timestamps around a clock change are not in order. */
export const getPurchaseTime = (row: { readonly date_purchased: string }) => Date.parse(row.date_purchased);

export const getDate = (timestamp: string) => timestamp.slice(0, 10);

const foldOrNull = (text: string | null) => (text === null ? null : foldText(text));

export const isOneOf = <Value>(value: Value | null, among: readonly Value[]) =>
  value === null ? null : among.includes(value);

const isEqual = <Value>(value: Value | null, asked: Value) => (value === null ? null : value === asked);

export const ORDER_RULES: ListRules<Order, OrderQuery> = {
  endpoint: listOrders,
  cap: MAX_ORDERS,
  getKey: ({ id }) => [id],
  getDefaultSort: () => 'date_purchased',
  promisedParameters: [],
  // A shop can have no location although its orders have one, and `q` can match the number of an anonymous order.
  optionalFields: ['location_id', 'q'],
  createFilters(query, { getShopLocation }) {
    const { from, to, shop_id, location_id, status, payment_term, is_paid, as_of, customer_id, q } = query;
    const { searchesNames = true } = query;
    return removeUnused<Order>({
      from: (row) => from <= getDate(row.date_purchased),
      to: (row) => getDate(row.date_purchased) <= to,
      shop_id: shop_id && ((row) => shop_id.includes(row.shop_id)),
      location_id: location_id && ((row) => isOneOf(row.location_id ?? getShopLocation(row.shop_id), location_id)),
      status: status && ((row) => isOneOf(row.status, status)),
      payment_term: payment_term && ((row) => isEqual(row.payment_term, payment_term)),
      [as_of === undefined ? 'is_paid' : 'is_paid as_of']:
        is_paid === undefined ? undefined : (row) => isEqual(wasPaid(row, as_of), is_paid),
      customer_id: customer_id === undefined ? undefined : (row) => isEqual(row.customer_id, customer_id),
      // No deployment has a parameter named `q without names`, so this program applies that filter itself.
      [searchesNames ? 'q' : 'q without names']: q && ((row) => isFound(q, searchesNames ? row : hideName(row))),
    });
  },
  canLeaveOut: true,
  hasParts: ({ include = [] }, rows) => rows.every((row) => include.every((part) => row[part] !== undefined)),
  sortValues: {
    date_purchased: getPurchaseTime,
    value_wt: (row) => row.value_wt,
    value_ex_wt: (row) => row.value_ex_wt,
    discount_value_wt: (row) => row.discount_value_wt,
    discount_value_ex_wt: (row) => row.discount_value_ex_wt,
    customer_name: ({ customer_name: name }) => foldOrNull(name) || null,
    shop: (row, { getShopTitle }) => foldOrNull(getShopTitle(row.shop_id)),
  },
};

/** If the number or value does not match, an unknown name could. */
function isFound(q: string, row: Order): boolean | null {
  return isOrderFound(q, row) || (row.customer_name === null ? null : false);
}

const hideName = (row: Order): Order => ({ ...row, customer_name: '' });

/**
 * Whether an order was paid at the end of a day. For a paid invoice, the date of its last change counts as its payment
 * date. A direct order is paid immediately.
 */
function wasPaid({ is_paid, payment_term, date_updated }: Order, asOf: string | undefined): boolean | null {
  if (asOf === undefined || is_paid !== true || payment_term === 'direct') return is_paid;
  return date_updated === null ? null : getDate(date_updated) <= asOf;
}

export const PRODUCT_RULES: ListRules<Product, ProductQuery> = {
  endpoint: listProducts,
  cap: MAX_PRODUCTS,
  getKey: ({ id }) => [id],
  getDefaultSort: ({ q }) => (splitSearch(q).length === 0 ? 'id' : 'found'),
  promisedParameters: ['q'],
  // Prices are a separate list.
  missingFields: ['tax_rate_id', 'priced', 'sort=price', 'sort=price_ex', 'sort=tax_rate'],
  createFilters({ q, product_group_id, stock, tax_rate_id, priced }) {
    const words = splitSearch(q);
    return removeUnused<Product>({
      q: words.length === 0 ? undefined : (row) => isProductFound(words, row),
      product_group_id: product_group_id === undefined ? undefined : (row) => row.product_group_id === product_group_id,
      stock: stock && ((row) => getStockState(row.stock) === stock),
      tax_rate_id: tax_rate_id === undefined ? undefined : null,
      priced: priced === undefined ? undefined : null,
    });
  },
  sortValues: {
    id: (row) => row.id,
    sku: (row) => foldText(row.sku),
    title: (row) => foldText(row.title),
    stock: (row) => row.stock,
    product_group: (row, { getGroupTitle }) => foldOrNull(getGroupTitle(row.product_group_id)),
    found: (row, _lookups, { q = '' }) => rankResult(row, foldText(q.trim())),
  },
};

function getStockState(stock: number): 'negative' | 'none' | 'positive' {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

/** Ranks search results: exact SKU or barcode, then codes and then titles that start with the text, then the rest. */
function rankResult({ sku, title, barcode }: Product, text: string): number {
  const codes = [foldText(sku), foldText(barcode ?? '')];
  if (codes.includes(text)) return 0;
  if (codes.some((code) => code.startsWith(text))) return 1;
  return foldText(title).startsWith(text) ? 2 : 3;
}

export const CUSTOMER_RULES: ListRules<Customer, CustomerQuery> = {
  endpoint: listCustomers,
  cap: MAX_CUSTOMERS,
  getKey: ({ id }) => [id],
  getDefaultSort: () => 'id',
  promisedParameters: [],
  optionalFields: ['q'],
  createFilters({ q, segment_id: segments, has_open_invoices: hasOpen }) {
    const words = splitSearch(q);
    return removeUnused<Customer>({
      q: words.length === 0 ? undefined : (row) => isCustomerFound(words, row),
      segment_id: segments && (({ segment_ids: ids }) => ids?.some((id) => segments.includes(id)) ?? null),
      has_open_invoices: hasOpen === undefined ? undefined : (row) => hasOpenInvoices(row, hasOpen),
    });
  },
  sortValues: {
    id: (row) => row.id,
    name: ({ name }) => foldOrNull(name),
    date_created: ({ date_created: at }) => at && Date.parse(at),
    order_count: (row) => row.order_count,
    turnover_wt: (row) => row.turnover_wt,
    open_invoices_wt: (row) => row.open_invoices_wt,
    date_last_purchased: ({ date_last_purchased: at }) => at && Date.parse(at),
  },
};

function isCustomerFound(words: readonly string[], { name, email }: Customer): boolean | null {
  if (hasWords(words, [name ?? '', email ?? ''])) return true;
  return name === null || email === null ? null : false;
}

/** Open invoices can total 0, but only for customers with orders. */
function hasOpenInvoices({ open_invoices_wt: open, order_count }: Customer, hasOpen: boolean): boolean | null {
  if (open === null) return null;
  return hasOpen ? order_count === null || order_count > 0 : open === 0;
}

/** Removes filters that were not requested. */
export function removeUnused<Row>(filters: Readonly<Record<string, Matches<Row> | null | undefined | ''>>) {
  const usedFilters = Object.entries(filters).filter(([, matches]) => matches !== undefined && matches !== '');
  return Object.fromEntries(usedFilters) as Record<string, Matches<Row> | null>;
}
