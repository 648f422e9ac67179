import type { Step } from './step.ts';
import type { NamedTally } from './suite-run.ts';
import { addTallies, describeTally, ONE_FAILED } from './tally.ts';
import type { ToolRunner } from './tool.ts';

/** Runs all steps, whatever fails, and answers whether nothing did. The last line it writes is the sum. */
export async function runSteps(
  steps: readonly Step[],
  tools: ToolRunner,
  write: (text: string) => void,
): Promise<boolean> {
  const results: NamedTally[] = [];
  for (const step of steps) {
    write(`\n--- ${step.title}\n`);
    results.push(...(await runStep(step, tools, write)));
  }
  const sum = addTallies(results.map(({ tally }) => tally));
  write(`\n${results.map(({ name, tally }) => `${name}: ${describeTally(tally)}\n`).join('')}`);
  write(`${describeTally(sum)}\n`);
  return sum.failed === 0;
}

async function runStep(
  step: Step,
  tools: ToolRunner,
  write: (text: string) => void,
): Promise<readonly NamedTally[]> {
  try {
    return await step.run(tools);
  } catch (error) {
    write(`${error instanceof Error ? error.message : String(error)}\n`);
    return [{ name: step.title, tally: ONE_FAILED }];
  }
}
