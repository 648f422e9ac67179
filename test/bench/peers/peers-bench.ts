import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { instantsOf } from '../../../shared/calendar.ts';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { type ApiConnection, connectApi, signIn } from '../context/api-connection.ts';
import { type Context, openContext } from '../context/bench-context.ts';
import { BIG, bigStore, copyStore } from '../context/big-store.ts';
import { createChildProcesses } from '../context/running-product.ts';
import { COMMON_PRODUCT_WORD, RARE_PRODUCT_WORD } from '../rows/search-words.ts';
import { differenceOf } from './peer-answers.ts';
import { PEERS, type PeerPlaces, type Program, type RunningProgram, SET_UP, VERSIONS } from './peer-programs.ts';
import {
  type Question,
  type QuestionFacts,
  questionsOf,
  ROUND_MS,
  rateOfAsking,
  readAnswer,
  timeOfAsking,
} from './peer-questions.ts';
import { REQUESTS } from './peer-requests.ts';
import { writeRowsDatabase } from './peer-rows.ts';
import { type MeasuredRow, peersTable, type Unit } from './peers-table.ts';

const DOCUMENT = projectPath('docs', 'performance.md');

const note = (text: string) => void process.stderr.write(`${text}\n`);

const ROUNDS = 5;

/**
 * `npm run bench -- peers`. With `--products N --orders N` one round on a smaller store, which is not written down;
 * `--folder DIR` keeps the installed peers there. Answers the exit status: 1 where a peer could not be set up.
 */
export async function benchPeers(argv: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...argv], options: { products: text, orders: text, folder: text } });
  const isWhole = values.products === undefined && values.orders === undefined;
  const size = { products: Number(values.products ?? BIG.products), orders: Number(values.orders ?? BIG.orders) };
  const processes = createChildProcesses();
  const scratch = mkdtempSync(join(tmpdir(), 'tilldesk-peers-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  const benchContext = openContext(processes, copyStore(await bigStore(processes, size)));
  const places: PeerPlaces = {
    processes,
    folder: resolve(values.folder ?? join(scratch, 'installed')),
    dataFolder: join(scratch, 'data'),
    rowsFile: join(scratch, 'rows.sqlite'),
  };
  for (const folder of [places.folder, places.dataFolder]) mkdirSync(folder, { recursive: true });
  writeRowsDatabase(benchContext, places.rowsFile);
  const { programs, failures } = await setUpAll(benchContext, places);
  const rows = await measureAll(benchContext, programs, isWhole ? ROUNDS : 1);
  const results = describe(benchContext, { programs, failures }, rows);
  benchContext.close();
  process.stdout.write(`${results}\n`);
  if (isWhole) writeFileSync(DOCUMENT, withResults(readFileSync(DOCUMENT, 'utf8'), results));
  return failures.length > 0 ? 1 : 0;
}

interface SetUp {
  /** The product first. */
  readonly programs: readonly Program[];
  /** Peers that could not be set up, in words. */
  readonly failures: readonly string[];
}

async function setUpAll(benchContext: Context, places: PeerPlaces): Promise<SetUp> {
  const programs: Program[] = [productOf(benchContext)];
  const failures: string[] = [];
  for (const name of PEERS) {
    try {
      const program = await SET_UP[name](places);
      // Caches of the disk are warm for all of them then, and what does not start is found out.
      await places.processes.stop((await program.start()).child);
      programs.push(program);
    } catch (error) {
      failures.push(`${name} could not be set up: ${error instanceof Error ? error.message : String(error)}`);
      note(failures.at(-1) ?? '');
    }
  }
  return { programs, failures };
}

function productOf(benchContext: Context): Program {
  return {
    name: 'Tilldesk',
    installed: [projectPath('node_modules'), projectPath('dist')],
    async start() {
      const product = await benchContext.startProduct();
      return { ...product, address: product.apiAddress, token: await signIn(product.apiAddress) };
    },
  };
}

const CONNECTIONS = [1, 16];

async function measureAll(benchContext: Context, programs: readonly Program[], rounds: number) {
  const starts = createRow('start to listening', 'ms');
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, start } of programs) {
      const { child, startMs } = await start();
      await benchContext.processes.stop(child);
      starts.add(name, startMs);
    }
  }
  const running: Asking[] = [];
  try {
    for (const { name, start } of programs) {
      const started = await start();
      running.push({ name, started, api: connectApi(started.address, started.token, Math.max(...CONNECTIONS)) });
    }
    const questions = questionsOf(factsOf(benchContext));
    const tooSlow = new Set<string>();
    for (const question of questions) {
      for (const name of await compareAnswers(question, running)) tooSlow.add(`${name}: ${question.measured}`);
    }
    const asked = await measureQuestions(questions, running, rounds, tooSlow);
    return [...asked, starts.row, await measureMemory(running), ...measureDisk(programs)];
  } finally {
    for (const { started } of running) await benchContext.processes.stop(started.child);
  }
}

function factsOf({ shop }: Context): QuestionFacts {
  const { to } = shop.twoYears;
  const from = `${to.slice(0, 8)}01`;
  return {
    products: shop.products,
    month: { from, to, ...instantsOf(from, to) },
    words: [RARE_PRODUCT_WORD, COMMON_PRODUCT_WORD],
  };
}

interface Asking {
  readonly name: Program['name'];
  readonly started: RunningProgram;
  readonly api: ApiConnection;
}

function createRow(measured: string, unit: Unit) {
  const figures: Record<string, number[] | null> = {};
  const row: MeasuredRow = { measured, unit, figures };
  return {
    row,
    add(program: string, figure: number | null) {
      if (figure === null) figures[program] = null;
      else figures[program] = [...(figures[program] ?? []), figure];
    },
  };
}

/** No figure of a program counts that answers something else than the product. Answers which take longer than a round. */
async function compareAnswers({ measured, unit, ask, expected }: Question, running: readonly Asking[]) {
  const [product, ...peers] = running;
  if (product === undefined) throw new Error('the product does not run');
  const wanted = await readAnswer(product.api, (expected ?? ask)(REQUESTS.Tilldesk) ?? []);
  for (const { name, api } of peers) {
    const asked = ask(REQUESTS[name]);
    const difference = asked && differenceOf(wanted, await readAnswer(api, asked));
    if (difference !== null) throw new Error(`${name} answers ${measured} differently: ${difference}`);
  }
  const tooSlow: string[] = [];
  for (const { name, api } of running) {
    const asked = ask(REQUESTS[name]);
    if (unit === 'requests/s' && asked && (await timeOfAsking(api, asked)) > ROUND_MS) tooSlow.push(name);
  }
  note(`${measured}: ${wanted.ids.length} of ${wanted.total} rows, ${JSON.stringify(wanted.sums)}: all the same`);
  return tooSlow;
}

async function measureQuestions(
  questions: readonly Question[],
  running: readonly Asking[],
  rounds: number,
  tooSlow: ReadonlySet<string>,
) {
  const works = questions.flatMap(({ measured, unit, ask }) =>
    unit === 'ms'
      ? [{ ask, ...createRow(measured, unit), measure: timeOfAsking, isLeftOut: () => false }]
      : CONNECTIONS.map((connections) => ({
          ...{ ask, ...createRow(`${measured}, ${connections} connection${connections > 1 ? 's' : ''}`, unit) },
          measure: (...given: Parameters<typeof timeOfAsking>) => rateOfAsking(...given, connections),
          isLeftOut: (name: string) => connections > 1 && tooSlow.has(`${name}: ${measured}`),
        })),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { ask, row, add, measure, isLeftOut } of works) {
      for (const { name, api } of running.filter((asking) => !isLeftOut(asking.name))) {
        const asked = ask(REQUESTS[name]);
        add(name, asked && (await measure(api, asked)));
      }
      const figures = Object.entries(row.figures).map(
        ([name, all]) => `${name} ${all?.at(-1)?.toFixed(1) ?? 'cannot'}`,
      );
      note(`round ${round + 1}: ${row.measured}: ${figures.join(', ')} ${row.unit}`);
    }
  }
  return works.map(({ row }) => row);
}

const IDLE_MS = 60_000;
const SAMPLES = 5;
const SAMPLE_MS = 1_000;
const KIB_IN_MIB = 1_024;

async function measureMemory(running: readonly Asking[]): Promise<MeasuredRow> {
  const { row, add } = createRow('resident memory after a minute without work', 'MB');
  await delay(IDLE_MS);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const { name, started } of running) {
      const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8');
      add(name, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / KIB_IN_MIB);
    }
    await delay(SAMPLE_MS);
  }
  return row;
}

/** Without Node, which each of them needs. */
function measureDisk(programs: readonly Program[]): readonly MeasuredRow[] {
  const installed = createRow('installed on disk, without Node', 'MB');
  const runs = createRow('the part of it that runs', 'MB');
  for (const { name, installed: folders } of programs) {
    installed.add(name, diskMb(folders));
    runs.add(name, name === 'Tilldesk' ? diskMb([projectPath('dist')]) : diskMb(folders));
  }
  return [installed.row, runs.row];
}

function diskMb(folders: readonly string[]): number {
  if (folders.length === 0) return 0;
  const args = ['-skc', '--exclude=.cache', '--exclude=node-linux-*', ...folders];
  const total = execFileSync('du', args, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  return Number.parseInt(total, 10) / KIB_IN_MIB;
}

function describe({ shop }: Context, { programs, failures }: SetUp, rows: readonly MeasuredRow[]): string {
  const peers = programs.map(({ name }) => name).filter((name) => name !== 'Tilldesk');
  const versions = Object.entries(VERSIONS).filter(([name]) => peers.some((peer) => peer === name));
  const counts = [shop.products, shop.orders].map((count) => count.toLocaleString('en'));
  const facts = [
    `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, a load of ${loadavg()[1]?.toFixed(0)} at its end`,
    `${counts[0]} products and ${counts[1]} orders in each program`,
    ...versions.map((version) => version.join(' ')),
  ];
  return [`${facts.join('; ')}.`, peersTable(peers, rows), ...failures.map((failure) => `${failure}.`)].join('\n\n');
}
