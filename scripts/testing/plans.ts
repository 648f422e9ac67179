import { join } from 'node:path';
import { browserStep } from './browser-step.ts';
import { staticSteps } from './static-steps.ts';
import { type Step, toolStep } from './step.ts';
import { BROWSER_SUITE, SUITES } from './suites.ts';
import { vitestStep } from './vitest-step.ts';

/** What each of the npm scripts runs, in this order. */
export const PLANS = {
  /** `npm test` */
  all: (root) => [...staticSteps(root), ...vitestSteps(root, true), ...browserSteps(root)],
  /** `npm run check` */
  check: (root) => [...staticSteps(root), ...vitestSteps(root, false)],
  /** `npm run e2e` */
  browser: browserSteps,
} satisfies Record<string, (root: string) => Step[]>;

function vitestSteps(root: string, withSlow: boolean): Step[] {
  return [
    vitestStep(
      root,
      SUITES.filter(({ isQuick }) => isQuick || withSlow).map(({ name }) => name),
    ),
  ];
}

function browserSteps(root: string): Step[] {
  const build = toolStep('build', { script: join(root, 'scripts', 'build.mjs'), args: [] });
  return [build, browserStep(root, BROWSER_SUITE)];
}
