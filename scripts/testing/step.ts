import type { NamedTally } from './suite-run.ts';
import { ONE_FAILED, ONE_PASSED } from './tally.ts';
import type { Tool, ToolRunner } from './tool.ts';

/** A part of the run; it answers a tally for each line of the summary. */
export interface Step {
  readonly title: string;
  run(tools: ToolRunner): Promise<readonly NamedTally[]>;
}

/** A tool that either finds something wrong or does not. */
export function toolStep(title: string, tool: Tool): Step {
  return {
    title,
    async run(tools) {
      return [{ name: title, tally: (await tools.run(tool)) ? ONE_PASSED : ONE_FAILED }];
    },
  };
}
