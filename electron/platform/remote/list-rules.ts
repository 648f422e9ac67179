import { CUSTOMERS_CAP, type Customer, listCustomers } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrders, ORDERS_CAP, type Order } from '../../../shared/contract/orders.ts';
import { listProducts, PRODUCTS_CAP, type Product } from '../../../shared/contract/products.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { hasWords, isOrderFound, isProductFound, searchWords } from '../../../shared/search-text.ts';
import type { CustomerQuery, OrderQuery, ProductQuery } from '../platform.ts';

/** Whether a row is one of those that were asked for; `null` if the row does not have what the filter looks at. */
export type Matches<Row> = (row: Row) => boolean | null;

/** What rows are sorted by; `null` for a row that comes last in either direction. */
export type SortValue = number | string | null;

/** Titles and places that rows name by their id. */
export interface RowLookups {
  shopTitle(id: number): string | null;
  locationOfShop(id: number): number | null;
  groupTitle(id: number): string | null;
}

/** What the parameters of a list mean, so that its rows can be checked, and chosen and sorted here. */
export interface ListRules<Row, Query> {
  readonly endpoint: Endpoint;
  /** The most rows of a page. */
  readonly cap: number;
  /** What no other row has; it decides between rows that are equal in the order. */
  keyOf(row: Row): readonly (number | string)[];
  /** The order of a query without `sort`. */
  defaultSort(query: Query): string;
  /** What the specification promises, but for days and pages, which it promises of every list. */
  readonly promised: readonly (keyof Query)[];
  /**
   * The filters of a query by their parameter, or by several that are one filter: `is_paid as_of`. `null` if no row shows
   * what the filter looks at.
   */
  filters(query: Query, lookups: RowLookups): Readonly<Record<string, Matches<Row> | null>>;
  /** Filters and orders, such as `sort=price`, that look at what the rows do not have. Default: none. */
  readonly unshown?: readonly string[];
  /** Filters that also find rows without what they look at, such as a customer by a phone number. Default: none. */
  readonly seldomShown?: readonly string[];
  /** By the name of the order, without its direction; those of `unshown` are left out. */
  readonly sortValues: Readonly<Record<string, (row: Row, lookups: RowLookups, query: Query) => SortValue>>;
  /** Rows without a readable time are left out of the answer. Default false. */
  readonly mayLeaveOut?: boolean;
  /** Whether the rows have the parts that were asked for. Default: there are none. */
  hasParts?(query: Query, rows: readonly Row[]): boolean;
}

/** Milliseconds: around a change of the clock the texts are not in order. */
export const purchasedAt = (row: { readonly date_purchased: string }) => Date.parse(row.date_purchased);

export const dayOf = (timestamp: string) => timestamp.slice(0, 10);

const foldKnown = (text: string | null) => (text === null ? null : foldText(text));

export const isOneOf = <Value>(value: Value | null, among: readonly Value[]) =>
  value === null ? null : among.includes(value);

const isEqual = <Value>(value: Value | null, asked: Value) => (value === null ? null : value === asked);

export const ORDER_RULES: ListRules<Order, OrderQuery> = {
  endpoint: listOrders,
  cap: ORDERS_CAP,
  keyOf: ({ id }) => [id],
  defaultSort: () => 'date_purchased',
  promised: [],
  // A shop may have no location though its orders do, and an anonymous order may be found by its number.
  seldomShown: ['location_id', 'q'],
  filters(query, { locationOfShop }) {
    const { from, to, shop_id, location_id, status, payment_term, is_paid, as_of, customer_id, q } = query;
    return present<Order>({
      from: (row) => from <= dayOf(row.date_purchased),
      to: (row) => dayOf(row.date_purchased) <= to,
      shop_id: shop_id && ((row) => shop_id.includes(row.shop_id)),
      location_id: location_id && ((row) => isOneOf(row.location_id ?? locationOfShop(row.shop_id), location_id)),
      status: status && ((row) => isOneOf(row.status, status)),
      payment_term: payment_term && ((row) => isEqual(row.payment_term, payment_term)),
      [as_of === undefined ? 'is_paid' : 'is_paid as_of']:
        is_paid === undefined ? undefined : (row) => isEqual(wasPaid(row, as_of), is_paid),
      customer_id: customer_id === undefined ? undefined : (row) => isEqual(row.customer_id, customer_id),
      // A number or value does not match, and the name that may is not known.
      q: q && ((row) => isOrderFound(q, row) || (row.customer_name === null ? null : false)),
    });
  },
  mayLeaveOut: true,
  hasParts: ({ include = [] }, rows) => rows.every((row) => include.every((part) => row[part] !== undefined)),
  sortValues: {
    date_purchased: purchasedAt,
    value_wt: (row) => row.value_wt,
    value_ex_wt: (row) => row.value_ex_wt,
    discount_value_wt: (row) => row.discount_value_wt,
    discount_value_ex_wt: (row) => row.discount_value_ex_wt,
    customer_name: ({ customer_name: name }) => foldKnown(name) || null,
    shop: (row, { shopTitle }) => foldKnown(shopTitle(row.shop_id)),
  },
};

/**
 * At the end of a day. Of an invoice that is paid by now, the day of its last change counts as the day of its payment;
 * a direct order is paid at once.
 */
function wasPaid({ is_paid, payment_term, date_updated }: Order, asOf: string | undefined): boolean | null {
  if (asOf === undefined || is_paid !== true || payment_term === 'direct') return is_paid;
  return date_updated === null ? null : dayOf(date_updated) <= asOf;
}

export const PRODUCT_RULES: ListRules<Product, ProductQuery> = {
  endpoint: listProducts,
  cap: PRODUCTS_CAP,
  keyOf: ({ id }) => [id],
  defaultSort: ({ q }) => (searchWords(q).length === 0 ? 'id' : 'found'),
  promised: ['q'],
  // Price rows are a list of their own.
  unshown: ['tax_rate_id', 'priced', 'sort=price', 'sort=price_ex', 'sort=tax_rate'],
  filters({ q, product_group_id, stock, tax_rate_id, priced }) {
    const words = searchWords(q);
    return present<Product>({
      q: words.length === 0 ? undefined : (row) => isProductFound(words, row),
      product_group_id: product_group_id === undefined ? undefined : (row) => row.product_group_id === product_group_id,
      stock: stock && ((row) => stockState(row.stock) === stock),
      tax_rate_id: tax_rate_id === undefined ? undefined : null,
      priced: priced === undefined ? undefined : null,
    });
  },
  sortValues: {
    id: (row) => row.id,
    sku: (row) => foldText(row.sku),
    title: (row) => foldText(row.title),
    stock: (row) => row.stock,
    product_group: (row, { groupTitle }) => foldKnown(groupTitle(row.product_group_id)),
    found: (row, _lookups, { q = '' }) => placeOfFound(row, foldText(q.trim())),
  },
};

function stockState(stock: number): 'negative' | 'none' | 'positive' {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

/** A search gives the exact SKU or barcode first, then codes and then titles that begin with the text, then the rest. */
function placeOfFound({ sku, title, barcode }: Product, text: string): number {
  const codes = [foldText(sku), foldText(barcode ?? '')];
  if (codes.includes(text)) return 0;
  if (codes.some((code) => code.startsWith(text))) return 1;
  return foldText(title).startsWith(text) ? 2 : 3;
}

export const CUSTOMER_RULES: ListRules<Customer, CustomerQuery> = {
  endpoint: listCustomers,
  cap: CUSTOMERS_CAP,
  keyOf: ({ id }) => [id],
  defaultSort: () => 'id',
  promised: [],
  seldomShown: ['q'],
  filters({ q, segment_id: segments, has_open_invoices: hasOpen }) {
    const words = searchWords(q);
    return present<Customer>({
      q: words.length === 0 ? undefined : (row) => isCustomerFound(words, row),
      segment_id: segments && (({ segment_ids: ids }) => ids?.some((id) => segments.includes(id)) ?? null),
      has_open_invoices: hasOpen === undefined ? undefined : (row) => hasOpenInvoices(row, hasOpen),
    });
  },
  sortValues: {
    id: (row) => row.id,
    name: ({ name }) => foldKnown(name),
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

/** An open invoice may be of 0, but only of somebody who bought. */
function hasOpenInvoices({ open_invoices_wt: open, order_count }: Customer, hasOpen: boolean): boolean | null {
  if (open === null) return null;
  return hasOpen ? order_count === null || order_count > 0 : open === 0;
}

/** Without the filters that were not asked for. */
export function present<Row>(filters: Readonly<Record<string, Matches<Row> | null | undefined | ''>>) {
  const given = Object.entries(filters).filter(([, matches]) => matches !== undefined && matches !== '');
  return Object.fromEntries(given) as Record<string, Matches<Row> | null>;
}
