import { percentile } from '../../bench/harness/percentile.ts';

/** What came of killing the program over and over. */
export interface KillFigures {
  readonly kills: number;
  readonly killsDuringStart: number;
  readonly acknowledged: number;
  readonly delivered: number;
  readonly messages: number;
  /** Messages that arrived again under their id: allowed. */
  readonly duplicates: number;
  /** Milliseconds from each start to `GET /health`. */
  readonly reopenMs: readonly number[];
  /** Milliseconds that the last life of each track took until nothing was left to deliver. */
  readonly drainMs: readonly number[];
  /** Each has to be 0. */
  readonly breaches: Readonly<Record<BreachName, number>>;
}

export const BREACHES = {
  lost: 'acknowledged writes lost',
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
    duplicates: sum((part) => part.duplicates),
    reopenMs: parts.flatMap((part) => part.reopenMs),
    drainMs: parts.flatMap((part) => part.drainMs),
    breaches: Object.fromEntries(names.map((name) => [name, sum((part) => part.breaches[name])])) as Record<
      BreachName,
      number
    >,
  };
}

/** No breach, and enough was done for that to mean something. */
export function isClean(figures: KillFigures): boolean {
  const { kills, acknowledged, delivered, breaches } = figures;
  return (
    Object.values(breaches).every((count) => count === 0) && kills > 0 && acknowledged > 0 && delivered > 0
  );
}

export function formatFigures(figures: KillFigures): string {
  const {
    kills,
    killsDuringStart,
    acknowledged,
    delivered,
    messages,
    duplicates,
    reopenMs,
    drainMs,
    breaches,
  } = figures;
  const broken = (Object.keys(BREACHES) as BreachName[]).filter((name) => breaches[name] > 0);
  const counts = [
    `${kills} kills (${killsDuringStart} during the start)`,
    `${acknowledged} writes acknowledged, ${breaches.lost} lost`,
    `${delivered} events delivered, ${breaches.undelivered} undelivered`,
    `${messages} messages, ${duplicates} of them again under the same id`,
    `reopen p95 ${Math.round(percentile(reopenMs, 95))} ms`,
    `drained within ${Math.round(percentile(drainMs, 100))} ms`,
    `${breaches.integrity} integrity failures`,
  ];
  const verdict = isClean(figures)
    ? 'clean'
    : `RED: ${broken.map((name) => `${breaches[name]} ${BREACHES[name]}`).join(', ')}`;
  return `${counts.join('; ')}. ${verdict}`;
}
