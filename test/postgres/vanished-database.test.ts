import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { PoolFigures, Store } from '../../electron/store/open-store.ts';
import { inWriteTransaction, takeTime } from '../../electron/store/transactions.ts';
import { openDatabase } from './open-database.ts';
import { openWayTo } from './way-to-database.ts';

/** Within which a connection to a host that vanished is free again. */
const FREE_WITHIN_MS = 8_000;

async function openOverWay() {
  const way = await openWayTo(await openDatabase());
  let figures: () => PoolFigures = () => ({ open: 0, idle: 0, waiting: 0 });
  const onPool = (read: () => PoolFigures) => {
    figures = read;
  };
  const store = await openPostgresStore({
    url: way.url,
    connections: 3,
    watch: { onQuery: () => undefined, onPool },
  });
  onTestFinished(() => store.close());
  return { way, store, figures: () => figures() };
}

const ask = ({ db }: Store) => db.selectFrom('accounts').select('id').execute();

const UNAVAILABLE = { status: 'rejected', reason: { code: 'unavailable' } };

describe('a database that vanished without a word', () => {
  it('fails queries, those of transactions too, and frees all connections within eight seconds', async () => {
    const { way, store, figures } = await openOverWay();
    await Promise.all([ask(store), ask(store), ask(store)]);
    const begun = Promise.withResolvers<void>();
    const silent = Promise.withResolvers<void>();
    const transaction = inWriteTransaction(store.db, async (db) => {
      await db.insertInto('accounts').values({ id: 1, name: 'lost' }).execute();
      begun.resolve();
      await silent.promise;
      await db.insertInto('accounts').values({ id: 2, name: 'lost' }).execute();
    });
    await begun.promise;
    way.silence();
    silent.resolve();
    const since = performance.now();
    const results = await Promise.allSettled([transaction, ask(store), ask(store)]);
    expect(performance.now() - since).toBeLessThan(FREE_WITHIN_MS);
    expect(results).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    expect(figures()).toEqual({ open: 0, idle: 0, waiting: 0 });

    await way.repair();
    expect(await ask(store)).toEqual([]);
  });
});

describe('a session', () => {
  it('has a deadline for every query, and for migrations a longer one', async () => {
    const { store } = await openOverWay();
    const limit = (db = store.db) => sql`select current_setting('statement_timeout') as limit`.execute(db);
    expect((await limit()).rows).toEqual([{ limit: '1min' }]);
    await inWriteTransaction(store.db, async (db) => {
      await takeTime(db);
      expect((await limit(db)).rows).toEqual([{ limit: '1h' }]);
    });
  });
});
