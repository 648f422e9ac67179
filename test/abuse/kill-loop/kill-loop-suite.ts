import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { percentile } from '../../bench/harness/percentile.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { startHostileReceiver } from './hostile-receiver.ts';
import { lookAtStore, readAllRecords, readFeedVersions, readStoreEnd } from './inspect-store.ts';
import { judge } from './judge.ts';
import { BREACHES, type BreachName, type KillFigures, shortfallsOf, sumFigures } from './kill-figures.ts';
import { layGround } from './lay-ground.ts';
import { createToldLedger } from './ledgers/told-ledger.ts';
import { createWrittenLedger, type LookOutcome, type WrittenLedger } from './ledgers/written-ledger.ts';
import { createLifeLog } from './life-log.ts';
import { SABOTAGES } from './program/sabotages.ts';
import type { FeedVersions } from './stored-record.ts';
import type { VictimLine, VictimOrders } from './victim-orders.ts';
import type { WrittenChange } from './written-change.ts';

const KILLS = 1_000;

/** Fewer would not come to a kill between an answer and its commit. */
const KILLS_OF_SHORT = 16;

const TOO_LITTLE = 'shortfalls';

export const killLoopSuite: AbuseSuite = {
  name: 'kill-loop',
  title: 'the program is killed at random moments while it writes and delivers',
  counts: [
    { name: 'kills', least: KILLS },
    { name: 'writes acknowledged', least: 1 },
    { name: 'events delivered', least: 1 },
    { name: 'messages again that had been accepted', least: 0 },
  ],
  breaches: [...Object.values(BREACHES), TOO_LITTLE],
  sabotages: Object.entries(SABOTAGES).map(([name, { flaw, leftToAbuse = false }]) => ({
    ...{ name, flaw, leftToAbuse },
    edit: null,
  })),

  async run(run) {
    const figures = await runKillLoop({
      kills: run.size === 'short' ? KILLS_OF_SHORT : run.scaled(KILLS),
      seed: run.seed,
      workers: run.size === 'short' ? 2 : availableParallelism(),
      sabotage: run.sabotage,
      onBreach: (sentence) => process.stderr.write(`${sentence}\n`),
    });
    tellOf(run, figures);
  },
};

function tellOf(run: SuiteRun, figures: KillFigures): void {
  run.count('kills', figures.kills);
  run.count('writes acknowledged', figures.acknowledged);
  run.count('events delivered', figures.delivered);
  run.count('messages again that had been accepted', figures.redelivered);
  for (const [name, count] of Object.entries(figures.breaches) as [BreachName, number][]) {
    run.breach(BREACHES[name], 'told above', count);
  }
  for (const sentence of shortfallsOf(figures)) run.breach(TOO_LITTLE, sentence);
  run.tell('reopen p95', `${Math.round(percentile(figures.reopenMs, 95))} ms`);
}

export interface KillLoopOptions {
  readonly kills: number;
  readonly seed: number;
  /** Data folders that are killed side by side. */
  readonly workers: number;
  readonly sabotage: string | null;
  readonly drainLimitMs?: number;
  readonly onKill?: () => void;
  readonly onBreach?: (sentence: string) => void;
}

/** After a start the program puts off what is overdue by a minute, for up to 30 s: on a slow machine it may come to that. */
const DRAIN_LIMIT_MS = 60_000;

/** Kills the program so many times in all, and answers the figures. What it makes lies in a temporary folder. */
async function runKillLoop(options: KillLoopOptions): Promise<KillFigures> {
  const { kills, seed, sabotage, drainLimitMs = DRAIN_LIMIT_MS, onKill = () => {}, onBreach = () => {} } = options;
  const workers = Math.min(options.workers, kills);
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-abuse-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const script = await bundleVictim(folder);
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1', '::1'] });
    const shared = { script, folder, certificate, seed, sabotage, drainLimitMs, onKill, onBreach };
    const tracks = Array.from({ length: workers }, (_, number) =>
      runKillTrack({ ...shared, number, kills: shareOf(kills, workers, number) }),
    );
    return sumFigures(await Promise.all(tracks));
  } finally {
    remove();
    process.off('exit', remove);
  }
}

function shareOf(kills: number, workers: number, number: number): number {
  return Math.floor(kills / workers) + (number < kills % workers ? 1 : 0);
}

/** The program in one file: it starts in a third of the time that its sources take. Answers the file. */
async function bundleVictim(folder: string): Promise<string> {
  const name = 'victim.mjs';
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'test/abuse/kill-loop/program/victim.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: name, codeSplitting: false } },
    },
  });
  return join(folder, name);
}

export interface TrackOptions {
  readonly script: string;
  readonly folder: string;
  readonly certificate: Certificate;
  readonly kills: number;
  readonly seed: number;
  readonly number: number;
  readonly sabotage: string | null;
  /** How long everything may take to be delivered in the end. */
  readonly drainLimitMs: number;
  readonly onKill: () => void;
  /** For whoever waits for the figures. */
  readonly onBreach: (sentence: string) => void;
}

const DURING_START = 0.1;

const MOST_START_MS = 250;

const LIFE_MS = [70, 190] as const;

const SENTENCES = 5;

/** One data folder whose program is killed over and over. */
async function runKillTrack(options: TrackOptions): Promise<KillFigures> {
  const track = await openTrack(options);
  try {
    for (let kill = 0; kill < options.kills; kill += 1) {
      await liveAndDie(track);
      options.onKill();
    }
    const heardWhileKilling = track.told.messages;
    const drainedAfterMs = await drain(track);
    return await figuresOf(track, heardWhileKilling, drainedAfterMs);
  } finally {
    await track.receiver.server.close();
  }
}

type Track = Awaited<ReturnType<typeof openTrack>>;

async function openTrack(options: TrackOptions) {
  const { seed, number, certificate, onBreach } = options;
  const told = createToldLedger();
  const random = randomStream(seed, 'receiver', number);
  const receiver = await startHostileReceiver({ random, told, certificate });
  const { folder, subscribers } = await layGround(join(options.folder, String(number)), receiver);
  const begun = readFeedVersions(folder.store);
  const written = createWrittenLedger(begun);
  return {
    ...{ options, written, told, receiver, folder, subscribers },
    random: randomStream(seed, 'track', number),
    watch: createStoreWatch(folder.store, written, begun, onBreach),
    log: createLifeLog(folder.log),
    counts: { killsDuringStart: 0, crashes: 0, troubles: 0 },
    reopenMs: [] as number[],
  };
}

function start({ options, folder, random, written }: Track, writes: boolean): VictimProcess {
  const orders = { dataFolder: folder.path, seed: random.whole(1, 1_000_000_000), writes };
  return startVictim(options.script, { ...orders, sabotage: options.sabotage }, written.acknowledge);
}

async function liveAndDie(track: Track): Promise<void> {
  const { random, counts, watch } = track;
  const victim = start(track, true);
  const isEarly = random.chance(DURING_START);
  if (isEarly) await delay(random.whole(0, MOST_START_MS));
  else await live(track, victim);
  counts.killsDuringStart += isEarly ? 1 : 0;
  if (!(await victim.kill())) counts.crashes += 1;
  watch.look();
  readLog(track);
}

function readLog({ log, counts, options }: Track): void {
  const troubles = log.readTroubles();
  counts.troubles += troubles.length;
  for (const line of troubles.slice(0, 1)) options.onBreach(`logged: ${line}`);
}

async function live({ random, reopenMs }: Track, victim: VictimProcess): Promise<void> {
  const healthyMs = await victim.untilHealthy();
  // It ended by itself: the kill will find it out.
  if (healthyMs === null) return;
  reopenMs.push(healthyMs);
  await delay(random.whole(...LIFE_MS));
}

/** The control: a last life in which nothing is written. Null where something was still waiting at its end. */
async function drain(track: Track): Promise<number | null> {
  const startedAt = performance.now();
  const victim = start(track, false);
  const tooLate = delay(track.options.drainLimitMs, false, { ref: false });
  const isDrained = await Promise.race([victim.untilDrained(), tooLate]);
  const tookMs = performance.now() - startedAt;
  await victim.kill();
  track.watch.look();
  track.watch.lookAtAll();
  readLog(track);
  return isDrained ? tookMs : null;
}

async function figuresOf(track: Track, heardWhileKilling: number, drainMs: number | null): Promise<KillFigures> {
  const { options, counts, written, told, receiver, watch, reopenMs } = track;
  const { unfinished, disabledWebhooks, differences } = await readStoreEnd(track.folder.store);
  const { undelivered, neverCommitted, sentences } = judge(track);
  const left = unfinished.slice(0, SENTENCES).map((delivery) => `left: ${JSON.stringify(delivery)}`);
  for (const sentence of [...sentences, ...left]) options.onBreach(sentence);
  const { eventsInTwoMessages, changedMessages, changedEvents } = told;
  return {
    kills: options.kills,
    killsDuringStart: counts.killsDuringStart,
    acknowledged: written.acknowledged,
    delivered: told.delivered,
    messages: told.messages,
    heardWhileKilling,
    duplicates: told.duplicates,
    redelivered: told.redelivered,
    reopenMs,
    drainMs: drainMs === null ? [] : [drainMs],
    breaches: {
      ...{ undelivered, neverCommitted, eventsInTwoMessages, changedMessages, changedEvents },
      ...{ disabledWebhooks, differences },
      lost: watch.lost,
      unfed: watch.unfed,
      integrity: watch.integrity,
      crashes: counts.crashes,
      troubles: counts.troubles,
      notDrained: drainMs === null ? 1 : 0,
      unfinished: unfinished.length,
      forged: receiver.forged,
    },
  };
}

/** Looks at a store between two lives of its program. */
export interface StoreWatch {
  /** Problems that SQLite found in the file. */
  readonly integrity: number;
  readonly lost: number;
  readonly unfed: number;
  /** Holds what changed since the look before to what was acknowledged since. */
  look(): void;
  /** Holds the whole store to everything that ever was acknowledged. */
  lookAtAll(): void;
}

function createStoreWatch(
  file: string,
  written: WrittenLedger,
  begun: readonly FeedVersions[],
  onBreach: (sentence: string) => void,
): StoreWatch {
  const counts = { integrity: 0, lost: 0, unfed: 0 };
  let seen = begun;

  const count = ({ lost, unfed }: LookOutcome) => {
    for (const record of lost.slice(0, 1)) onBreach(`${record} is not as it was acknowledged`);
    for (const record of unfed.slice(0, 1)) onBreach(`${record} changed, and the feed does not tell of it`);
    counts.lost += lost.length;
    counts.unfed += unfed.length;
  };

  return Object.assign(counts, {
    look() {
      const { problems, records, versions } = lookAtStore(file, written.awaited(), seen);
      for (const problem of problems) onBreach(problem);
      counts.integrity += problems.length;
      count(written.look(records));
      seen = versions;
    },
    lookAtAll: () => count(written.lookAtAll(readAllRecords(file))),
  });
}

/** One life of the program. */
interface VictimProcess {
  /** Milliseconds until `GET /health` was answered with 200; null where it ended before. Rejects for another answer. */
  untilHealthy(): Promise<number | null>;
  /** True when it said that nothing is left to deliver; false where it ended before. */
  untilDrained(): Promise<boolean>;
  /** Answers when all that it said was heard. True where it was alive until then. */
  kill(): Promise<boolean>;
}

function startVictim(
  script: string,
  orders: VictimOrders,
  onWritten: (changes: readonly WrittenChange[]) => void,
): VictimProcess {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const port = Promise.withResolvers<number | null>();
  const drained = Promise.withResolvers<boolean>();
  let isKilled = false;
  void closed.then(() => {
    port.resolve(null);
    drained.resolve(false);
  });
  readLines(child, (line) => {
    if (line.kind === 'serving') port.resolve(line.port);
    else if (line.kind === 'drained') drained.resolve(true);
    else onWritten(line.changes);
  });

  return {
    async untilHealthy() {
      const served = await port.promise;
      if (served === null || !(await isHealthy(served, () => isKilled))) return null;
      return performance.now() - startedAt;
    },
    untilDrained: () => drained.promise,
    async kill() {
      const wasAlive = child.exitCode === null && child.signalCode === null;
      isKilled = true;
      // On Windows this is TerminateProcess.
      child.kill('SIGKILL');
      await closed;
      return wasAlive;
    },
  };
}

async function isHealthy(port: number, isKilled: () => boolean): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/health`);
    if (status !== 200) throw new Error(`GET /health was answered with ${status}`);
    return true;
  } catch (error) {
    if (isKilled()) return false;
    throw error;
  }
}

/** A line that was cut off by the kill was not said. */
function readLines({ stdout }: ChildProcess, hear: (line: VictimLine) => void): void {
  let rest = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  });
}
