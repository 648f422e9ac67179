import type { Kysely } from 'kysely';
import type { ProductWithPrices } from '../../../shared/contract/products.ts';
import {
  countCatalog,
  countPrices,
  findProductText,
  productList,
  readCatalogPage,
  readListedProducts,
  readPrices,
} from '../../store/catalog/catalog-queries.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { inTransaction } from '../../store/transactions.ts';
import { withJsonRows } from '../json-rows.ts';
import type { Platform } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';
import { createRowCounts } from './row-counts.ts';
import { isNear, isWholeList } from './whole-list.ts';

type Catalog = Pick<Platform, 'searchProducts' | 'findProduct' | 'listProductPrices'>;

export function createEmbeddedCatalog(store: Kysely<StoreSchema>, lists: OrderedLists): Catalog {
  const totalOf = createRowCounts((scope) => countCatalog(store, scope));

  return {
    async searchProducts(caller, query) {
      const scope = scopeOf(caller);
      if (isWholeList(query) && isNear(query)) {
        const { version, ...rows } = await readCatalogPage(store, scope, query);
        const total = await totalOf(scope, version);
        if (total !== null) return withJsonRows({ total }, rows);
      }
      return lists.read(productList(scope, query), async (db, list) =>
        withJsonRows({ total: list.total }, await readListedProducts(db, scope, list, query)),
      );
    },

    async findProduct(caller, id) {
      const text = await findProductText(store, scopeOf(caller), id);
      return text === undefined ? null : (JSON.parse(text) as ProductWithPrices);
    },

    async listProductPrices({ accountId }, query) {
      const rows = await readPrices(store, accountId, query.product_ids, query);
      // A first page that is not full holds them all.
      if (query.start === 0 && rows.count < query.limit) return withJsonRows({ total: rows.count }, rows);
      return inTransaction(store, async (db) => {
        const total = await countPrices(db, accountId, query.product_ids);
        return withJsonRows({ total }, await readPrices(db, accountId, query.product_ids, query));
      });
    },
  };
}
