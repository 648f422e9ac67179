import { availableParallelism } from 'node:os';
import { percentile } from '../../bench/harness/percentile.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { BREACHES, type BreachName, type KillFigures, shortfallsOf } from './kill-figures.ts';
import { SABOTAGES } from './program/sabotages.ts';
import { runKillLoop } from './run-kill-loop.ts';

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
