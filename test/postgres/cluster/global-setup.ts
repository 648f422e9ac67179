import type { TestProject } from 'vitest/node';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { buildDatabaseUrl, runStatement, TEMPLATE } from '../../support/test-database.ts';
import { startCluster } from './start-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the cluster in which the tests create their databases. */
    readonly postgresUrl: string;
  }
}

/** Starts the cluster with a migrated database, of which each test gets a copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL 15 or later is not installed.');
  const cluster = await startCluster(programs);
  await runStatement(cluster.url, `create database ${TEMPLATE}`);
  const template = await openPostgresStore({ url: buildDatabaseUrl(cluster.url, TEMPLATE) });
  await template.close();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}
