import { listCustomers, readCustomer } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product, readProduct } from '../../shared/contract/products.ts';
import {
  createEndpointReader,
  nullIfNotFound,
  pageOf,
  REFERENCE_READS,
  REPORT_READS,
  type ReadJson,
  wholeOf,
} from '../api-client/endpoint-reader.ts';
import { readPriceListBatch } from '../platform/sale-prices.ts';
import { salePrices } from './drain-pages.ts';
import { ExportError } from './export-error.ts';
import type { ExportPlatform } from './export-platform.ts';

/** What exports read, over the API and with a key. An unknown id in a filter throws `PlatformError` `rejected`. */
export function createKeyedPlatform({ readJson }: { readonly readJson: ReadJson }): ExportPlatform {
  const read = createEndpointReader(readJson);

  const lists: Lists = {
    async searchProducts(_caller, query) {
      return pageOf(listProducts, query, await read(listProducts, query));
    },
    async listProductPrices(_caller, query) {
      return pageOf(listProductPrices, query, await read(listProductPrices, query));
    },
  };

  return {
    ...lists,
    // Nothing says how the service at that address rounds.
    capabilitiesOf: async () => ({ roundsRows: true }),
    findProduct: (_caller, id) => nullIfNotFound(read(readProduct, {}, id)),
    readPriceList: readKeyedPriceList(lists),
    listReference: (_caller, kind, country) => REFERENCE_READS[kind](read, country),
    async listCustomers(_caller, query) {
      const answer = await read(listCustomers, query);
      return { ...pageOf(listCustomers, query, answer), sums: answer.sums };
    },
    findCustomer: (_caller, id) => nullIfNotFound(read(readCustomer, {}, id)),
    async listOrders(_caller, query) {
      const answer = await read(listOrders, query);
      return { ...pageOf(listOrders, query, answer), sums: answer.sums };
    },
    async listOrderItems(_caller, query) {
      const answer = await read(listOrderItems, query);
      return { ...pageOf(listOrderItems, query, answer), sums: answer.sums };
    },
    async listOrderPayments(_caller, query) {
      const answer = await read(listOrderPayments, query);
      return { ...pageOf(listOrderPayments, query, answer), sums: answer.sums };
    },
    async readDiscountOrders(_caller, query) {
      return { rows: wholeOf(listDiscountOrders, await read(listDiscountOrders, query)), next: null };
    },
    readReport: (_caller, kind, query) => REPORT_READS[kind](read, query),
  };
}

type Lists = Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'>;

/** The price list by id. Throws `ExportError` `incomplete` for a list that moved since the last batch. */
function readKeyedPriceList(lists: Lists): ExportPlatform['readPriceList'] {
  return (caller, query, after) => {
    const known = after === null ? 0 : 1;
    const readPage = (start: number) =>
      lists.searchProducts(caller, { ...query, sort: 'id', start, limit: PRODUCTS_CAP });
    const pages = {
      async readFrom(start: number) {
        const first = await readPage(start);
        const isStuck = first.rows.length <= known && start + first.rows.length < first.total;
        const { rows, total } = isStuck ? await readPage(start) : first;
        const end = start + rows.length;
        return { products: rows, nextStart: end < total || rows.length >= PRODUCTS_CAP ? end : null };
      },
      async readAfterMove(): Promise<never> {
        throw new ExportError('incomplete', 'The data changed while it was read. Try again.');
      },
      salePrices: (products: readonly Product[]) => salePrices({ platform: lists, caller }, products),
    };
    return readPriceListBatch(pages, after);
  };
}
