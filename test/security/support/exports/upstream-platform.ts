import type { ExportPlatform } from '../../../../electron/exports/export-platform.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import type { MovingList } from './moving-list.ts';
import { recordOf, salesSums } from './upstream-records.ts';

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
