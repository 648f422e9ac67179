import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { formatLocalDay } from '../../../shared/calendar.ts';
import { describeMachine } from '../../support/describe-machine.ts';
import { replaceResults } from '../../support/results-section.ts';
import { type ApiConnection, connectApi, signIn } from '../context/api-connection.ts';
import { type Context, openContext } from '../context/bench-context.ts';
import { BIG, bigStore, copyStore } from '../context/big-store.ts';
import { createChildProcesses } from '../context/running-product.ts';
import { formatNumber } from '../harness/format-table.ts';
import { median } from '../harness/percentile.ts';
import { measureFirstRequests, measureFirstRequestsWhileSelling } from './first-requests.ts';
import { differenceOf } from './peer-answers.ts';
import { PEERS, type PeerPlaces, type Program, type RunningProgram, SET_UP, VERSIONS } from './peer-programs.ts';
import {
  createQuestions,
  MAX_CONNECTIONS,
  type Question,
  type QuestionFacts,
  rateOfAsking,
  readAnswer,
  timeOfAsking,
} from './peer-questions.ts';
import { REQUESTS } from './peer-requests.ts';
import { writeRowsDatabase } from './peer-rows.ts';
import { createRow, type MeasuredRow, missesFloor, peersTable } from './peers-table.ts';

const DOCUMENT = projectPath('docs', 'performance.md');

const note = (text: string) => void process.stderr.write(`${text}\n`);

const ROUNDS = 5;

/**
 * Runs `npm run bench -- peers`. `--products N --orders N` runs one round on a smaller store and does not save it;
 * `--folder DIR` keeps the installed peers there. Returns the exit status: 1 if a peer could not be set up or a floor
 * is missed.
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
    storeFile: benchContext.storeFile,
    accountId: benchContext.shop.accountId,
  };
  for (const folder of [places.folder, places.dataFolder]) mkdirSync(folder, { recursive: true });
  writeRowsDatabase(benchContext, places.rowsFile);
  const { programs, failures } = await setUpAll(benchContext, places);
  const rows = [
    ...(await measureAll(benchContext, programs, isWhole ? ROUNDS : 1)),
    ...(await measureFirstRequestsWhileSelling(benchContext)),
  ];
  const results = describe(benchContext, { programs, failures }, rows);
  benchContext.close();
  process.stdout.write(`${results}\n`);
  if (isWhole) writeFileSync(DOCUMENT, replaceResults(readFileSync(DOCUMENT, 'utf8'), results));
  return failures.length > 0 || rows.some(missesFloor) ? 1 : 0;
}

interface SetUp {
  /** The product comes first. */
  readonly programs: readonly Program[];
  /** Peers that could not be set up, with the reason. */
  readonly failures: readonly string[];
}

async function setUpAll(benchContext: Context, places: PeerPlaces): Promise<SetUp> {
  const programs: Program[] = [productOf(benchContext)];
  const failures: string[] = [];
  for (const name of PEERS) {
    try {
      const program = await SET_UP[name](places);
      // This warms the disk caches for all of them, and shows which does not start.
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

async function measureAll(benchContext: Context, programs: readonly Program[], rounds: number) {
  const starts = await measureStarts(benchContext, programs, rounds);
  const firstRequests = await measureFirstRequests(benchContext);
  for (const { measured, figures, unit } of [starts, ...firstRequests]) {
    note(`${measured}: ${JSON.stringify(figures)} ${unit}`);
  }
  const running: Asking[] = [];
  try {
    for (const { name, start } of programs) {
      const started = await start();
      running.push({ name, api: connectApi(started.address, started.token, MAX_CONNECTIONS), started });
    }
    const questions = createQuestions(readQuestionFacts(benchContext));
    for (const question of questions) await compareAnswers(question, running);
    const asked = await measureQuestions(questions, running, rounds);
    return [...asked, ...firstRequests, starts, await measureMemory(running), ...measureDisk(programs)];
  } finally {
    for (const { started } of running) await benchContext.processes.stop(started.child);
  }
}

/** The maximum ratio of the start time to that of an empty Fastify. */
const MAX_START_RATIO = 1.5;

async function measureStarts(benchContext: Context, programs: readonly Program[], rounds: number) {
  const startsMs = createRow('start to listening', 'ms', null);
  const emptyStartsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, start } of programs) {
      const { child, startMs } = await start();
      await benchContext.processes.stop(child);
      startsMs.add(name, startMs);
    }
    const empty = await benchContext.startEmptyFastify();
    await benchContext.stop(empty);
    emptyStartsMs.push(empty.startMs);
  }
  const emptyMs = median(emptyStartsMs);
  const measured = `${startsMs.row.measured}; of an empty Fastify ${formatNumber(emptyMs)} ms`;
  return { ...startsMs.row, measured, floor: { atMost: MAX_START_RATIO * emptyMs } };
}

function readQuestionFacts({ database, shop }: Context): QuestionFacts {
  const ofAccount = 'where account_id = cast(? as integer)';
  const titles = database.prepare(`select title from products ${ofAccount} order by id`).all(shop.accountId);
  const days = database
    .prepare(`select local_day as day, count(*) as orders from orders ${ofAccount} group by local_day`)
    .all(shop.accountId);
  const ordersByDate = days.map(({ day, orders }) => [formatLocalDay(Number(day)), Number(orders)] as const);
  return {
    titles: titles.map(({ title }) => String(title)),
    twoYears: shop.twoYears,
    countOrders: ({ from, to }) =>
      ordersByDate.reduce((sum, [date, orders]) => (from <= date && date <= to ? sum + orders : sum), 0),
  };
}

interface Asking {
  readonly name: Program['name'];
  readonly started: RunningProgram;
  readonly api: ApiConnection;
}

/** The first answers to a question are compared, and the others are measured. */
const COMPARED = 3;

/** Figures do not count for a program whose answers differ from those of Tilldesk. */
async function compareAnswers({ measured, unit, ask, expected }: Question, running: readonly Asking[]): Promise<void> {
  const [product, ...peers] = running;
  if (product === undefined) throw new Error('Tilldesk does not run');
  // One answer of many requests is as good as several of one request.
  const compared = unit === 'ms' ? 1 : COMPARED;
  for (let index = 0; index < compared; index += 1) {
    const wanted = await readAnswer(product.api, (expected ?? ask)(REQUESTS.Tilldesk, index) ?? []);
    for (const { name, api } of peers) {
      const asked = ask(REQUESTS[name], index);
      const difference = asked && differenceOf(wanted, await readAnswer(api, asked));
      if (difference !== null) throw new Error(`${name} answers ${measured} differently: ${difference}`);
    }
    note(`${measured}: ${wanted.ids.length} of ${wanted.total} rows, ${JSON.stringify(wanted.sums)}: all the same`);
  }
}

async function measureQuestions(questions: readonly Question[], running: readonly Asking[], rounds: number) {
  const works = questions.flatMap((question) => {
    const takeIndex = createIndexes(COMPARED);
    return question.connections.map((connections) => {
      const measured = `${question.measured}, ${connections} connection${connections > 1 ? 's' : ''}`;
      return { question, takeIndex, connections, ...createRow(measured, question.unit, question.floor) };
    });
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { question, takeIndex, connections, row, add } of works) {
      for (const { name, api } of running) {
        const nextAsked = () => question.ask(REQUESTS[name], takeIndex(name)) ?? [];
        if (question.ask(REQUESTS[name], 0) === null) add(name, null);
        else if (question.unit === 'ms') add(name, await timeOfAsking(api, nextAsked(), connections));
        else add(name, await rateOfAsking(api, nextAsked, connections));
      }
      const figures = Object.entries(row.figures).map(
        ([name, all]) => `${name} ${all?.at(-1)?.toFixed(1) ?? 'cannot'}`,
      );
      note(`round ${round + 1}: ${row.measured}: ${figures.join(', ')} ${row.unit}`);
    }
  }
  return works.map(({ row }) => row);
}

/** Counts per program, from the same index: all are asked the same, and nothing twice. */
function createIndexes(first: number): (program: string) => number {
  const taken = new Map<string, number>();
  return (program) => {
    const index = taken.get(program) ?? first;
    taken.set(program, index + 1);
    return index;
  };
}

const IDLE_MS = 60_000;
const MAX_MEMORY_MB = 160;
const SAMPLES = 5;
const SAMPLE_MS = 1_000;
const KIB_IN_MIB = 1_024;

async function measureMemory(running: readonly Asking[]): Promise<MeasuredRow> {
  const { row, add } = createRow('resident memory after a minute without work', 'MB', { atMost: MAX_MEMORY_MB });
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
  const installed = createRow('installed on disk, without Node', 'MB', null);
  const runs = createRow('the part of it that runs', 'MB', null);
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
