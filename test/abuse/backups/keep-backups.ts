import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readShelf } from '../../../electron/store/backups/backup-directory.ts';
import { type BackupOutcome, makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { contentOf } from './content-of.ts';
import { BREACHES } from './judge-recovery.ts';
import { BEGIN, changeShop, DAY_MS, type LaidShop, SIGNING_KEY, STORE_NAME, TITLE } from './lay-shop.ts';

/** One more than are kept. */
const DAYS = 8;
/** Those before are the shop's own. */
const FIRST_CHANGE = 100;
const KEPT = 7;
const PAGE_BYTES = 4_096;

/** A shop that makes a backup every day while it is open (on one day in a short run), until its disk is full, and then its data file is damaged. */
export async function keepBackups(run: SuiteRun, folder: string, shop: LaidShop): Promise<void> {
  mkdirSync(folder);
  const [file, shelf] = [join(folder, STORE_NAME), join(folder, 'backups')];
  writeFileSync(file, shop.closed.get('') ?? '');
  const clock = createFixedClock(BEGIN);
  const days = run.size === 'short' ? 1 : DAYS;
  const make = (day: number, freeBytes?: () => number) =>
    makeBackup(
      {
        ...{ file, folder: shelf, reason: 'daily', at: BEGIN + day * DAY_MS, program: '0.1.0' },
        signingKey: SIGNING_KEY,
      },
      freeBytes,
    );
  const store = await openStore({ file, clock });
  for (let day = 1; day <= days; day += 1) {
    await changeShop(store, FIRST_CHANGE + day);
    const outcome = await make(day);
    run.count('backups made');
    checkMade(run, outcome, file, `day ${day}`);
    expectKept(run, shelf, lastDays(day), `day ${day}`);
  }
  await store.close();

  if ((await make(days + 1, () => 1)).kind === 'made') run.breach(BREACHES.unchecked, 'on a full disk');
  expectKept(run, shelf, lastDays(days), 'after the disk was full');
  spoilPages(file);
  if ((await make(days + 2)).kind === 'made') run.breach(BREACHES.unchecked, 'of damaged data');
  expectKept(run, shelf, lastDays(days), 'after the data was damaged');
}

function checkMade(run: SuiteRun, outcome: BackupOutcome, file: string, where: string): void {
  const isWhole = outcome.kind === 'made' && contentOf(outcome.backup.file) === contentOf(file);
  if (!isWhole) run.breach(BREACHES.lacking, where);
}

function lastDays(day: number): readonly number[] {
  const first = Math.max(1, day - KEPT + 1);
  return Array.from({ length: day - first + 1 }, (_, index) => day - index);
}

/** By their names, the newest first. */
function expectKept(run: SuiteRun, shelf: string, days: readonly number[], where: string): void {
  const kept = readShelf(shelf).backups.map((backup) => basename(backup.file));
  const expected = days.map((day) => {
    const moment = new Date(BEGIN + day * DAY_MS).toISOString().replaceAll(':', '-');
    return `daily-${moment}.sqlite`;
  });
  const missing = expected.filter((name) => !kept.includes(name));
  if (missing.length > 0) run.breach(BREACHES.pruned, `${where}: ${missing.length} are gone`);
}

/** Where products lie: the store can be opened and copied, and is not whole. */
function spoilPages(file: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(TITLE); at >= 0; at = bytes.indexOf(TITLE)) {
    const start = at - (at % PAGE_BYTES);
    bytes.fill(0, start, start + PAGE_BYTES);
  }
  writeFileSync(file, bytes);
}
