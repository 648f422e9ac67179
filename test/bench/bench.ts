import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { withResults } from '../support/results-section.ts';
import { BENCH_HELP, type BenchOptions, readBenchOptions } from './bench-options.ts';
import { BENCH_ROWS } from './bench-rows.ts';
import { benchCluster } from './cluster/cluster-bench.ts';
import { bigStore, CACHE_FOLDER } from './ground/big-store.ts';
import { createChildProcesses } from './ground/child-processes.ts';
import { copyStore } from './ground/copy-store.ts';
import { openGround } from './ground/ground.ts';
import { describeRun } from './harness/describe-run.ts';
import { formatProgress, formatTable } from './harness/format-table.ts';
import { measureRow } from './harness/measure-row.ts';
import { exitStatusOf, type Outcome } from './harness/outcome.ts';

const README = projectPath('test', 'bench', 'README.md');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Shows what is going on without becoming part of what is piped on. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Answers the exit status. */
async function bench(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'cluster') return benchCluster(argv.slice(1));
  const options = readBenchOptions(
    argv,
    BENCH_ROWS.map(({ name }) => name),
  );
  if (options.showsHelp) {
    say(`${BENCH_HELP}\n\nRows: ${BENCH_ROWS.map(({ name }) => name).join(', ')}`);
    return 0;
  }
  const processes = createChildProcesses();
  const store = options.dataDir ?? (await bigStore(processes));
  const ground = openGround(processes, copyStore(store, CACHE_FOLDER));
  const outcomes: Outcome[] = [];
  for (const row of rowsOf(options)) {
    const outcome = await measureRow(row, ground, options.rounds ?? row.rounds);
    note(formatProgress(outcome));
    outcomes.push(outcome);
  }
  const results = `${describeRun(new Date(), ground.shop)}\n\n${formatTable(outcomes)}`;
  ground.close();
  say(results);
  if (isWholeRun(options)) writeFileSync(README, withResults(readFileSync(README, 'utf8'), results));
  return exitStatusOf(outcomes);
}

function rowsOf({ only }: BenchOptions) {
  return only.length === 0 ? BENCH_ROWS : BENCH_ROWS.filter(({ name }) => only.includes(name));
}

function isWholeRun({ dataDir, only, rounds }: BenchOptions): boolean {
  return dataDir === null && only.length === 0 && rounds === null;
}

// What was started and copied is ended and removed on the way out, which a signal alone would not take.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
