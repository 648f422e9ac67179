import { createProcessTree } from '../launching/processes.mjs';
import { readTestRequest, runStages, stagesOf, type TestRequest } from './test-run.ts';

/** Answers the exit status. */
async function main(args: readonly string[]): Promise<number> {
  const processes = createProcessTree();
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  let request: TestRequest;
  try {
    request = readTestRequest(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  // What the tests read of it stands in test/support/test-size.ts.
  if (request.size === 'full') process.env.TILLDESK_TEST_SIZE = 'full';
  const command = request.size === 'full' ? 'npm run test:full --' : 'npm test --';
  const isGood = await runStages(stagesOf(request), { processes, command, write }, request.size);
  if (processes.stopRequested) return 130;
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
