import { join } from 'node:path';
import { findPostgres } from './find-postgres.ts';
import { runVitest } from './run-vitest.ts';
import type { Step } from './step.ts';
import { judgeSuites } from './suite-run.ts';
import { POSTGRES_SUITE } from './suites.ts';
import { NOTHING, ONE_SKIPPED } from './tally.ts';
import { tallyRun } from './vitest-report.ts';

/** Runs the tests of the store, and of what stands on it, once more on PostgreSQL where that is installed. */
export function postgresStep(root: string, find: () => string | null = findPostgres): Step {
  return {
    title: 'on PostgreSQL',
    async run(tools) {
      if (find() === null) {
        return [{ name: 'not run, for PostgreSQL 15 or later is not installed', tally: ONE_SKIPPED }];
      }
      const config = join('test', POSTGRES_SUITE, 'vitest.config.ts');
      const { report, hasEndedWell } = await runVitest(root, tools, ['--config', config]);
      const tally = report ? tallyRun(report) : NOTHING;
      return judgeSuites([{ name: POSTGRES_SUITE, tally }], hasEndedWell);
    },
  };
}
