import type { Kysely } from 'kysely';
import {
  countPrices,
  countProducts,
  findProductRow,
  readPrices,
  readProducts,
} from '../../store/catalog-queries.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { Platform } from '../platform.ts';
import { toProduct, toProductPrice } from './catalog-mapper.ts';
import { scopeOf } from './embedded-scope.ts';

type Catalog = Pick<Platform, 'searchProducts' | 'findProduct' | 'listProductPrices'>;

export function createEmbeddedCatalog(store: Kysely<StoreSchema>): Catalog {
  return {
    searchProducts: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const total = await countProducts(db, scope, query);
        const rows = await readProducts(db, scope, query, query);
        return { total, rows: rows.map(toProduct) };
      }),

    findProduct: (caller, id) =>
      inTransaction(store, async (db) => {
        const product = await findProductRow(db, scopeOf(caller), id);
        if (!product) return null;
        const prices = await readPrices(db, caller.accountId, [id]);
        return { ...toProduct(product), prices: prices.map(toProductPrice) };
      }),

    listProductPrices: ({ accountId }, query) =>
      inTransaction(store, async (db) => {
        const total = await countPrices(db, accountId, query.product_ids);
        const rows = await readPrices(db, accountId, query.product_ids, query);
        return { total, rows: rows.map(toProductPrice) };
      }),
  };
}
