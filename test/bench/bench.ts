import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../support/describe-machine.ts';
import { replaceResults } from '../support/results-section.ts';
import { BENCH_HELP, type BenchOptions, readBenchOptions } from './bench-options.ts';
import { BENCH_ROWS } from './bench-rows.ts';
import { openContext, type ShopFacts } from './context/bench-context.ts';
import { bigStore, copyStore } from './context/big-store.ts';
import { createChildProcesses } from './context/running-product.ts';
import { formatProgress, formatTable } from './harness/format-table.ts';
import { exitStatusOf, measureRow, type Outcome } from './harness/measure-row.ts';
import { benchPeers } from './peers/peers-bench.ts';
import { benchSoak } from './soak/soak-bench.ts';

const README = projectPath('test', 'bench', 'README.md');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Shows progress without writing to standard output, which may be piped. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Returns the exit status. */
async function bench(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'peers') return benchPeers(argv.slice(1));
  if (argv[0] === 'soak') return benchSoak(argv.slice(1));
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
  const benchContext = openContext(processes, copyStore(store));
  const outcomes: Outcome[] = [];
  for (const row of rowsOf(options)) {
    const outcome = await measureRow(row, benchContext);
    note(formatProgress(outcome));
    outcomes.push(outcome);
  }
  const results = `${describeRun(new Date(), benchContext.shop)}\n\n${formatTable(outcomes)}`;
  benchContext.close();
  say(results);
  if (isWholeRun(options)) writeFileSync(README, replaceResults(readFileSync(README, 'utf8'), results));
  return exitStatusOf(outcomes);
}

function rowsOf({ only }: BenchOptions) {
  return only.length === 0 ? BENCH_ROWS : BENCH_ROWS.filter(({ name }) => only.includes(name));
}

function isWholeRun({ dataDir, only }: BenchOptions): boolean {
  return dataDir === null && only.length === 0;
}

// Exit handlers end programs and remove copies; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** The date, the machine and the amount of data. */
function describeRun(at: Date, { products, orders, items, twoYears }: ShopFacts): string {
  const counts = [products, orders, items].map((count) => count.toLocaleString('en'));
  const data = `${counts[0]} products, ${counts[1]} orders, ${counts[2]} items, up to ${twoYears.to}`;
  return `${at.toISOString().slice(0, 10)}, ${describeMachine()}; ${data}.`;
}
