import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { NewerSchemaError } from '../../electron/store/store-error.ts';
import { EMPTY_TEMPLATE, runStatement } from '../support/test-database.ts';
import { openDatabase } from './open-database.ts';

it('an instance that migrates ends the connections of older ones, and no others', async () => {
  const url = await openDatabase(EMPTY_TEMPLATE);
  const connected = async (application: string) => {
    const client = new Client({ connectionString: url, application_name: application });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const older = await connected('tilldesk 0001');
  const other = await connected('psql');
  const ended = new Promise<void>((resolve) => older.once('end', resolve));

  const store = await openPostgresStore({ url });
  onTestFinished(() => store.close());

  await ended;
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('an instance that finds newer tables stops reading and writing', async () => {
  const url = await openDatabase();
  const reported: Error[] = [];
  const outages = { began: (error: Error) => void reported.push(error), ended: () => undefined };
  const { db, close } = await openPostgresStore({ url, connections: 2, outages });
  onTestFinished(close);
  await db.insertInto('accounts').values({ id: 1, name: 'before' }).execute();

  await runStatement(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')");
  // Other tests use other databases of the same cluster.
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'tilldesk 0%'`,
  );
  // The first call uses the connection that was ended.
  await db
    .selectFrom('accounts')
    .selectAll()
    .execute()
    .catch(() => undefined);

  await expect(db.insertInto('accounts').values({ id: 2, name: 'after' }).execute()).rejects.toThrow(NewerSchemaError);
  await expect(db.selectFrom('accounts').selectAll().execute()).rejects.toThrow(NewerSchemaError);
  expect(await runStatement(url, 'select name from accounts')).toEqual([{ name: 'before' }]);
  expect(reported).toHaveLength(1);
});
