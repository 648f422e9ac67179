import { PRODUCTS_CAP, type Product } from '../../shared/contract/products.ts';
import { ExportError } from '../exports/export-error.ts';
import type { ExportPlatform } from '../exports/export-platform.ts';
import { salePrices } from '../exports/sale-prices.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { priceListRow } from '../platform/sale-prices.ts';

type Lists = Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'>;

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/**
 * The price list by id, out of the pages of the list of products. The key of a batch is where the next one begins and
 * the product that is there: the last one of this batch. Throws `ExportError` `incomplete` when another is there.
 */
export function readHttpPriceList(lists: Lists): ExportPlatform['readPriceList'] {
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
  if (!start || !lastId)
    throw new PlatformError('rejected', 'The batch does not continue one of this service.');
  return { start: Number(start), lastId: Number(lastId) };
}

function productsAfter(lastId: number | null, rows: readonly Product[]): readonly Product[] {
  const [first] = rows;
  if (lastId === null || first === undefined) return rows;
  if (first.id === lastId) return rows.slice(1);
  throw new ExportError('incomplete', 'The data changed while it was read. Try again.');
}
