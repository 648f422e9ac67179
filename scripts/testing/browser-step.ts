import { type PlaywrightReport, tallyPlaywright } from './playwright-report.ts';
import { provideBrowser } from './provide-browser.ts';
import { createReportFile } from './report-file.ts';
import type { Step } from './step.ts';
import { judgeSuites } from './suite-run.ts';
import { NOTHING } from './tally.ts';
import { commandOf } from './tool.ts';

/** Drives the built product in a real browser. */
export function browserStep(root: string, suite: string): Step {
  return {
    title: `browser tests (${suite})`,
    async run(tools) {
      provideBrowser();
      const reportFile = createReportFile<PlaywrightReport>();
      const hasEndedWell = await tools.run({
        script: commandOf(root, '@playwright/test', 'playwright'),
        args: ['test', '--reporter=list,json'],
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile.path },
      });
      const report = reportFile.take();
      return judgeSuites([{ name: suite, tally: report ? tallyPlaywright(report) : NOTHING }], hasEndedWell);
    },
  };
}
