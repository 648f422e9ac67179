import { listCustomers, listSegments } from '../../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { DatasetName } from '../../../shared/contract/exports.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import type { CellValue } from '../../../shared/datasets/dataset.ts';
import { euros, percentage, units } from '../../support/exact-euros.ts';
import type { FixtureService } from '../../support/fixture-service.ts';

export type ListDataset = Exclude<
  DatasetName,
  'financial-report' | 'day-closing' | 'journal' | 'journal-snelstart'
>;
export type Table = readonly Readonly<Record<string, CellValue>>[];

export const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const IN_YEAR = { query: YEAR };

/** The rows of each dataset that is a list, put together from what the HTTP API answers and from nothing else. */
export async function apiTables({
  read,
  tokens: { owner: token },
}: FixtureService): Promise<Readonly<Record<ListDataset, Table>>> {
  const products = (await read(listProducts, { token })).data;
  const product_ids = products.map(({ id }) => id).join(',');
  const prices = (await read(listProductPrices, { token, query: { product_ids } })).data;
  const groups = new Map(
    (await read(listTurnoverGroups, { token })).data.map(({ id, title }) => [id, title]),
  );
  const shops = new Map((await read(listShops, { token })).data.map(({ id, title }) => [id, title]));
  const segments = new Map((await read(listSegments, { token })).data.map(({ id, title }) => [id, title]));
  const rates = new Map<number, number>();
  const rateNames = new Map<number, string>();
  for (const country_iso2 of ['NL', 'BE', 'DE', 'AT']) {
    const { data } = await read(listTaxRates, { token, query: { country_iso2 } });
    for (const { id, value, name } of data) {
      rates.set(id, value);
      rateNames.set(id, `${country_iso2} ${name}`);
    }
  }
  const shopOf = ({ shop_id }: { shop_id: number }) => shops.get(shop_id) ?? null;
  const vatOf = ({ tax_rate_id }: { tax_rate_id: number }) => rates.get(tax_rate_id) ?? null;

  const priced = products.map((product) => {
    const sale = prices
      .filter((row) => row.product_id === product.id && row.is_sale_price && row.from_qty === null)
      .sort((one, other) => one.id - other.id)[0];
    const { id, sku, title, stock, shop_product_id } = product;
    return {
      id,
      sku,
      title,
      group: groups.get(product.product_group_id) ?? null,
      stock,
      ppu_wt: sale?.ppu_wt ?? null,
      ppu: sale?.ppu ?? null,
      vat: sale ? vatOf(sale) : null,
      vat_name: sale ? (rateNames.get(sale.tax_rate_id) ?? null) : null,
      never_priced: sale === undefined,
      shop_product_id,
    };
  });
  const tiers = prices
    .filter(({ is_sale_price, from_qty }) => is_sale_price && from_qty !== null)
    .map((row) => {
      const product = products.find(({ id }) => id === row.product_id);
      const { product_id, from_qty, ppu_wt, ppu } = row;
      return {
        product_id,
        sku: product?.sku ?? null,
        title: product?.title ?? null,
        from_qty,
        ppu_wt,
        ppu,
        vat: vatOf(row),
      };
    });
  const discounted = (await read(listDiscountOrders, { token, ...IN_YEAR })).data;
  const orders = (await read(listOrders, { token, ...IN_YEAR })).data;
  const report = await read(readFinancialReport, { token, ...IN_YEAR });
  const sales = (await read(readProductSales, { token, ...IN_YEAR })).data;
  const payments = (await read(readPaymentsReport, { token, ...IN_YEAR })).data;
  const customers = (await read(listCustomers, { token })).data;

  return {
    'price-list': plain(priced),
    catalog: plain(priced),
    'price-tiers': plain(tiers),
    'discount-orders': plain(
      discounted.map((order) => ({
        ...order,
        shop: shopOf(order),
        discount_percentage: percentage(
          units(order.discount_value_wt),
          units(order.value_wt) + units(order.discount_value_wt),
        ),
      })),
    ),
    orders: plain(orders.map((order) => ({ ...order, shop: shopOf(order) }))),
    'turnover-by-group': plain(
      report.turnover_by_group.rows.flatMap(({ shops: parts, ...row }) =>
        parts.map((part) => ({
          ...row,
          ...part,
          shop: shopOf(part),
          vat: euros(units(part.value_wt) - units(part.value)),
        })),
      ),
    ),
    payments: plain(payments),
    'product-sales': plain(sales.map((row) => ({ ...row, group: groups.get(row.product_group_id) ?? null }))),
    customers: plain(
      customers.map(({ segment_ids, ...customer }) => ({
        ...customer,
        segments: segment_ids.map((id) => segments.get(id)).join(', '),
      })),
    ),
  };
}

/** The rows without what is no cell, such as the items of an order. */
function plain(rows: readonly object[]): Table {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([, value]) => value === null || typeof value !== 'object'),
    ),
  );
}
