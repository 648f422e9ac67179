import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../../electron/store/store-error.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { contentOf } from './content-of.ts';
import { BREACHES, judgeRecovery } from './judge-recovery.ts';
import { type LaidShop, STORE_NAME, type StoreParts } from './lay-shop.ts';
import { type ShopPlace, type ShopStart, startShop } from './start-shop.ts';

/**
 * What came of damage to the data file. `offered`: the start notices it and puts back a backup. `refused`: it takes it
 * for data of another version. The others are opened: `harmless` ones hold what they held, of `found` ones the check of
 * the daily backup tells, and of `unnoticed` ones nothing ever does: SQLite keeps no checksums.
 */
export type LiveOutcome = 'harmless' | 'offered' | 'refused' | 'found' | 'unnoticed';

export interface LiveTrial {
  readonly folder: string;
  readonly shop: LaidShop;
  readonly parts: StoreParts;
  readonly where: string;
}

/** Starts on damaged data, with backups that are good. */
export async function tryLiveDamage(run: SuiteRun, trial: LiveTrial): Promise<LiveOutcome> {
  const place = layPlace(trial);
  const first = await start(run, trial, place, false);
  if (first === null || first.recovery !== null) return first === null ? 'refused' : 'offered';
  if (readContent(place.file) === trial.shop.content) return 'harmless';
  const second = await start(run, trial, place, true);
  return second?.recovery ? 'found' : 'unnoticed';
}

function layPlace({ folder, shop, parts }: LiveTrial): ShopPlace {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const file = join(folder, STORE_NAME);
  for (const [ending, bytes] of parts) writeFileSync(`${file}${ending}`, bytes);
  return { file, backups: shop.shelf, damaged: join(folder, 'damaged') };
}

/** Null for a start that says why it fails. */
async function start(
  run: SuiteRun,
  { shop, parts, where }: LiveTrial,
  place: ShopPlace,
  isInspected: boolean,
): Promise<ShopStart | null> {
  try {
    const started = await startShop(place, isInspected);
    const [expected] = shop.backups;
    judgeRecovery(run, { shop, place, start: started, expected: [expected?.content ?? ''] }, where);
    if (started.recovery !== null && !isInspected && !isAsLaid(started, parts)) run.breach(BREACHES.early, where);
    return started;
  } catch (error) {
    const isRefusal = error instanceof StoreError && error.code !== 'corrupt';
    if (!isRefusal) run.breach(BREACHES.failed, `${where}: ${String(error)}`);
    return null;
  }
}

/** The index of the log is made anew at each opening. */
function isAsLaid({ found }: ShopStart, parts: StoreParts): boolean {
  return [...parts].every(([ending, bytes]) => found.get(ending)?.equals(bytes));
}

/** Null where SQLite notices the damage on the way. */
function readContent(file: string): string | null {
  try {
    return contentOf(file);
  } catch {
    return null;
  }
}
