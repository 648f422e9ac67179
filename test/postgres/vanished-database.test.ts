import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openPostgresStore,
  type PostgresStoreOptions,
  withLongTimeouts,
} from '../../electron/store/open-postgres-store.ts';
import type { PoolFigures, Store } from '../../electron/store/open-store.ts';
import type { StoreDb } from '../../electron/store/schema.ts';
import { inWriteTransaction } from '../../electron/store/transactions.ts';
import { openDatabase } from './open-database.ts';
import { openWayTo } from './way-to-database.ts';

async function openOverWay(options: Partial<PostgresStoreOptions> = {}) {
  const way = await openWayTo(await openDatabase());
  let figures: () => PoolFigures = () => ({ open: 0, idle: 0, waiting: 0 });
  const onPool = (read: () => PoolFigures) => {
    figures = read;
  };
  const watch = { onQuery: () => undefined, onPool };
  const store = await openPostgresStore({ url: way.url, connections: 3, watch, ...options });
  onTestFinished(() => store.close());
  return { way, store, figures: () => figures() };
}

const ask = ({ db }: Store) => db.selectFrom('accounts').select('id').execute();

const UNAVAILABLE = { status: 'rejected', reason: { code: 'unavailable' } };

const SHORT = { statementMs: 500, lockMs: 500, idleMs: 500 };

describe('a database that disappeared without closing its connections', () => {
  it('makes queries fail at their deadline, also in transactions, and frees all connections', async () => {
    const { way, store, figures } = await openOverWay({ limits: SHORT });
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
    const results = await Promise.allSettled([transaction, ask(store), ask(store)]);
    expect(results).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    expect(figures()).toEqual({ open: 0, idle: 0, waiting: 0 });

    await way.repair();
    expect(await ask(store)).toEqual([]);
  });
});

describe('an outage', () => {
  it('is logged once, and again only after it has ended', async () => {
    let time = 0;
    const heard: string[] = [];
    const outages = { began: () => void heard.push('began'), ended: () => void heard.push('ended') };
    const { way, store } = await openOverWay({ outages, clock: { now: () => time } });
    const failAll = () => Promise.allSettled([ask(store), ask(store), ask(store), ask(store)]);
    for (const round of [1, 2]) {
      await way.cut();
      await failAll();
      await failAll();
      await way.repair();
      await ask(store);
      expect(heard, 'while connections may still break').toEqual(round === 1 ? ['began'] : ['began', 'ended', 'began']);
      time += 10_000;
      await ask(store);
      expect(heard.at(-1)).toBe('ended');
    }
    expect(heard).toEqual(['began', 'ended', 'began', 'ended']);
  });
});

describe('a transaction', () => {
  const limits = async (db: StoreDb) => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    return rows;
  };

  it('has deadlines in the database for its queries, for locks, and for a program that disappeared', async () => {
    const { way, store } = await openOverWay();
    expect(await inWriteTransaction(store.db, limits)).toEqual([{ statement: '30s', lock: '5s', idle: '30s' }]);
    const patient = await withLongTimeouts({ url: way.url }, (db) => inWriteTransaction(db, limits));
    expect(patient).toEqual([{ statement: '1h', lock: '1h', idle: '1h' }]);
  });
});
