import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Random } from '../../../electron/platform/demo/prng.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import {
  createDiskControlFile,
  failingDiskEnvironment,
  openDiskControl,
} from '../failing-disk/disk-control.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { type Ending, startMigrating } from './migrating-process.ts';
import { readState, type StoreState } from './store-state.ts';

/** A store before a migration, and what has to become of it. */
export interface MigrationCase {
  readonly step: string;
  readonly file: string;
  readonly before: StoreState;
  readonly migrated: StoreState;
}

/** When the process is killed. */
export interface Moment {
  /** At a write or sync of the store; null for one by the clock. */
  readonly atCall: number | null;
  readonly afterMs: number;
}

const LONGEST_MS = 60;
const MOST_CALLS = 260;

/** At a random one of its writes where the disk can tell them, and every fourth time by the clock. */
export function randomMoment(random: Random, library: string | null): Moment {
  const byClock = library === null || random.chance(0.25);
  const calls = Math.ceil(MOST_CALLS * random.fraction() ** 2);
  return { atCall: byClock ? null : Math.max(1, calls), afterMs: LONGEST_MS * random.fraction() };
}

/** Kills the program while it migrates a copy of the store, and looks at what is left. */
export async function killMigration(
  run: SuiteRun,
  { step, file, before, migrated }: MigrationCase,
  { moment, name, library }: { moment: Moment; name: string; library: string | null },
): Promise<void> {
  const copy = join(run.folder, `${name}.sqlite`);
  copyFileSync(file, copy);
  const ending = await openAndKill(copy, moment, library);
  run.count(ending === null ? 'kills' : 'migrations that were over before');
  const at = moment.atCall === null ? `after ${moment.afterMs.toFixed(1)} ms` : `at call ${moment.atCall}`;
  const where = `before ${step}, killed ${at}`;
  if (ending?.kind === 'refused') run.breach('stores that did not open', `${where}: ${ending.name}`);

  const left = readState(copy);
  for (const problem of left.problems) run.breach('integrity failures', `${where}: ${problem}`);
  if (!isSame(left, before) && !isSame(left, migrated)) {
    run.breach('half migrated stores', `${where}: at ${left.version}`);
  }
  if (isSame(left, migrated) && !isSame(before, migrated)) run.count('migrations that stood');
  await goOn(run, copy, migrated, where);
}

/** The next start has to bring it to the end, without a word. */
async function goOn(run: SuiteRun, copy: string, migrated: StoreState, where: string): Promise<void> {
  try {
    const store = await openStore({ file: copy });
    await store.close();
  } catch (error) {
    run.breach('stores that did not open', `${where}: ${String(error)}`);
    return;
  }
  if (!isSame(readState(copy), migrated)) run.breach('other rows than without a kill', where);
}

async function openAndKill(
  copy: string,
  { atCall, afterMs }: Moment,
  library: string | null,
): Promise<Ending> {
  if (library === null || atCall === null) return killAfter(copy, afterMs);
  const file = `${copy}.control`;
  createDiskControlFile(file);
  const control = openDiskControl(file);
  const migrating = await startMigrating(copy, failingDiskEnvironment(library, file, copy));
  control.arm({ failsAt: atCall, forEver: false, error: 'SIGKILL' });
  const ending = await migrating.open();
  control.close();
  return ending;
}

async function killAfter(copy: string, ms: number): Promise<Ending> {
  const migrating = await startMigrating(copy, process.env);
  const ending = migrating.open();
  await after(ms);
  migrating.kill();
  return ending;
}

export function isSame(one: StoreState, other: StoreState): boolean {
  return one.version === other.version && one.digest === other.digest;
}
