import { join } from 'node:path';
import { seededRandom } from '../../unit/feeds/webhooks/seeded-random.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { type Ending, runEndTrial } from './end-trial.ts';
import { layDataFolders } from './lay-data-folder.ts';
import { PROCESS_SABOTAGES } from './process-sabotages.ts';
import { runThreadTrial } from './thread-trial.ts';
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
