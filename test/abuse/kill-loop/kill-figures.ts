import { percentile } from '../../bench/harness/percentile.ts';

/** What came of killing the program over and over. */
export interface KillFigures {
  readonly kills: number;
  readonly killsDuringStart: number;
  readonly acknowledged: number;
  readonly delivered: number;
  readonly messages: number;
  /** The rest came in the last lives, which write nothing and are not killed before they are done. */
  readonly heardWhileKilling: number;
  /** Messages that arrived again under their id: allowed. */
  readonly duplicates: number;
  /** Those of them that had been accepted before, as happens where the program is killed between that and the commit. */
  readonly redelivered: number;
  /** Milliseconds from each start to `GET /health`. */
  readonly reopenMs: readonly number[];
  /** Milliseconds that the last life of each track took until nothing was left to deliver. */
  readonly drainMs: readonly number[];
  /** Each has to be 0. */
  readonly breaches: Readonly<Record<BreachName, number>>;
}

export const BREACHES = {
  lost: 'acknowledged writes lost',
  unfed: 'writes that the feed does not tell of',
  undelivered: 'events undelivered',
  notDrained: 'runs that did not drain',
  unfinished: 'deliveries left pending or given up',
  disabledWebhooks: 'webhooks disabled',
  eventsInTwoMessages: 'events in two messages',
  changedMessages: 'messages with two bodies',
  changedEvents: 'events with two contents',
  neverCommitted: 'events of what was never committed, or not theirs to see',
  forged: 'messages with a wrong signature',
  integrity: 'integrity failures',
  differences: 'totals that differ',
  crashes: 'lives that ended by themselves',
  troubles: 'lines of trouble in the log',
} as const;
export type BreachName = keyof typeof BREACHES;

export function sumFigures(parts: readonly KillFigures[]): KillFigures {
  const sum = (of: (figures: KillFigures) => number) => parts.reduce((total, part) => total + of(part), 0);
  const names = Object.keys(BREACHES) as BreachName[];
  return {
    kills: sum((part) => part.kills),
    killsDuringStart: sum((part) => part.killsDuringStart),
    acknowledged: sum((part) => part.acknowledged),
    delivered: sum((part) => part.delivered),
    messages: sum((part) => part.messages),
    heardWhileKilling: sum((part) => part.heardWhileKilling),
    duplicates: sum((part) => part.duplicates),
    redelivered: sum((part) => part.redelivered),
    reopenMs: parts.flatMap((part) => part.reopenMs),
    drainMs: parts.flatMap((part) => part.drainMs),
    breaches: Object.fromEntries(names.map((name) => [name, sum((part) => part.breaches[name])])) as Record<
      BreachName,
      number
    >,
  };
}

const LEAST_MESSAGES_PER_KILL = 0.25;
const LEAST_MESSAGES_PER_WRITE = 0.1;
/** Below so many kills it may be that none fell between an answer and its commit. */
const MANY_KILLS = 50;
const LEAST_REDELIVERED_PER_KILL = 0.1;

/** No breach, and enough was done for that to mean something. */
export function isClean(figures: KillFigures): boolean {
  return Object.values(figures.breaches).every((count) => count === 0) && shortfallsOf(figures).length === 0;
}

/** What was too little to have shown anything. */
export function shortfallsOf(figures: KillFigures): readonly string[] {
  const { kills, acknowledged, delivered, heardWhileKilling, redelivered } = figures;
  const floorOfMessages = Math.ceil(
    Math.max(kills * LEAST_MESSAGES_PER_KILL, acknowledged * LEAST_MESSAGES_PER_WRITE, 1),
  );
  const floorOfRedelivered = kills < MANY_KILLS ? 0 : Math.ceil(kills * LEAST_REDELIVERED_PER_KILL);
  const floors = [
    { name: 'kills', count: kills, least: 1 },
    { name: 'writes acknowledged', count: acknowledged, least: 1 },
    { name: 'events delivered', count: delivered, least: 1 },
    { name: 'messages while killing', count: heardWhileKilling, least: floorOfMessages },
    { name: 'messages again after they were accepted', count: redelivered, least: floorOfRedelivered },
  ];
  return floors
    .filter(({ count, least }) => count < least)
    .map(({ name, count, least }) => `${count} ${name} where ${least} are the least`);
}

export function formatFigures(figures: KillFigures): string {
  const {
    kills,
    killsDuringStart,
    acknowledged,
    delivered,
    messages,
    heardWhileKilling,
    duplicates,
    redelivered,
    reopenMs,
    drainMs,
    breaches,
  } = figures;
  const broken = (Object.keys(BREACHES) as BreachName[])
    .filter((name) => breaches[name] > 0)
    .map((name) => `${breaches[name]} ${BREACHES[name]}`);
  const counts = [
    `${kills} kills (${killsDuringStart} during the start)`,
    `${acknowledged} writes acknowledged, ${breaches.lost} lost`,
    `${delivered} events delivered, ${breaches.undelivered} undelivered`,
    `${messages} messages, ${heardWhileKilling} of them while killing`,
    `${duplicates} again under the same id, ${redelivered} of them accepted before`,
    `reopen p95 ${Math.round(percentile(reopenMs, 95))} ms`,
    `drained within ${Math.round(percentile(drainMs, 100))} ms`,
    `${breaches.integrity} integrity failures`,
  ];
  const wrong = [...broken, ...shortfallsOf(figures)];
  return `${counts.join('; ')}. ${wrong.length === 0 ? 'clean' : `RED: ${wrong.join(', ')}`}`;
}
