import { createProcessTree } from '../launching/processes.mjs';
import { readTestRequest, runStages, stagesOf, type TestRequest, USAGE } from './test-run.ts';

/** Answers the exit status. */
async function main(args: readonly string[]): Promise<number> {
  const processes = createProcessTree();
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  if (args.includes('--help')) {
    write(USAGE);
    return 0;
  }
  let request: TestRequest;
  try {
    request = readTestRequest(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  // The tests read it in test/support/test-size.ts.
  process.env.TILLDESK_TEST_SIZE = request.size;
  const isWhole = request.size === 'full' && request.paths.length === 0;
  const command = request.size === 'full' ? 'npm run test:full --' : 'npm test --';
  const isGood = await runStages(stagesOf(request), { processes, command, write }, isWhole);
  if (processes.stopRequested) return 130;
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
