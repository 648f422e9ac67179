import { percentile } from '../../bench/harness/percentile.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';

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
  logProblems: 'lines of trouble in the log',
} as const;

const TOO_LITTLE = 'shortfalls';

export const KILLS = 1_000;

export const DECLARED: Pick<AbuseSuite, 'counts' | 'breaches'> = {
  counts: [
    { name: 'kills', least: KILLS },
    { name: 'writes acknowledged', least: 1 },
    { name: 'events delivered', least: 1 },
    { name: 'messages again that had been accepted', least: 0 },
  ],
  breaches: [...Object.values(BREACHES), TOO_LITTLE],
};

/** What all tracks did together. */
export interface KillFigures {
  kills: number;
  acknowledged: number;
  delivered: number;
  /** The rest came in the last lives, which write nothing and are not killed before they are done. */
  heardWhileKilling: number;
  /** Messages that came again although they had been accepted: the program was killed before it wrote that down. */
  redelivered: number;
  /** Milliseconds from each start to `GET /health`. */
  readonly reopenMs: number[];
}

const LEAST_MESSAGES_PER_KILL = 0.25;
const LEAST_MESSAGES_PER_WRITE = 0.1;
/** Below so many kills it may be that none fell between an answer and its commit. */
const MANY_KILLS = 50;
const LEAST_REDELIVERED_PER_KILL = 0.1;

/** Reports the figures, and what was too little to have shown anything. */
export function reportFigures(run: Pick<SuiteRun, 'count' | 'breach' | 'tell'>, figures: KillFigures): void {
  const { kills, acknowledged, delivered, heardWhileKilling, redelivered, reopenMs } = figures;
  run.count('kills', kills);
  run.count('writes acknowledged', acknowledged);
  run.count('events delivered', delivered);
  run.count('messages again that had been accepted', redelivered);
  run.tell('reopen p95', `${Math.round(percentile(reopenMs, 95))} ms`);
  const leastHeard = Math.ceil(Math.max(kills * LEAST_MESSAGES_PER_KILL, acknowledged * LEAST_MESSAGES_PER_WRITE, 1));
  const leastAgain = kills < MANY_KILLS ? 0 : Math.ceil(kills * LEAST_REDELIVERED_PER_KILL);
  const floors = [
    { name: 'messages while killing', count: heardWhileKilling, least: leastHeard },
    { name: 'messages again after they were accepted', count: redelivered, least: leastAgain },
  ];
  for (const { name, count, least } of floors) {
    if (count < least) run.breach(TOO_LITTLE, `${count} ${name} where ${least} are the least`);
  }
}
