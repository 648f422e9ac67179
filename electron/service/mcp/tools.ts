import { Type } from 'typebox';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { ApiEndpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listLocations } from '../../../shared/contract/locations.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { listPaymentMethods, listPaymentProviders } from '../../../shared/contract/payment-methods.ts';
import { listProductPrices, ProductPrice } from '../../../shared/contract/product-prices.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { listProducts, Product, readProduct } from '../../../shared/contract/products.ts';
import { createPageQuery, Id } from '../../../shared/contract/query.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import { PageOf } from '../../../shared/contract/values.ts';
import { explainFigure } from './explain-figure.ts';
import { readCount, requireArgument, type Tool } from './tool.ts';

/** A tool that returns what a list or report returns, with the same filters. */
function createReadTool(name: string, endpoint: ApiEndpoint): Tool {
  const { summary, description, query = Type.Object({}), response } = endpoint;
  return {
    name,
    endpoint,
    title: summary,
    description,
    input: query,
    output: response,
    run: (given, read) => read(endpoint, given),
  };
}

const readOneOrder: Tool = {
  name: 'read_order',
  endpoint: readOrder,
  title: readOrder.summary,
  description: readOrder.description,
  input: Type.Object({ id: Id('The `id` of an order, from list_orders', 2515037) }),
  output: readOrder.response,
  run: ({ id, ...query }, read) => read(readOrder, query, requireArgument('id', id)),
};

const readOneProduct: Tool = {
  name: 'read_product',
  endpoint: readProduct,
  title: 'One product with its prices',
  description:
    'One product with all of its price rows: sale, purchase and others, quantity prices included. Its sale price ' +
    'is the row with `is_sale_price` and without `from_qty`.',
  input: Type.Object({ id: Id('The `id` of a product, from search_products', 100008) }),
  output: Type.Object({ product: Product, prices: Type.Array(ProductPrice, { description: 'All price rows' }) }),
  async run({ id, ...query }, read) {
    const product = await read(readProduct, query, requireArgument('id', id));
    const prices = await read(listProductPrices, { product_ids: id });
    return { product, prices: prices.data };
  },
};

const MAX_DISCOUNTS = 250;

/** The API answers the whole range at once, which is more than an assistant can read. */
const listDiscounts: Tool = {
  name: 'list_discounted_orders',
  endpoint: listDiscountOrders,
  title: listDiscountOrders.summary,
  description:
    'Orders with a discount, page by page, sorted by time of purchase and id. The percentage of a discount is discount_value_wt ' +
    'of sold_before_discount_wt; there is none if that is 0 or null. Only positive discounts are listed, unless `include_negative` or ' +
    '`only_negative` is true; if both are, `only_negative` takes precedence. Orders of every status are listed, unless `only_counting` is true.',
  input: Type.Object({ ...listDiscountOrders.query.properties, ...createPageQuery(MAX_DISCOUNTS) }),
  output: PageOf(DiscountOrder),
  async run({ start = 0, limit = 100, ...query }, read) {
    const from = readCount('start', start, 0);
    const size = Math.min(readCount('limit', limit, 1), MAX_DISCOUNTS);
    const { total, data } = await read(listDiscountOrders, query);
    const page = (data as readonly unknown[]).slice(from, from + size);
    return { start: from, limit: size, count: page.length, total, data: page };
  },
};

export const TOOLS: readonly Tool[] = [
  createReadTool('search_products', listProducts),
  readOneProduct,
  createReadTool('list_stock', listStock),
  createReadTool('list_orders', listOrders),
  readOneOrder,
  listDiscounts,
  createReadTool('list_order_items', listOrderItems),
  createReadTool('list_order_payments', listOrderPayments),
  createReadTool('read_financial_report', readFinancialReport),
  createReadTool('read_turnover_by_day', readTurnoverByDay),
  createReadTool('read_product_sales', readProductSales),
  createReadTool('read_day_closing', readDayClosing),
  explainFigure,
  createReadTool('list_shops', listShops),
  createReadTool('list_locations', listLocations),
  createReadTool('list_turnover_groups', listTurnoverGroups),
  createReadTool('list_tax_rates', listTaxRates),
  createReadTool('list_payment_methods', listPaymentMethods),
  createReadTool('list_payment_providers', listPaymentProviders),
];
