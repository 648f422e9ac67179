import { createReportFile } from './report-file.ts';
import type { Step } from './step.ts';
import { judgeSuites } from './suite-run.ts';
import { NOTHING } from './tally.ts';
import { commandOf } from './tool.ts';
import { tallyVitest, type VitestReport } from './vitest-report.ts';

/** Runs suites of Vitest together and counts each of them. */
export function vitestStep(root: string, suites: readonly string[]): Step {
  return {
    title: suites.join(', '),
    async run(tools) {
      const reportFile = createReportFile<VitestReport>();
      const hasEndedWell = await tools.run({
        script: commandOf(root, 'vitest', 'vitest'),
        args: [
          'run',
          ...suites.map((suite) => `test/${suite}/`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reportFile.path}`,
        ],
      });
      const report = reportFile.take();
      const tallies = suites.map((name) => ({ name, tally: report ? tallyVitest(report, name) : NOTHING }));
      return judgeSuites(tallies, hasEndedWell);
    },
  };
}
