import type { Kysely } from 'kysely';
import { type SteadySpan, steadySpansOf } from '../../../shared/local-days.ts';
import { readPurchaseRange } from '../../store/days-queries.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { StoreScope } from '../../store/store-scope.ts';
import type { Caller } from '../platform.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';

type Db = Kysely<StoreSchema>;

/**
 * Reads days span by span, all at one moment. Only spans with purchases are read: a period may be thousands of
 * years long. A day of a clock change has rows out of both of its spans.
 */
export function readBySpan<Query extends { readonly from: string; readonly to: string }, Row>(
  store: Db,
  caller: Caller,
  query: Query,
  read: (db: Db, scope: StoreScope, query: Query, span: SteadySpan) => Promise<Row[]>,
): Promise<Row[]> {
  return inTransaction(store, async (db) => {
    const scope = scopeOf(caller);
    const purchases = await readPurchaseRange(db, scope, withInstants(query));
    const rows: Row[] = [];
    for (const span of purchases ? steadySpansOf(purchases) : []) {
      rows.push(...(await read(db, scope, query, span)));
    }
    return rows;
  });
}
