import { type Customer, listCustomers } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrders, type Order } from '../../../shared/contract/orders.ts';
import { listProducts, type Product } from '../../../shared/contract/products.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { hasWords, isOrderFound, searchWords } from '../../../shared/search-text.ts';
import type { CustomerQuery, OrderQuery, ProductQuery } from '../platform.ts';

/** Whether a row is one of those that were asked for; null if the row does not have what the filter looks at. */
export type Matches<Row> = (row: Row) => boolean | null;

/** What rows are sorted by; null for a row that comes last in either direction. */
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
  /** The order of a query without `sort`. */
  defaultSort(query: Query): string;
  /** The filters that the specification promises. `from`, `to`, `start` and `limit` are promised everywhere. */
  readonly promised: readonly (keyof Query)[];
  /**
   * The filters of a query by their parameter, or by several that are one filter: `is_paid as_of`. A filter that no row can
   * be checked for is null.
   */
  filters(query: Query, lookups: RowLookups): Readonly<Record<string, Matches<Row> | null>>;
  /** By the name of the order, without its direction. An order that rows do not show is missing. */
  readonly sortValues: Readonly<Record<string, (row: Row, lookups: RowLookups, query: Query) => SortValue>>;
}

/** Milliseconds: around a change of the clock the texts are not in order. */
const purchasedAt = (row: { readonly date_purchased: string }) => Date.parse(row.date_purchased);

const dayOf = (timestamp: string) => timestamp.slice(0, 10);

const isOneOf = <Value>(value: Value | null, among: readonly Value[]) =>
  value === null ? null : among.includes(value);

const isEqual = <Value>(value: Value | null, asked: Value) => (value === null ? null : value === asked);

export const ORDER_RULES: ListRules<Order, OrderQuery> = {
  endpoint: listOrders,
  defaultSort: () => 'date_purchased',
  promised: [],
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
      q: q && ((row) => isOrderFound(q, row)),
    });
  },
  sortValues: {
    date_purchased: purchasedAt,
    value_wt: (row) => row.value_wt,
    value_ex_wt: (row) => row.value_ex_wt,
    discount_value_wt: (row) => row.discount_value_wt,
    discount_value_ex_wt: (row) => row.discount_value_ex_wt,
    customer_name: ({ customer_name: name }) => name && foldText(name),
    shop: (row, { shopTitle }) => foldText(shopTitle(row.shop_id) ?? ''),
  },
};

/** At the end of a day. Of an invoice that is paid by now, the day of its last change counts as the day of its payment. */
function wasPaid({ is_paid, date_updated }: Order, asOf: string | undefined): boolean | null {
  if (asOf === undefined || is_paid !== true) return is_paid;
  return date_updated === null ? null : dayOf(date_updated) <= asOf;
}

export const PRODUCT_RULES: ListRules<Product, ProductQuery> = {
  endpoint: listProducts,
  defaultSort: ({ q }) => (searchWords(q).length === 0 ? 'id' : 'found'),
  promised: ['q'],
  filters({ q, product_group_id, stock, tax_rate_id, priced }) {
    const words = searchWords(q);
    return present<Product>({
      q: words.length === 0 ? undefined : (row) => hasWords(words, [row.title, row.sku]),
      product_group_id: product_group_id === undefined ? undefined : (row) => row.product_group_id === product_group_id,
      stock: stock && ((row) => stockState(row.stock) === stock),
      // Price rows are a list of their own.
      tax_rate_id: tax_rate_id === undefined ? undefined : null,
      priced: priced === undefined ? undefined : null,
    });
  },
  sortValues: {
    id: (row) => row.id,
    sku: (row) => foldText(row.sku),
    title: (row) => foldText(row.title),
    stock: (row) => row.stock,
    product_group: (row, { groupTitle }) => foldText(groupTitle(row.product_group_id) ?? ''),
    found: (row, _lookups, { q = '' }) => placeOfFound(row, foldText(q.trim())),
  },
};

function stockState(stock: number): 'negative' | 'none' | 'positive' {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

/** A search gives the exact SKU first, then SKUs and then titles that begin with the text, then the rest. */
function placeOfFound({ sku, title }: Product, text: string): number {
  const folded = foldText(sku);
  if (folded === text) return 0;
  if (folded.startsWith(text)) return 1;
  return foldText(title).startsWith(text) ? 2 : 3;
}

export const CUSTOMER_RULES: ListRules<Customer, CustomerQuery> = {
  endpoint: listCustomers,
  defaultSort: () => 'id',
  promised: [],
  filters({ q, segment_id: segments, has_open_invoices: hasOpen }) {
    const words = searchWords(q);
    return present<Customer>({
      q: words.length === 0 ? undefined : ({ name, email }) => hasWords(words, [name ?? '', email ?? '']),
      segment_id: segments && (({ segment_ids: ids }) => ids?.some((id) => segments.includes(id)) ?? null),
      has_open_invoices: hasOpen === undefined ? undefined : (row) => hasOpenInvoices(row, hasOpen),
    });
  },
  sortValues: {
    id: (row) => row.id,
    name: ({ name }) => name && foldText(name),
    date_created: ({ date_created: at }) => at && Date.parse(at),
    order_count: (row) => row.order_count,
    turnover_wt: (row) => row.turnover_wt,
    open_invoices_wt: (row) => row.open_invoices_wt,
    date_last_purchased: ({ date_last_purchased: at }) => at && Date.parse(at),
  },
};

/** An open invoice may be of 0, but only of somebody who bought. */
function hasOpenInvoices({ open_invoices_wt: open, order_count }: Customer, hasOpen: boolean): boolean | null {
  if (open === null) return null;
  return hasOpen ? order_count === null || order_count > 0 : open === 0;
}

function present<Row>(filters: Readonly<Record<string, Matches<Row> | null | undefined | ''>>) {
  const given = Object.entries(filters).filter(([, matches]) => matches !== undefined && matches !== '');
  return Object.fromEntries(given) as Record<string, Matches<Row> | null>;
}
