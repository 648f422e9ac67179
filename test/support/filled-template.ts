import { Client } from 'pg';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { databaseUrl, TEMPLATE } from './test-database.ts';

export type FillStore = (store: Store) => Promise<void>;

/** Any number, the same in all processes of the tests. */
const LOCK = 4_870;

/**
 * The database of the cluster that holds what `fill` writes, made by whoever asks for this name first while the others
 * wait.
 */
export async function filledTemplate(cluster: string, name: string, fill: FillStore): Promise<string> {
  const template = `${TEMPLATE}_${name}`;
  const client = new Client(cluster);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, name]);
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length === 0) await make(client, { cluster, template, fill });
  } finally {
    await client.end();
  }
  return template;
}

interface Wanted {
  readonly cluster: string;
  readonly template: string;
  readonly fill: FillStore;
}

/** It has its name only once it is whole. */
async function make(client: Client, { cluster, template, fill }: Wanted): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} template ${TEMPLATE}`);
  const store = await openPostgresStore({ url: databaseUrl(cluster, draft) });
  try {
    await fill(store);
  } finally {
    await store.close();
  }
  await client.query(`alter database ${draft} rename to ${template}`);
}
