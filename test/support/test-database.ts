import { randomBytes } from 'node:crypto';
import { asking } from './asking-server.ts';

/** Names the cluster of PostgreSQL in which stores of tests are made. Not set: they are SQLite's, in memory. */
export const CLUSTER_VARIABLE = 'TILLDESK_TEST_CLUSTER';
/** The database of which new ones are copies: a store without rows. */
export const TEMPLATE = 'tilldesk_template';

/** A database without any table. */
export const EMPTY_TEMPLATE = 'template0';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own, by default with the tables of a store. */
export async function createTestDatabase(cluster: string, template = TEMPLATE): Promise<TestDatabase> {
  const name = `tilldesk_${randomBytes(6).toString('hex')}`;
  await asking(cluster, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(cluster, name),
    async drop() {
      await asking(cluster, `drop database ${name} with (force)`);
    },
  };
}

export function databaseUrl(cluster: string, name: string): string {
  return new URL(`/${name}`, cluster).href;
}
