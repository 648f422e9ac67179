import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStore } from '../../../electron/store/open-store.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { CREDENTIALS, PRODUCT } from '../../support/shop-fixture.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { sideBySide } from '../harness/side-by-side.ts';
import { startFromSources } from '../harness/source-program.ts';
import { watchStandstill } from '../harness/stood-still.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { prepareContext } from '../kill-loop/context.ts';
import { PROCESS_MUTANTS } from './mutants.ts';

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
  mutants: PROCESS_MUTANTS,

  async run(run) {
    const folders = await layDataFolders(run, join(run.folder, 'template'));
    const make = (name: string) => folders.make(join(run.folder, name));
    const losses = run.size === 'short' ? 3 : run.scaled(THREAD_LOSSES);
    const random = seededRandom(run.seed);
    const ends = Array.from({ length: Math.max(FEWEST_ENDS, run.scaled(ENDS)) }, (_, index) => {
      const ending = ENDINGS[index % ENDINGS.length] as Ending;
      const afterMs = Math.floor(random() * LONGEST_RUN_MS);
      return () => runEndTrial(run, make(`end-${index}`), ending, afterMs);
    });
    const trials = [
      ...ends,
      () => runThreadTrial(run, make('threads'), losses),
      // A crash more or less takes no time.
      () => runWindowTrial(run, make('window'), WINDOW_CRASHES),
    ];
    // A few at a time: what is measured is the program, and not the computer.
    await sideBySide(trials, AT_ONCE, (trial) => trial());
    await folders.close();
  },
};

/** A way to end, and the status that has to come of it. */
type Ending =
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'mistake'; readonly how: 'throw' | 'reject' }
  /** A signal, while threads cannot be ended. */
  | { readonly kind: 'hung step' };

const LIMIT_MS = 5_000;

const TIMEOUT_MS = 9_000;

const HANGING_REQUESTS = 200;

/**
 * The program ends in the middle of calls, of 200 requests that come to no end, of answers that nobody reads, and of
 * messages to a receiver that never answers.
 */
async function runEndTrial(run: SuiteRun, folder: string, ending: Ending, afterMs: number): Promise<void> {
  const program = await startStruckProgram(folder, 'none', (token) => run.keepSecret('token', token));
  const hanging = openHangingRequests(program.apiAddress, ending.kind === 'hung step' ? 0 : HANGING_REQUESTS);
  await delay(afterMs);
  const still = watchStandstill();
  if (ending.kind === 'hung step') program.strike({ where: 'teardown' });
  if (ending.kind === 'mistake') program.strike({ where: 'main', how: ending.how });
  else program.kill(ending.kind === 'signal' ? ending.signal : 'SIGTERM');
  const end = await program.endsWithin(TIMEOUT_MS);
  still.end();
  for (const socket of hanging) socket.destroy();
  await program.load.stop();

  const name = JSON.stringify(ending);
  run.count('ends');
  const isLate = end === null || end.tookMs - still.ms > LIMIT_MS;
  run.breach('ended too late', `${name}: ${Math.round(end?.tookMs ?? TIMEOUT_MS)} ms`, isLate ? 1 : 0);
  if (end === null) return;
  const wanted = ending.kind === 'mistake' ? 1 : 0;
  run.breach('wrong status', `${name}: ${end.status}`, end.status === wanted ? 0 : 1);
  const left = leftIn(folder, ending.kind === 'hung step');
  run.breach('left files', `${name}: ${left.join(', ')}`, left.length);
  const damage = damageOf(folder);
  run.breach('damaged stores', `${name}: ${damage}`, damage === null ? 0 : 1);
  const givenUp = ending.kind === 'hung step' ? [] : givenUpIn(folder);
  run.breach('steps given up', `${name}: ${givenUp.join(', ')}`, givenUp.length);
  const isLogged = ending.kind !== 'mistake' || logOf(folder).includes('an uncaught error ends the program');
  run.breach('mistakes not in the log', name, isLogged ? 0 : 1);
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
async function layDataFolders(run: SuiteRun, template: string) {
  const server = await startHttpsReceiver({ answer: () => 'silence' });
  const { folder } = await prepareContext(template, {
    ...{ server, forged: 0 },
    urlOf: (name) => `https://127.0.0.1:${server.port}/${name}`,
    expect: (_name, { secret }) => run.keepSecret('webhook secret', secret),
  });
  const store = await openStore({ file: folder.store });
  // There is something to deliver as soon as the program runs.
  await store.db.updateTable('products').set({ title: 'new' }).where('id', '=', PRODUCT.cafe).execute();
  // The shop stays as it is: no demo shop is made of it.
  const kept = { account_id: 1, seed: 1, topped_up_until: 0, plan_version: 1, is_fixed: 1 as const };
  await store.db.insertInto('demo_shops').values(kept).execute();
  await store.close();
  return {
    make(path: string) {
      cpSync(template, path, { recursive: true });
      return path;
    },
    close: server.close,
  };
}

const HOW = ['throw', 'reject', 'exit'] as const;

const PAUSE_MS = 150;

const OK = 200;

/** What is documented for a platform that cannot answer. */
const UPSTREAM_FAILED = 502;

/** Threads are lost again and again under load: calls fail as it is documented, and the next ones are answered. */
async function runThreadTrial(run: SuiteRun, folder: string, losses: number): Promise<void> {
  const program = await startStruckProgram(folder, 'none', (token) => run.keepSecret('token', token));
  const { apiAddress, load } = program;
  await delay(PAUSE_MS);
  for (let loss = 0; loss < losses; loss += 1) {
    program.strike({ where: 'threads', how: HOW[loss % HOW.length] ?? 'throw' });
    run.count('thread losses');
    await delay(PAUSE_MS);
  }
  await load.stop();
  for (const path of CALLS) {
    // The last thread may be lost just now: a second call has a new one.
    const first = await statusOf(apiAddress, path, load.token);
    const status = first === OK ? OK : await statusOf(apiAddress, path, load.token);
    run.breach('threads not replaced', `${path}: ${status}`, status === OK ? 0 : 1);
  }
  for (const [status, count] of load.statuses) {
    if (status === OK) run.count('calls answered', count);
    else if (status !== UPSTREAM_FAILED) run.breach('failed calls', `status ${status} beside a lost thread`, count);
  }
  program.kill('SIGTERM');
  const end = await program.endsWithin(TIMEOUT_MS);
  run.breach('wrong status', `after lost threads: ${end?.status}`, end?.status === 0 ? 0 : 1);
}

/** Beside each crash. */
const CALLS_AFTER_CRASH = 10;

const LONGEST_STANDSTILL_MS = 5_000;

/** The process of the page is gone time and again: the API answers all calls meanwhile. On the stand-in of Electron. */
async function runWindowTrial(run: SuiteRun, folder: string, crashes: number): Promise<void> {
  const program = await startStruckProgram(folder, 'electron', (token) => run.keepSecret('token', token));
  for (let crash = 0; crash < crashes; crash += 1) {
    program.strike({ where: 'window' });
    run.count('window crashes');
    if (!(await goesOn(program))) run.breach('failed calls', 'no calls were answered after a window had crashed');
  }
  await program.load.stop();
  for (const [status, count] of program.load.statuses) {
    if (status === OK) run.count('calls answered', count);
    else run.breach('failed calls', `status ${status} beside a crashed window`, count);
  }
  const lag = await program.lagMs();
  run.tell('event-loop lag p99 beside crashes of the window', `${lag.toFixed(1)} ms`);
  program.kill('SIGKILL');
  await program.endsWithin(5_000);
}

/** Whether calls are answered from now on. */
async function goesOn({ load }: StruckProgram): Promise<boolean> {
  const answered = () => [...load.statuses.values()].reduce((total, count) => total + count, 0);
  const enough = answered() + CALLS_AFTER_CRASH;
  const deadline = performance.now() + LONGEST_STANDSTILL_MS;
  while (answered() < enough && performance.now() < deadline) await delay(10);
  return answered() >= enough;
}

/** What goes wrong in the program because the suite says so. */
export type Strike =
  | { readonly where: 'main' | 'threads'; readonly how: 'throw' | 'reject' | 'exit' }
  /** The process of the page is gone. */
  | { readonly where: 'window' }
  /** From now on no thread can be ended: a step of stopping hangs. */
  | { readonly where: 'teardown' }
  /** Nothing: it answers how late the event loop was, in ms. */
  | { readonly where: 'lag' };

/** The program with clients that go on calling until they are stopped. */
interface StruckProgram {
  readonly apiAddress: string;
  readonly load: ProgramLoad;
  strike(strike: Strike): void;
  /** 99 of 100 turns of the event loop were no later than this, in ms. */
  lagMs(): Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** Its status, or what ended it, and after how many ms; null where it has not ended by then. */
  endsWithin(ms: number): Promise<{ readonly status: number | string | null; readonly tookMs: number } | null>;
}

const STRIKES = pathToFileURL(projectPath('test', 'abuse', 'process', 'strikes.ts')).href;

/** With the stand-in of Electron for its window, or with none. `keep` gets the token of the clients. */
async function startStruckProgram(
  dataFolder: string,
  host: 'electron' | 'none',
  keep: (token: string) => void,
): Promise<StruckProgram> {
  const [entry, options] =
    host === 'electron' ? (['main.ts', []] as const) : (['serve.ts', ['--host', 'none']] as const);
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${STRIKES}` };
  const { child, apiAddress } = await startFromSources(entry, [...options, '--data-dir', dataFolder], env);
  const ended = once(child, 'exit');
  return {
    apiAddress,
    load: await startLoad(apiAddress, keep),
    strike: (strike) => void (child.connected && child.send(strike)),
    async lagMs() {
      if (!child.connected) return Number.NaN;
      child.send({ where: 'lag' } satisfies Strike);
      const [lag] = await once(child, 'message');
      return Number(lag);
    },
    kill: (signal) => void child.kill(signal),
    async endsWithin(ms) {
      const from = performance.now();
      const timeUp = new AbortController();
      const end = await Promise.race([ended, delay(ms, null, { signal: timeUp.signal }).catch(() => null)]);
      timeUp.abort();
      if (end === null) child.kill('SIGKILL');
      return end && { status: child.exitCode ?? child.signalCode, tookMs: performance.now() - from };
    },
  };
}

interface ProgramLoad {
  readonly token: string;
  /** How often each status came; 0 for a call that got no whole answer. */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const DAYS = 'from=2026-10-01&to=2026-10-31';
const CALLS = [
  '/api/shops',
  '/api/products?limit=50',
  '/api/customers',
  `/api/orders?${DAYS}&include=items,payments`,
  `/api/financial-report?${DAYS}`,
  `/api/reports/product-sales?${DAYS}`,
  `/api/order-items?${DAYS}`,
] as const;
const CLIENTS = 4;
const CALL_TIMEOUT_MS = 10_000;

async function startLoad(address: string, keep: (token: string) => void): Promise<ProgramLoad> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS.owner),
  });
  const { token } = (await answer.json()) as { token: string };
  keep(token);
  const statuses = new Map<number, number>();
  let isOver = false;
  const callOn = async (client: number) => {
    for (let call = client; !isOver; call += 1) {
      const status = await statusOf(address, CALLS[call % CALLS.length] ?? CALLS[0], token);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0) await delay(10);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => callOn(client));
  return {
    ...{ token, statuses },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/** 0 for none: the connection was refused or cut, or nothing came in time. */
async function statusOf(address: string, path: string, token: string): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    await answer.json();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Half of a request on most connections, and on the others one answer after the other that nobody reads. */
function openHangingRequests(address: string, count: number): readonly Socket[] {
  const { host, port } = new URL(address);
  const half = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 90\r\n\r\n{`;
  const unread = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50);
  return Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write(index % 10 === 0 ? unread : half);
    return socket;
  });
}
