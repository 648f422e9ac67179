import type { ExportPlatform } from '../../../../electron/exports/export-platform.ts';
import type { Customer } from '../../../../shared/contract/customers.ts';
import { financialReportExample } from '../../../../shared/contract/financial-report-example.ts';
import { type OrderRow, orderExample } from '../../../../shared/contract/orders.ts';
import type { ProductPrice } from '../../../../shared/contract/product-prices.ts';
import type { ProductSalesRow, ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import type { Product } from '../../../../shared/contract/products.ts';
import { toEuros } from '../../../../shared/money.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import type { MovingList } from './judged-export.ts';

/** A platform whose products, orders, customers and sales are all the rows of one list. */
export function upstreamPlatform(list: MovingList): ExportPlatform {
  const { readReport, ...platform } = createStandInPlatform();
  const pageOf = <Row>({ start, limit }: { start: number; limit: number }, rowOf: (id: number) => Row) => {
    const { ids, total } = list.page(start, limit);
    return { rows: ids.map(rowOf), total };
  };
  return {
    ...platform,
    listReference: async (_caller, kind) => (kind === 'taxRates' ? TAX_RATES : []) as never,
    searchProducts: async (_caller, range) => pageOf(range, recordOf.product),
    async listProductPrices(_caller, { product_ids, start, limit }) {
      const rows = product_ids.map(recordOf.price).slice(start, start + limit);
      return { rows, total: product_ids.length };
    },
    listOrders: async (_caller, range) => ({ ...pageOf(range, recordOf.order), sums: null }),
    listCustomers: async (_caller, range) => ({ ...pageOf(range, recordOf.customer), sums: null }),
    async readReport(caller, kind, query) {
      // What the sales come to in it is a note of the file.
      if (kind === 'financial') return financialReportExample as never;
      if (kind !== 'productSales' || !('start' in query)) return readReport(caller, kind, query);
      const { ids, total, all } = list.page(query.start, query.limit);
      return { rows: ids.map(recordOf.sales), total, sums: figures(all.length) } as never;
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
    open_invoices_wt: 0,
    turnover_wt: 0.1,
    date_last_purchased: null,
  }),
  sales: (product_id: number): ProductSalesRow => ({
    product_id,
    sku: `SKU-${product_id}`,
    title: `Product ${product_id}`,
    product_group_id: 101,
    ...figures(1),
  }),
};

function figures(count: number): ProductSalesSums {
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
