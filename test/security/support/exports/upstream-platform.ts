import type { ExportPlatform } from '../../../../electron/exports/export-platform.ts';
import type { Customer } from '../../../../shared/contract/customers.ts';
import { type OrderRow, orderExample } from '../../../../shared/contract/orders.ts';
import type { ProductPrice } from '../../../../shared/contract/product-prices.ts';
import type { ProductSalesRow, ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import type { Product } from '../../../../shared/contract/products.ts';
import { toEuros } from '../../../../shared/money.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import type { MovingList } from './moving-list.ts';

/** A platform whose products, orders, customers and sales are all the rows of one list. */
export function upstreamPlatform(list: MovingList): ExportPlatform {
  const { readReport, ...platform } = createStandInPlatform();
  return {
    ...platform,
    listReference: async (_caller, kind) => (kind === 'taxRates' ? TAX_RATES : []) as never,
    async searchProducts(_caller, { start, limit }) {
      const { ids, total } = list.page(start, limit);
      return { rows: ids.map(recordOf.product), total };
    },
    async listProductPrices(_caller, { product_ids, start, limit }) {
      const rows = product_ids.map(recordOf.price).slice(start, start + limit);
      return { rows, total: product_ids.length };
    },
    async listOrders(_caller, { start, limit }) {
      const { ids, total } = list.page(start, limit);
      return { rows: ids.map(recordOf.order), total };
    },
    async listCustomers(_caller, { start, limit }) {
      const { ids, total } = list.page(start, limit);
      return { rows: ids.map(recordOf.customer), total };
    },
    async readReport(caller, kind, query) {
      if (kind !== 'productSales' || !('start' in query)) return readReport(caller, kind, query);
      const { ids, total, all } = list.page(query.start, query.limit);
      return { rows: ids.map(recordOf.sales), total, sums: salesSums(all.length) } as never;
    },
  };
}

const TAX_RATES = [{ id: 201, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' }];

/** The records of an upstream, each made of its id alone. */
const recordOf = {
  product: (id: number): Product => ({
    id,
    sku: `SKU-${id}`,
    title: `Product ${id}`,
    product_group_id: 101,
    stock: 0,
    shop_product_id: id,
  }),
  price: (product_id: number): ProductPrice => ({
    id: 100_000 + product_id,
    product_id,
    product_price_type_id: 1,
    is_sale_price: true,
    ppu: 1,
    ppu_wt: 1.21,
    tax_rate_id: 201,
    currency: 'EUR',
    from_qty: null,
  }),
  order: (id: number): OrderRow => ({ ...orderExample, id, order_number: `2026-${id}` }),
  customer: (id: number): Customer => ({
    id,
    name: '',
    email: '',
    phone: '',
    city: '',
    country_iso2: 'NL',
    segment_ids: [],
    date_created: '2026-01-01T00:00:00+01:00',
    order_count: 1,
    turnover_wt: 0.1,
  }),
  sales: (product_id: number): ProductSalesRow => ({
    product_id,
    sku: `SKU-${product_id}`,
    title: `Product ${product_id}`,
    product_group_id: 101,
    ...figures(1),
  }),
};

function salesSums(products: number): ProductSalesSums {
  return figures(products);
}

function figures(count: number) {
  const tenths = toEuros(count * 1_000);
  return {
    quantity: count,
    value: tenths,
    value_wt: toEuros(count * 1_210),
    discount_value_wt: 0,
    cost: 0,
    margin: tenths,
  };
}
