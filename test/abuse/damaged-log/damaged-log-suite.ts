import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { cut, type Damage, flip, soundPartOf, tear } from './damage.ts';
import { SABOTAGES } from './damaged-log-sabotages.ts';
import { findWrongPragmas } from './kept-pragmas.ts';
import { type LaidLog, layLog } from './lay-log.ts';
import { lookAtCopy } from './look-at-copy.ts';

const TRIALS_OF_EACH = 1_500;
const WRITES = 42;
const CONNECTIONS = 3;

const DAMAGES: Readonly<Record<string, Damage>> = { cuts: cut, 'single bits': flip, 'torn frames': tear };

export const damagedLogSuite: AbuseSuite = {
  name: 'damaged-log',
  title: 'the log of writes is cut, changed and torn after a crash',
  counts: [
    ...Object.keys(DAMAGES).map((name) => ({ name, least: TRIALS_OF_EACH })),
    { name: 'writes in the intact log', least: WRITES },
    { name: 'kinds of connection read', least: CONNECTIONS },
  ],
  breaches: [
    'stores that did not open',
    'integrity failures',
    'states that were never there',
    'sound writes lost',
    'unpaired rows',
    'pragmas not kept',
  ],
  sabotages: SABOTAGES,

  async run(run) {
    const laid = await layLog(join(run.folder, 'ground'), WRITES);
    const folder = join(run.folder, 'copy');
    mkdirSync(folder);
    const intact = await lookAtCopy(folder, laid.main, laid.log);
    run.count('writes in the intact log', writesIn(intact.digest, laid));
    for (const [name, damage] of laid.log.length === 0 ? [] : Object.entries(DAMAGES)) {
      const random = randomStream(run.seed, name);
      for (let trial = 0; trial < run.scaled(TRIALS_OF_EACH); trial += 1) {
        run.count(name);
        await tryOut(run, { folder, laid, damaged: damage(laid.log, random), name });
      }
    }
    const onConnection = () => run.count('kinds of connection read');
    const wrong = await findWrongPragmas(join(run.folder, 'ground', 'tilldesk.sqlite'), onConnection);
    for (const { sentence } of wrong) run.breach('pragmas not kept', sentence);
  },
};

interface Trial {
  readonly folder: string;
  readonly laid: LaidLog;
  readonly damaged: Uint8Array;
  readonly name: string;
}

async function tryOut(run: SuiteRun, { folder, laid, damaged, name }: Trial): Promise<void> {
  const sound = soundPartOf(damaged, laid.log);
  const where = `${name}: sound up to byte ${sound} of ${laid.log.length}`;
  const look = await lookAtCopy(folder, laid.main, damaged).catch((error: unknown) => {
    run.breach('stores that did not open', `${where}: ${String(error)}`);
  });
  if (!look) return;
  for (const problem of look.problems) run.breach('integrity failures', `${where}: ${problem}`);
  if (look.unpaired > 0) run.breach('unpaired rows', where, look.unpaired);
  const found = writesIn(look.digest, laid);
  const kept = laid.marks.findLastIndex(({ endsAt }) => endsAt <= sound);
  if (found < 0) run.breach('states that were never there', where);
  else if (found < Math.max(kept, 0)) run.breach('sound writes lost', `${where}: ${found} of ${kept} writes`);
}

/** After how many writes this was the state; -1 where it never was. */
function writesIn(digest: string, { marks }: LaidLog): number {
  return marks.findIndex((mark) => mark.digest === digest);
}
