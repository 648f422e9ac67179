import type { Kysely } from 'kysely';
import { inTransaction } from '../../store/in-transaction.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { countStock, readStock } from '../../store/stock-queries.ts';
import type { Platform } from '../platform.ts';
import { toStockRow } from './catalog-mapper.ts';
import { scopeOf } from './embedded-scope.ts';

export function createEmbeddedStock(store: Kysely<StoreSchema>): Pick<Platform, 'listStock'> {
  return {
    listStock: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const total = await countStock(db, scope, query);
        const rows = await readStock(db, scope, query, query);
        return { total, rows: rows.map(toStockRow) };
      }),
  };
}
