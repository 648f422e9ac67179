import { join } from 'node:path';
import { browserStep } from './browser-step.ts';
import { postgresStep } from './postgres-step.ts';
import { staticSteps } from './static-steps.ts';
import { type Step, toolStep } from './step.ts';
import { BROWSER_SUITE, SUITES } from './suites.ts';
import { vitestStep } from './vitest-step.ts';

/** What each of the npm scripts runs, in this order. */
export const PLANS = {
  /** `npm test`: one of the suites attacks the whole program, window and all. */
  all: everything,
  /** `npm run test:full`: with the files that the run above leaves out. */
  full: everything,
  /** `npm run check` */
  check: (root) => [...staticSteps(root), vitestStepOf(root, false)],
  /** `npm run test:postgres` */
  postgres: (root) => [postgresStep(root)],
  /** `npm run e2e` */
  browser: (root) => [buildStep(root), browserStep(root, BROWSER_SUITE)],
} satisfies Record<string, (root: string) => Step[]>;

function everything(root: string): Step[] {
  return [
    ...staticSteps(root),
    buildStep(root),
    vitestStepOf(root, true),
    postgresStep(root),
    browserStep(root, BROWSER_SUITE),
  ];
}

function vitestStepOf(root: string, withSlow: boolean): Step {
  const suites = SUITES.filter(({ isQuick }) => isQuick || withSlow).map(({ name }) => name);
  return vitestStep(root, suites);
}

function buildStep(root: string): Step {
  return toolStep('build', { script: join(root, 'scripts', 'build.mjs'), args: [] });
}
