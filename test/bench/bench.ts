import { once } from 'node:events';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { locateInDataFolder } from '../../electron/startup/data-folder.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { digestFiles } from '../../scripts/launching/stamps.mjs';
import { describeMachine } from '../support/describe-machine.ts';
import { withResults } from '../support/results-section.ts';
import { BENCH_HELP, type BenchOptions, readBenchOptions } from './bench-options.ts';
import { BENCH_ROWS } from './bench-rows.ts';
import { benchCluster } from './cluster/cluster-bench.ts';
import { openContext, type ShopFacts } from './context/bench-context.ts';
import { type ChildProcesses, createChildProcesses } from './context/running-product.ts';
import { formatProgress, formatTable } from './harness/format-table.ts';
import { exitStatusOf, measureRow, type Outcome } from './harness/measure-row.ts';
import { benchSoak } from './soak/soak-bench.ts';
import { benchStoreKeeper } from './storekeeper/storekeeper-bench.ts';

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
  if (argv[0] === 'storekeeper') return benchStoreKeeper(argv.slice(1));
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
  const benchContext = openContext(processes, copyStore(store, CACHE_FOLDER));
  const outcomes: Outcome[] = [];
  for (const row of rowsOf(options)) {
    const outcome = await measureRow(row, benchContext, options.rounds ?? row.rounds);
    note(formatProgress(outcome));
    outcomes.push(outcome);
  }
  const results = `${describeRun(new Date(), benchContext.shop)}\n\n${formatTable(outcomes)}`;
  benchContext.close();
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

const ARGUMENTS = { products: '100000', orders: '1000000', days: '730', until: '2026-10-31', seed: '7' };

const CACHE_FOLDER = projectPath('node_modules', '.cache', 'tilldesk-bench');

/** What decides the contents of a generated store besides the arguments. */
const SOURCES = ['electron/store', 'electron/platform/demo', 'electron/cli/generate.ts', 'shared'];

try {
  process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** The data folder of the big store, generated unless it lies there from an earlier run. */
async function bigStore(processes: ChildProcesses): Promise<string> {
  const group = Object.values(ARGUMENTS).join('-');
  const folder = join(CACHE_FOLDER, `${group}-${digestFiles(SOURCES).slice(0, 12)}`);
  if (existsSync(folder)) return folder;

  removeOutdated(group);
  const unfinished = `${folder}.part`;
  const program = projectPath('dist', 'host', 'generate.js');
  const options = Object.entries(ARGUMENTS).flatMap(([option, value]) => [`--${option}`, value]);
  const child = processes.spawn([program, '--data-dir', unfinished, ...options], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The big store could not be generated (status ${status}).`);
  renameSync(unfinished, folder);
  return folder;
}

/** A store of a gigabyte that no run will use again. */
function removeOutdated(group: string): void {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const name of readdirSync(CACHE_FOLDER).filter((entry) => entry.startsWith(`${group}-`))) {
    rmSync(join(CACHE_FOLDER, name), { recursive: true });
  }
}

/** Copies the store of a data folder into a new one below `cacheFolder`: programs write tokens where they run. */
function copyStore(dataDir: string, cacheFolder: string): string {
  const source = locateInDataFolder(dataDir).store;
  if (!existsSync(source)) throw new Error(`There is no store in ${dataDir}.`);
  removeLeftovers(cacheFolder);
  const copy = join(cacheFolder, `run-${process.pid}`);
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  const target = locateInDataFolder(copy).store;
  for (const part of ['', '-wal']) {
    if (existsSync(`${source}${part}`)) {
      copyFileSync(`${source}${part}`, `${target}${part}`, constants.COPYFILE_FICLONE);
    }
  }
  return copy;
}

/** Copies of runs that were killed. */
function removeLeftovers(cacheFolder: string): void {
  if (!existsSync(cacheFolder)) return;
  for (const name of readdirSync(cacheFolder)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(cacheFolder, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** When, on which machine and on how much data. */
function describeRun(at: Date, { products, orders, items, twoYears }: ShopFacts): string {
  const counts = [products, orders, items].map((count) => count.toLocaleString('en'));
  const data = `${counts[0]} products, ${counts[1]} orders, ${counts[2]} items, up to ${twoYears.to}`;
  return `${at.toISOString().slice(0, 10)}, ${describeMachine()}; ${data}.`;
}
