import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts, readProduct } from '../../shared/contract/products.ts';
import type { ExportPlatform } from '../exports/export-platform.ts';
import {
  createEndpointReader,
  nullIfNotFound,
  pageOf,
  REFERENCE_READS,
  REPORT_READS,
  type ReadJson,
  wholeOf,
} from './endpoint-reader.ts';
import { readHttpPriceList } from './http-price-list.ts';

/**
 * What exports read, over the API of a running service. The caller of a call does not matter: the service knows who
 * asks. An unknown id in a filter is refused there (`PlatformError` `rejected`) instead of selecting nothing.
 */
export function createHttpPlatform({ readJson }: { readonly readJson: ReadJson }): ExportPlatform {
  const read = createEndpointReader(readJson);

  const lists: Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'> = {
    async searchProducts(_caller, query) {
      return pageOf(listProducts, query, await read(listProducts, query));
    },
    async listProductPrices(_caller, query) {
      return pageOf(listProductPrices, query, await read(listProductPrices, query));
    },
  };

  return {
    ...lists,
    findProduct: (_caller, id) => nullIfNotFound(read(readProduct, {}, id)),
    readPriceList: readHttpPriceList(lists),
    listReference: (_caller, kind) => REFERENCE_READS[kind](read),
    async listCustomers(_caller, query) {
      return pageOf(listCustomers, query, await read(listCustomers, query));
    },
    async listOrders(_caller, query) {
      return pageOf(listOrders, query, await read(listOrders, query));
    },
    async readDiscountOrders(_caller, query) {
      return { rows: wholeOf(listDiscountOrders, await read(listDiscountOrders, query)), next: null };
    },
    readReport: (_caller, kind, query) => REPORT_READS[kind](read, query),
  };
}
