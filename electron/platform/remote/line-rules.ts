import {
  listOrderItems,
  listOrderPayments,
  ORDER_ITEMS_CAP,
  ORDER_PAYMENTS_CAP,
  type OrderItemRow,
  type OrderPaymentRow,
} from '../../../shared/contract/order-rows.ts';
import { listProductPrices, PRODUCT_PRICES_CAP, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { PRODUCT_SALES_CAP, type ProductSalesRow, readProductSales } from '../../../shared/contract/product-sales.ts';
import { listStock, STOCK_CAP, type StockRow } from '../../../shared/contract/stock.ts';
import { isProductFound, searchWords } from '../../../shared/search-text.ts';
import type { OrderItemQuery, OrderPaymentQuery, ProductPriceQuery, Reports, StockQuery } from '../platform.ts';
import { dayOf, isOneOf, type ListRules, present, purchasedAt, type RowLookups } from './list-rules.ts';

/** The rules of what belongs to orders and products. */

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

function placeAndTime({ from, to, shop_id, location_id }: LineQuery, { locationOfShop }: RowLookups) {
  return {
    from: (row: Line) => from <= dayOf(row.date_purchased),
    to: (row: Line) => dayOf(row.date_purchased) <= to,
    shop_id: shop_id && ((row: Line) => shop_id.includes(row.shop_id)),
    location_id: location_id && ((row: Line) => isOneOf(locationOfShop(row.shop_id), location_id)),
  };
}

export const ORDER_ITEM_RULES: ListRules<OrderItemRow, OrderItemQuery> = {
  endpoint: listOrderItems,
  cap: ORDER_ITEMS_CAP,
  mayLeaveOut: true,
  keyOf: ({ order_id, id }) => [order_id, id],
  defaultSort: () => 'date_purchased',
  promised: [],
  // Of the order.
  unshown: ['payment_term', 'is_paid'],
  // A shop may have no location though its orders do.
  seldomShown: ['location_id'],
  filters(query, lookups) {
    const { type, sign, tax_rate_id, product_group_id, product_id, payment_term, is_paid } = query;
    return present<OrderItemRow>({
      ...placeAndTime(query, lookups),
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
    date_purchased: purchasedAt,
    quantity: (row) => row.quantity,
    ppu_wt: (row) => row.ppu_wt,
    value_ex_wt: (row) => row.value_ex_wt,
    value_wt: (row) => row.value_wt,
    cost_value_ex: (row) => row.cost_value_ex,
  },
};

export const ORDER_PAYMENT_RULES: ListRules<OrderPaymentRow, OrderPaymentQuery> = {
  endpoint: listOrderPayments,
  cap: ORDER_PAYMENTS_CAP,
  mayLeaveOut: true,
  keyOf: ({ order_id, id }) => [order_id, id],
  defaultSort: () => 'date_purchased',
  promised: [],
  seldomShown: ['location_id'],
  filters(query, lookups) {
    const { provider_method_type_id: method } = query;
    return present<OrderPaymentRow>({
      ...placeAndTime(query, lookups),
      provider_method_type_id: method === undefined ? undefined : (row) => row.provider_method_type_id === method,
    });
  },
  sortValues: {
    date_purchased: purchasedAt,
    date_paid: ({ date_paid }) => (date_paid === null ? null : Date.parse(date_paid)),
    amount: (row) => row.amount,
  },
};

export const STOCK_RULES: ListRules<StockRow, StockQuery> = {
  endpoint: listStock,
  cap: STOCK_CAP,
  keyOf: ({ product_id, location_id }) => [product_id, location_id],
  defaultSort: () => 'product_id',
  promised: [],
  // Of the product.
  unshown: ['product_group_id'],
  filters({ q, product_group_id }) {
    const words = searchWords(q);
    return present<StockRow>({
      q: words.length === 0 ? undefined : (row) => isProductFound(words, row),
      product_group_id: product_group_id === undefined ? undefined : null,
    });
  },
  sortValues: { product_id: (row) => row.product_id },
};

export const PRODUCT_PRICE_RULES: ListRules<ProductPrice, ProductPriceQuery> = {
  endpoint: listProductPrices,
  cap: PRODUCT_PRICES_CAP,
  keyOf: ({ product_price_type_id, from_qty, id }) => [product_price_type_id, from_qty ?? -1, id],
  defaultSort: () => 'product_id',
  promised: ['product_ids'],
  filters({ product_ids }) {
    const asked = new Set(product_ids);
    return { product_ids: ({ product_id }) => asked.has(product_id) };
  },
  sortValues: { product_id: (row) => row.product_id },
};

export const PRODUCT_SALES_RULES: ListRules<ProductSalesRow, Reports['productSales']['query']> = {
  endpoint: readProductSales,
  cap: PRODUCT_SALES_CAP,
  keyOf: ({ product_id, title, product_group_id }) => [product_id ?? Number.MAX_VALUE, title, product_group_id],
  defaultSort: () => 'product_id',
  promised: [],
  // Of the items that were sold: a product may have moved to another group since. By SKU and title, products that have
  // left the catalog come last.
  unshown: ['shop_id', 'location_id', 'product_group_id', 'sort=sku', 'sort=title'],
  filters({ q, shop_id, location_id, product_group_id, product_id }) {
    const words = searchWords(q);
    return present<ProductSalesRow>({
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
