import {
  listOrderItems,
  listOrderPayments,
  MAX_ORDER_ITEMS,
  MAX_ORDER_PAYMENTS,
  type OrderItemRow,
  type OrderPaymentRow,
} from '../../../shared/contract/order-rows.ts';
import { listProductPrices, MAX_PRODUCT_PRICES, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { MAX_PRODUCT_SALES, type ProductSalesRow, readProductSales } from '../../../shared/contract/product-sales.ts';
import { listStock, MAX_STOCK_ROWS, type StockRow } from '../../../shared/contract/stock.ts';
import { isProductFound, splitSearch } from '../../../shared/search-text.ts';
import type { OrderItemQuery, OrderPaymentQuery, ProductPriceQuery, Reports, StockQuery } from '../platform.ts';
import { getDate, getPurchaseTime, isOneOf, type ListRules, type RowLookups, removeUnused } from './list-rules.ts';

/** The rules of lists of order lines, payments, stock, prices and product sales. */

interface LineQuery {
  readonly from: string;
  readonly to: string;
  readonly shop_id?: readonly number[];
  readonly location_id?: readonly number[];
}

interface Line {
  readonly date_purchased: string;
  readonly shop_id: number;
}

function createScopeFilters({ from, to, shop_id, location_id }: LineQuery, { getShopLocation }: RowLookups) {
  return {
    from: (row: Line) => from <= getDate(row.date_purchased),
    to: (row: Line) => getDate(row.date_purchased) <= to,
    shop_id: shop_id && ((row: Line) => shop_id.includes(row.shop_id)),
    location_id: location_id && ((row: Line) => isOneOf(getShopLocation(row.shop_id), location_id)),
  };
}

export const ORDER_ITEM_RULES: ListRules<OrderItemRow, OrderItemQuery> = {
  endpoint: listOrderItems,
  cap: MAX_ORDER_ITEMS,
  canLeaveOut: true,
  getKey: ({ order_id, id }) => [order_id, id],
  getDefaultSort: () => 'date_purchased',
  promisedParameters: [],
  // These are fields of the order.
  missingFields: ['payment_term', 'is_paid'],
  // A shop can have no location although its orders have one.
  optionalFields: ['location_id'],
  createFilters(query, lookups) {
    const { type, sign, tax_rate_id, product_group_id, product_id, payment_term, is_paid } = query;
    return removeUnused<OrderItemRow>({
      ...createScopeFilters(query, lookups),
      type: type && ((row) => row.type === type),
      sign: sign && ((row) => row.quantity > 0 === (sign === 'positive')),
      tax_rate_id: tax_rate_id === undefined ? undefined : (row) => row.tax_rate_id === tax_rate_id,
      product_group_id: product_group_id === undefined ? undefined : (row) => row.product_group_id === product_group_id,
      product_id: product_id === undefined ? undefined : (row) => row.product_id === product_id,
      payment_term: payment_term && null,
      is_paid: is_paid === undefined ? undefined : null,
    });
  },
  sortValues: {
    date_purchased: getPurchaseTime,
    quantity: (row) => row.quantity,
    ppu_wt: (row) => row.ppu_wt,
    value_ex_wt: (row) => row.value_ex_wt,
    value_wt: (row) => row.value_wt,
    cost_value_ex: (row) => row.cost_value_ex,
  },
};

export const ORDER_PAYMENT_RULES: ListRules<OrderPaymentRow, OrderPaymentQuery> = {
  endpoint: listOrderPayments,
  cap: MAX_ORDER_PAYMENTS,
  canLeaveOut: true,
  getKey: ({ order_id, id }) => [order_id, id],
  getDefaultSort: () => 'date_purchased',
  promisedParameters: [],
  optionalFields: ['location_id'],
  createFilters(query, lookups) {
    const { provider_method_type_id: method } = query;
    return removeUnused<OrderPaymentRow>({
      ...createScopeFilters(query, lookups),
      provider_method_type_id: method === undefined ? undefined : (row) => row.provider_method_type_id === method,
    });
  },
  sortValues: {
    date_purchased: getPurchaseTime,
    date_paid: ({ date_paid }) => (date_paid === null ? null : Date.parse(date_paid)),
    amount: (row) => row.amount,
  },
};

export const STOCK_RULES: ListRules<StockRow, StockQuery> = {
  endpoint: listStock,
  cap: MAX_STOCK_ROWS,
  getKey: ({ product_id, location_id }) => [product_id, location_id],
  getDefaultSort: () => 'product_id',
  promisedParameters: [],
  // A field of the product.
  missingFields: ['product_group_id'],
  createFilters({ q, product_group_id }) {
    const words = splitSearch(q);
    return removeUnused<StockRow>({
      q: words.length === 0 ? undefined : (row) => isProductFound(words, row),
      product_group_id: product_group_id === undefined ? undefined : null,
    });
  },
  sortValues: { product_id: (row) => row.product_id },
};

export const PRODUCT_PRICE_RULES: ListRules<ProductPrice, ProductPriceQuery> = {
  endpoint: listProductPrices,
  cap: MAX_PRODUCT_PRICES,
  getKey: ({ product_price_type_id, from_qty, id }) => [product_price_type_id, from_qty ?? -1, id],
  getDefaultSort: () => 'product_id',
  promisedParameters: ['product_ids'],
  createFilters({ product_ids }) {
    const requestedIds = new Set(product_ids);
    return { product_ids: ({ product_id }) => requestedIds.has(product_id) };
  },
  sortValues: { product_id: (row) => row.product_id },
};

export const PRODUCT_SALES_RULES: ListRules<ProductSalesRow, Reports['productSales']['query']> = {
  endpoint: readProductSales,
  cap: MAX_PRODUCT_SALES,
  getKey: ({ product_id, title, product_group_id }) => [product_id ?? Number.MAX_VALUE, title, product_group_id],
  getDefaultSort: () => 'product_id',
  promisedParameters: [],
  // These are fields of the sold items: a product may be in another group by now. Sorted by SKU or title, products that
  // left the catalog come last.
  missingFields: ['shop_id', 'location_id', 'product_group_id', 'sort=sku', 'sort=title'],
  createFilters({ q, shop_id, location_id, product_group_id, product_id }) {
    const words = splitSearch(q);
    return removeUnused<ProductSalesRow>({
      q: words.length === 0 ? undefined : ({ title, sku }) => isProductFound(words, { title, sku: sku ?? '' }),
      product_id: product_id === undefined ? undefined : (row) => row.product_id === product_id,
      product_group_id: product_group_id === undefined ? undefined : null,
      shop_id: shop_id && null,
      location_id: location_id && null,
    });
  },
  sortValues: {
    product_id: (row) => row.product_id,
    quantity: (row) => row.quantity,
    value: (row) => row.value,
    value_wt: (row) => row.value_wt,
    cost: (row) => row.cost,
    margin: (row) => row.margin,
    margin_percentage: ({ margin, value }) => (margin === null || value <= 0 ? null : margin / value),
  },
};
