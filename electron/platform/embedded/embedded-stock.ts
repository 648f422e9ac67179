import type { Kysely } from 'kysely';
import { countStock, readListedStock, readStockPage, stockList } from '../../store/catalog/stock-queries.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { withJsonRows } from '../json-rows.ts';
import type { Platform } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';
import { createRowCounts } from './row-counts.ts';
import { isNear, isWholeList } from './whole-list.ts';

export function createEmbeddedStock(
  store: Kysely<StoreSchema>,
  lists: OrderedLists,
): Pick<Platform, 'listStock'> {
  const totalOf = createRowCounts((scope) => countStock(store, scope));

  return {
    async listStock(caller, query) {
      const scope = scopeOf(caller);
      if (isWholeList(query) && isNear(query)) {
        const { version, ...rows } = await readStockPage(store, scope, query);
        const total = await totalOf(scope, version);
        if (total !== null) return withJsonRows({ total }, rows);
      }
      return lists.read(stockList(scope, query), async (db, list) =>
        withJsonRows({ total: list.total }, await readListedStock(db, scope, list, query)),
      );
    },
  };
}
