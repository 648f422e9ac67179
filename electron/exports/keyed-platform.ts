import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
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
import { PlatformError } from '../platform/platform-error.ts';
import { priceListRow } from '../platform/sale-prices.ts';
import { salePrices } from './drain-pages.ts';
import { ExportError } from './export-error.ts';
import type { ExportPlatform } from './export-platform.ts';

/**
 * What exports read, over the API of a running service that a key reads. The caller of a call does not matter: the service knows who
 * asks. An unknown id in a filter is refused there (`PlatformError` `rejected`) instead of selecting nothing.
 */
export function createKeyedPlatform({ readJson }: { readonly readJson: ReadJson }): ExportPlatform {
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

type Lists = Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'>;

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/**
 * The price list by id, out of the pages of the list of products. The key of a batch is where the next one begins and
 * the product that is there: the last one of this batch. Throws `ExportError` `incomplete` when another is there.
 */
function readHttpPriceList(lists: Lists): ExportPlatform['readPriceList'] {
  return async (caller, query, after) => {
    const { start, lastId } = positionOf(after);
    const asked = { ...query, sort: 'id', start, limit: PRODUCTS_CAP } as const;
    const first = await lists.searchProducts(caller, asked);
    const isStuck = first.rows.length <= (lastId === null ? 0 : 1) && start + first.rows.length < first.total;
    const { rows, total } = isStuck ? await lists.searchProducts(caller, asked) : first;
    const products = productsAfter(lastId, rows);
    const prices = await salePrices(
      (wanted) => lists.listProductPrices(caller, wanted),
      products.map(({ id }) => id),
    );
    const last = products.at(-1);
    const end = start + rows.length;
    const hasMore = end < total || rows.length >= PRODUCTS_CAP;
    return {
      rows: products.map((product) => priceListRow(product, prices.get(product.id))),
      next: last && hasMore ? `${end - 1}:${last.id}` : null,
    };
  };
}

function positionOf(key: string | null): { readonly start: number; readonly lastId: number | null } {
  if (key === null) return { start: 0, lastId: null };
  const [, start, lastId] = KEY_FORM.exec(key) ?? [];
  if (!start || !lastId) throw new PlatformError('rejected', 'The batch does not continue one of this service.');
  return { start: Number(start), lastId: Number(lastId) };
}

function productsAfter(lastId: number | null, rows: readonly Product[]): readonly Product[] {
  const [first] = rows;
  if (lastId === null || first === undefined) return rows;
  if (first.id === lastId) return rows.slice(1);
  throw new ExportError('incomplete', 'The data changed while it was read. Try again.');
}
