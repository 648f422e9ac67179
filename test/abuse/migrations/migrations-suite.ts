import { copyFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { compileFailingDisk } from '../failing-disk/compile-failing-disk.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { isSame, killMigration, type MigrationCase, randomMoment } from './kill-migration.ts';
import { layStoreBefore, layStoreOfNow, STEPS } from './lay-older-store.ts';
import { startMigrating } from './migrating-process.ts';
import { SABOTAGES } from './migrations-sabotages.ts';
import { refuseNewer } from './refuse-newer.ts';
import { readState } from './store-state.ts';

const KILLS_OF_EACH = 50;
/** Those that take the longest, and the latest. */
const SOME_STEPS = STEPS.filter(
  (step) => ['0004-totals', '0006-changes'].includes(step) || step === STEPS.at(-1),
);
const KILLS_OF_SHORT = 3;

export const migrationsSuite: AbuseSuite = {
  name: 'migrations',
  title: 'the program is killed while it brings a store up to date, twice at once, and meets a newer one',
  counts: [
    { name: 'steps', least: STEPS.length },
    { name: 'attempts', least: STEPS.length * KILLS_OF_EACH },
    { name: 'kills', least: STEPS.length * 10 },
    { name: 'migrations that stood', least: 1 },
    { name: 'migrations that were over before', least: 0 },
    { name: 'pairs at once', least: 1 },
    { name: 'newer stores refused', least: 2 },
  ],
  breaches: [
    'stores that did not open',
    'integrity failures',
    'half migrated stores',
    'other rows than without a kill',
    'newer stores opened',
    'newer stores touched',
  ],
  sabotages: SABOTAGES,

  async run(run) {
    const library = compileFailingDisk(run.folder);
    run.tell('kills at a write', library === null ? 'none: no C compiler here' : 'three of four');
    const now = join(run.folder, 'now.sqlite');
    await layStoreOfNow(now);
    const cases: MigrationCase[] = [];
    for (const step of run.size === 'short' ? SOME_STEPS : STEPS) cases.push(await layCase(run, step, now));
    await killAll(run, cases, library);
    for (const one of run.size === 'short' ? cases.slice(0, 1) : cases) await migrateTwice(run, one);
    await refuseNewer(run, now);
  },
};

async function layCase(run: SuiteRun, step: string, now: string): Promise<MigrationCase> {
  const file = join(run.folder, `before-${step}.sqlite`);
  await layStoreBefore(file, step, now);
  const migrated = join(run.folder, `migrated-${step}.sqlite`);
  copyFileSync(file, migrated);
  const before = readState(file);
  const store = await openStore({ file: migrated });
  await store.close();
  run.count('steps');
  return { step, file, before, migrated: readState(migrated) };
}

/** Side by side: most of the time of each is the start of a process. */
async function killAll(
  run: SuiteRun,
  cases: readonly MigrationCase[],
  library: string | null,
): Promise<void> {
  const random = randomStream(run.seed, 'kills');
  const each = run.size === 'short' ? KILLS_OF_SHORT : run.scaled(KILLS_OF_EACH);
  const waiting = cases.flatMap((one) =>
    Array.from({ length: each }, (_, index) => ({
      ...{ one, library, name: `${one.step}-${index}`, moment: randomMoment(random, library) },
    })),
  );
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      run.count('attempts');
      await killMigration(run, next.one, next);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
}

/** Both open it: one migrates, and the other waits for that. */
async function migrateTwice(run: SuiteRun, { step, file, migrated }: MigrationCase): Promise<void> {
  const copy = join(run.folder, `twice-${step}.sqlite`);
  copyFileSync(file, copy);
  const both = await Promise.all([startMigrating(copy, process.env), startMigrating(copy, process.env)]);
  const endings = await Promise.all(both.map(({ open }) => open()));
  run.count('pairs at once');
  for (const ending of endings) {
    if (ending?.kind === 'opened') continue;
    run.breach(
      'stores that did not open',
      `two at once before ${step}: ${ending?.name ?? 'a process ended'}`,
    );
  }
  if (!isSame(readState(copy), migrated))
    run.breach('other rows than without a kill', `two at once, ${step}`);
}
