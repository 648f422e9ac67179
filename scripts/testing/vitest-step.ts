import { runVitest } from './run-vitest.ts';
import type { Step } from './step.ts';
import { judgeSuites } from './suite-run.ts';
import { NOTHING } from './tally.ts';
import { tallySuite } from './vitest-report.ts';

/** Runs suites of Vitest together and counts each of them. */
export function vitestStep(root: string, suites: readonly string[]): Step {
  return {
    title: suites.join(', '),
    async run(tools) {
      const folders = suites.map((suite) => `test/${suite}/`);
      const { report, hasEndedWell } = await runVitest(root, tools, folders);
      const tallies = suites.map((name) => ({ name, tally: report ? tallySuite(report, name) : NOTHING }));
      return judgeSuites(tallies, hasEndedWell);
    },
  };
}
