import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { isDatabaseFailure } from '../../electron/store/store-error.ts';
import { asking } from '../support/test-database.ts';
import { openDatabase } from './open-database.ts';

async function openWatched() {
  const url = await openDatabase();
  const broken = Promise.withResolvers<Error>();
  const store = await openPostgresStore({ url, connections: 1, onBroken: broken.resolve });
  onTestFinished(() => store.close());
  const cut = () =>
    asking(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'tilldesk' and datname = current_database()`,
    );
  return { db: store.db, broken: broken.promise, cut };
}

describe('a connection that the database ends', () => {
  it('while idle is logged, and the next query uses another connection', async () => {
    const { db, broken, cut } = await openWatched();
    await db.selectFrom('accounts').selectAll().execute();
    await cut();
    const error = await broken;
    expect(error).toBeInstanceOf(Error);
    expect(Object.keys(error), 'what a log would show').not.toContain('client');
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  it('during a transaction rolls it back with an error, and the next transaction uses another connection', async () => {
    const { db, cut } = await openWatched();
    const failed = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('accounts').values({ id: 1, name: 'lost' }).execute();
      await cut();
      await sql`select 1`.execute(transaction);
    });
    expect(isDatabaseFailure(await failed.catch((error: unknown) => error))).toBe(true);
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });
});
