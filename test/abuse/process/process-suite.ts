import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../electron/store/open-store.ts';
import { type HttpsReceiver, startHttpsReceiver } from '../../support/https-receiver.ts';
import { PRODUCT } from '../../support/shop-fixture.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { watchStandstill } from '../harness/stood-still.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { layGround } from '../kill-loop/lay-ground.ts';
import { PROCESS_SABOTAGES } from './process-sabotages.ts';
import { CALLS, openHangingRequests, type ProgramLoad, startLoad, statusOf } from './program-load.ts';
import { startStruckProgram } from './struck-program.ts';
import { runWindowTrial } from './window-trial.ts';

const ENDINGS: readonly Ending[] = [
  { kind: 'mistake', how: 'throw' },
  { kind: 'hung step' },
  { kind: 'signal', signal: 'SIGTERM' },
  { kind: 'mistake', how: 'reject' },
  { kind: 'signal', signal: 'SIGINT' },
  { kind: 'signal', signal: 'SIGHUP' },
];

const ENDS = 60;

/** One of each kind. */
const FEWEST_ENDS = 3;

const THREAD_LOSSES = 60;

const WINDOW_CRASHES = 20;

const LONGEST_RUN_MS = 400;

const AT_ONCE = 3;

export const processSuite: AbuseSuite = {
  name: 'process',
  title: 'the program ends, loses threads and its window while everything is under way',
  counts: [
    { name: 'ends', least: ENDS },
    { name: 'thread losses', least: THREAD_LOSSES },
    { name: 'window crashes', least: WINDOW_CRASHES },
    { name: 'calls answered', least: 200 },
  ],
  breaches: [
    'ended too late',
    'steps given up',
    'wrong status',
    'left files',
    'damaged stores',
    'mistakes not in the log',
    'threads not replaced',
    'failed calls',
  ],
  sabotages: PROCESS_SABOTAGES,

  async run(run) {
    const folders = await layDataFolders(run, join(run.folder, 'template'));
    const make = (name: string) => folders.make(join(run.folder, name));
    const losses = run.size === 'short' ? 3 : run.scaled(THREAD_LOSSES);
    await inLanes([
      ...endsOf(run).map(([ending, afterMs], index) => () => {
        return runEndTrial(run, make(`end-${index}`), ending, afterMs);
      }),
      () => runThreadTrial(run, make('threads'), losses),
      // A crash more or less takes no time.
      () => runWindowTrial(run, make('window'), WINDOW_CRASHES),
    ]);
    await folders.close();
  },
};

function endsOf(run: SuiteRun): readonly (readonly [Ending, number])[] {
  const random = seededRandom(run.seed);
  const count = Math.max(FEWEST_ENDS, run.scaled(ENDS));
  return Array.from({ length: count }, (_, index) => {
    const ending = ENDINGS[index % ENDINGS.length];
    if (ending === undefined) throw new Error('there is no way to end');
    return [ending, Math.floor(random() * LONGEST_RUN_MS)] as const;
  });
}

/** A few at a time: what is measured is the program, and not the computer. */
async function inLanes(trials: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...trials];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** A way to end, and the status that has to come of it. */
type Ending =
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'mistake'; readonly how: 'throw' | 'reject' }
  /** A signal, while threads cannot be ended. */
  | { readonly kind: 'hung step' };

const LIMIT_MS = 5_000;

const PATIENCE_MS = 9_000;

const HANGING_REQUESTS = 200;

/**
 * The program ends in the middle of calls, of 200 requests that come to no end, of answers that nobody reads, and of
 * messages to a receiver that never answers.
 */
async function runEndTrial(run: SuiteRun, folder: string, ending: Ending, afterMs: number): Promise<void> {
  const program = await startStruckProgram(folder, 'none');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  const hanging = openHangingRequests(program.apiAddress, ending.kind === 'hung step' ? 0 : HANGING_REQUESTS);
  await delay(afterMs);
  const still = watchStandstill();
  if (ending.kind === 'hung step') program.strike({ where: 'teardown' });
  if (ending.kind === 'mistake') program.strike({ where: 'main', how: ending.how });
  else program.kill(ending.kind === 'signal' ? ending.signal : 'SIGTERM');
  const end = await program.endsWithin(PATIENCE_MS);
  still.end();
  for (const socket of hanging) socket.destroy();
  await load.stop();

  const name = JSON.stringify(ending);
  run.count('ends');
  const isLate = end === null || end.tookMs - still.ms > LIMIT_MS;
  run.breach('ended too late', `${name}: ${Math.round(end?.tookMs ?? PATIENCE_MS)} ms`, isLate ? 1 : 0);
  if (end === null) return;
  const wanted = ending.kind === 'mistake' ? 1 : 0;
  run.breach('wrong status', `${name}: ${end.status}`, end.status === wanted ? 0 : 1);
  const left = leftIn(folder, ending.kind === 'hung step');
  run.breach('left files', `${name}: ${left.join(', ')}`, left.length);
  const damage = damageOf(folder);
  run.breach('damaged stores', `${name}: ${damage}`, damage === null ? 0 : 1);
  const givenUp = ending.kind === 'hung step' ? [] : givenUpIn(folder);
  run.breach('steps given up', `${name}: ${givenUp.join(', ')}`, givenUp.length);
  const isTold = ending.kind !== 'mistake' || logOf(folder).includes('an uncaught error ends the program');
  run.breach('mistakes not in the log', name, isTold ? 0 : 1);
  run.tell(`stop, ${ending.kind}`, `${Math.round(end.tookMs)} ms`);
}

const MAY_STAY = new Set(['tilldesk.sqlite', 'tilldesk.log', 'secret.key', 'receiver.pem', 'webhook-receivers.json']);

const FOLDERS = new Set(['exports', 'snapshots', 'backups', 'copies', 'electron', 'browser']);

/** Files that an ended program has left. `isCut`: a step of stopping was given up, and the store may be left open. */
function leftIn(folder: string, isCut: boolean): readonly string[] {
  return readdirSync(folder).filter((name) => {
    if (MAY_STAY.has(name) || FOLDERS.has(name)) return false;
    return !(isCut && /^tilldesk\.sqlite-(wal|shm)$/.test(name));
  });
}

/** Null for a store that opens, and in which everything fits. */
function damageOf(folder: string): string | null {
  const connection = new DatabaseSync(join(folder, 'tilldesk.sqlite'));
  try {
    const [found] = Object.values(connection.prepare('pragma integrity_check').get() ?? {});
    const broken = connection.prepare('pragma foreign_key_check').all().length;
    return found === 'ok' && broken === 0 ? null : `${String(found)}, ${broken} references`;
  } finally {
    connection.close();
  }
}

/** Steps of stopping that failed, or took longer than they may. */
function givenUpIn(folder: string): readonly string[] {
  const lines = logOf(folder).split('\n');
  return lines.filter((line) => line.includes('a step of stopping failed')).map((line) => JSON.parse(line).step);
}

function logOf(folder: string): string {
  return readFileSync(join(folder, 'tilldesk.log'), 'utf8');
}

/** Data folders that are all alike: a shop with webhooks whose receiver takes every message and never answers. */
export interface DataFolders {
  make(path: string): string;
  close(): Promise<void>;
}

async function layDataFolders(run: SuiteRun, template: string): Promise<DataFolders> {
  const server = await startHttpsReceiver({ answer: () => 'silence' });
  const { folder } = await layGround(template, hungReceiver(run, server));
  const store = await openStore({ file: folder.store });
  // There is something to tell them as soon as the program runs.
  await store.db.updateTable('products').set({ title: 'new' }).where('id', '=', PRODUCT.cafe).execute();
  // The shop stays as it is: no demo shop is made of it.
  const kept = { account_id: 1, seed: 1, topped_up_until: 0, plan_version: 1, is_fixed: 1 as const };
  await store.db.insertInto('demo_shops').values(kept).execute();
  await store.close();
  return {
    make(path) {
      cpSync(template, path, { recursive: true });
      return path;
    },
    close: server.close,
  };
}

function hungReceiver(run: SuiteRun, server: HttpsReceiver) {
  return {
    server,
    forged: 0,
    urlOf: (name: string) => `https://127.0.0.1:${server.port}/${name}`,
    expect: (_name: string, { secret }: { readonly secret: string }) => run.keepSecret('webhook secret', secret),
  };
}

const HOW = ['throw', 'reject', 'exit'] as const;

const PAUSE_MS = 150;

const OK = 200;

/** What is documented for a platform that cannot answer. */
const UPSTREAM_FAILED = 502;

/** Threads are lost again and again under load: calls fail as it is documented, and the next ones are answered. */
async function runThreadTrial(run: SuiteRun, folder: string, losses: number): Promise<void> {
  const program = await startStruckProgram(folder, 'none');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  await delay(PAUSE_MS);
  for (let loss = 0; loss < losses; loss += 1) {
    program.strike({ where: 'threads', how: HOW[loss % HOW.length] ?? 'throw' });
    run.count('thread losses');
    await delay(PAUSE_MS);
  }
  await load.stop();
  for (const path of CALLS) {
    const status = await answerInTheEnd(program.apiAddress, path, load);
    run.breach('threads not replaced', `${path}: ${status}`, status === OK ? 0 : 1);
  }
  for (const [status, count] of load.statuses) {
    if (status === OK) run.count('calls answered', count);
    else if (status !== UPSTREAM_FAILED) run.breach('failed calls', `status ${status} beside a lost thread`, count);
  }
  program.kill('SIGTERM');
  const end = await program.endsWithin(9_000);
  run.breach('wrong status', `after lost threads: ${end?.status}`, end?.status === 0 ? 0 : 1);
}

/** The last thread may be lost just now: a second call has a new one. */
async function answerInTheEnd(address: string, path: string, { token }: ProgramLoad): Promise<number> {
  const first = await statusOf(address, path, token);
  return first === OK ? OK : statusOf(address, path, token);
}
