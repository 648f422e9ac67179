import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import { inTransaction } from '../../electron/store/transactions.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { differencesIn } from '../store/totals/differences-in.ts';
import { createFurtherOrder } from '../support/copied-order.ts';
import { findProgram } from '../support/find-program.ts';
import { findFreePort } from '../support/local-port.ts';
import { ORDER, seedFixtureShop } from '../support/shop-fixture.ts';
import { EMPTY_TEMPLATE } from '../support/test-database.ts';
import { startProxy } from './cluster/start-proxy.ts';
import { openDatabase } from './open-database.ts';

const pgbouncer = findProgram('pgbouncer');

/** Runs `deploy/pgbouncer.ini` in front of a database, and returns the address of the pooler. */
async function startPooler(program: string, database: URL): Promise<string> {
  const port = await findFreePort();
  const settings = readFileSync(projectPath('deploy', 'pgbouncer.ini'), 'utf8')
    .replace(
      'host=db.example port=5432 dbname=tilldesk',
      `host=127.0.0.1 port=${database.port} dbname=${database.pathname.slice(1)}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('/etc/pgbouncer/userlist.txt', 'userlist.txt')
    // Fewer than the store uses, so that connections are shared.
    .replace('default_pool_size = 20', 'default_pool_size = 2\nunix_socket_dir =');
  await startProxy({
    ...{ program, port },
    files: { 'pgbouncer.ini': settings, 'userlist.txt': '"tilldesk" ""\n' },
    argumentsIn: (folder) => [join(folder, 'pgbouncer.ini')],
  });
  return `postgres://tilldesk@127.0.0.1:${port}/tilldesk`;
}

describe.skipIf(pgbouncer === null)('a store behind PgBouncer, which lends a connection for one transaction', () => {
  it('migrates, reads and writes with more connections than the pooler has', async () => {
    const url = await startPooler(pgbouncer ?? '', new URL(await openDatabase(EMPTY_TEMPLATE)));
    const store = await openPostgresStore({ url, connections: 8 });
    onTestFinished(() => store.close());
    await seedFixtureShop(store.db);
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    await Promise.all(
      numbers.map(async (number) => {
        await insertOrders(store.db, [createFurtherOrder(ORDER.saleWithTip, number)]);
        await inTransaction(store.db, (db) => db.selectFrom('orders').select('id').limit(1).execute());
      }),
    );
    expect(await differencesIn(store.db)).toEqual([]);
  });

  it('does not leak limits of a transaction to the next client of the connection', async () => {
    const url = await startPooler(pgbouncer ?? '', new URL(await openDatabase()));
    const store = await openPostgresStore({ url });
    onTestFinished(() => store.close());
    const limit = (db = store.db) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
    const inside = await inTransaction(store.db, limit);
    expect(inside.rows).toEqual([{ limit: '30s' }]);
    expect((await limit()).rows).toEqual([{ limit: '0' }]);
  });
});
