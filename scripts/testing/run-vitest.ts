import { createReportFile } from './report-file.ts';
import { commandOf, type ToolRunner } from './tool.ts';
import type { VitestReport } from './vitest-report.ts';

export interface VitestRun {
  /** Null where Vitest left none. */
  readonly report: VitestReport | null;
  readonly hasEndedWell: boolean;
}

/** Runs tests once, with Vitest's own output shown. */
export async function runVitest(
  root: string,
  tools: ToolRunner,
  selection: readonly string[],
): Promise<VitestRun> {
  const reportFile = createReportFile<VitestReport>();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile.path}`];
  const hasEndedWell = await tools.run({
    script: commandOf(root, 'vitest', 'vitest'),
    args: ['run', ...selection, ...reporters],
  });
  return { report: reportFile.take(), hasEndedWell };
}
