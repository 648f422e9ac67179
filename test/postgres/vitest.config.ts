import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SKIPPED_FILES } from '../support/test-size.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests about SQLite files: backups, pragmas, bulk loads, several connections to one file, query plans. */
const SQLITE_ONLY = [
  'test/store/backups/**',
  'test/store/changes/first-changes.test.ts',
  // Creates demo shops repeatedly, for seconds each; open-demo-shops.test.ts creates them on PostgreSQL.
  'test/store/demo/!(open-demo-shops|demo-shops-repository|fill-account).*',
  'test/store/dialects/{node-sqlite-database,sqlite-dialect,sqlite-version,store-pragmas}.test.ts',
  'test/store/{in-write-transaction,open-store}.test.ts',
];

/** Runs the tests of the store and the platform on PostgreSQL, and those for PostgreSQL only. */
export default defineConfig({
  test: {
    name: 'postgres',
    root: here('../..'),
    environment: 'node',
    isolate: false,
    include: ['test/conformance/embedded.test.ts', 'test/postgres/**/*.test.ts', 'test/store/**/*.test.ts'],
    exclude: [...SQLITE_ONLY, ...SKIPPED_FILES],
    maxWorkers: availableParallelism(),
    globalSetup: here('cluster/global-setup.ts'),
    setupFiles: here('cluster/use-cluster.ts'),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    slowTestThreshold: 5_000,
  },
});
