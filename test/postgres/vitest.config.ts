import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LEFT_TO_FULL_RUN } from '../support/test-size.ts';
import { RUN_ON_POSTGRES } from './run-on-postgres.ts';
import { SQLITE_ONLY } from './sqlite-only.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests of the store and of what stands on it, once more, on PostgreSQL. */
export default defineConfig({
  test: {
    name: 'postgres',
    root: here('../..'),
    environment: 'node',
    isolate: false,
    include: [...RUN_ON_POSTGRES],
    exclude: [...Object.keys(SQLITE_ONLY), ...LEFT_TO_FULL_RUN],
    maxWorkers: availableParallelism(),
    globalSetup: here('cluster/global-setup.ts'),
    setupFiles: here('cluster/use-cluster.ts'),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    slowTestThreshold: 5_000,
  },
});
