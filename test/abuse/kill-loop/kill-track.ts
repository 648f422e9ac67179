import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import type { Certificate } from '../../support/certificates.ts';
import { startHostileReceiver } from './hostile-receiver.ts';
import { readFeedVersions, readStoreEnd } from './inspect-store.ts';
import { judge } from './judge.ts';
import type { KillFigures } from './kill-figures.ts';
import { layGround } from './lay-ground.ts';
import { createToldLedger } from './ledgers/told-ledger.ts';
import { createWrittenLedger } from './ledgers/written-ledger.ts';
import { createLifeLog } from './life-log.ts';
import { createStoreWatch } from './store-watch.ts';
import { startVictim, type VictimProcess } from './victim-process.ts';

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
export async function runKillTrack(options: TrackOptions): Promise<KillFigures> {
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

async function figuresOf(
  track: Track,
  heardWhileKilling: number,
  drainMs: number | null,
): Promise<KillFigures> {
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
