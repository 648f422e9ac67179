import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { createRandomText } from '../dialects/expressions.ts';
import { migrations } from '../migrations/migrate-store.ts';
import { openStore } from '../open-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { inWriteTransaction } from '../transactions.ts';
import {
  type Backup,
  hasContentOf,
  isSigned,
  readDirectory,
  type SkippedBackup,
  sha256Of,
} from './backup-directory.ts';
import { inspectStore, makeSingleFile, removeStore, settleFile, sizeOf } from './store-files.ts';

/**
 * Makes from a backup, in `draft`, the store that replaces the damaged one: migrated, and in a new era. It is one file,
 * flushed to the disk. Throws `StoreError`.
 */
export async function prepareRestore(backup: Backup, draft: string, clock: Pick<Clock, 'now'>): Promise<void> {
  removeStore(draft);
  await copyFile(backup.file, draft, constants.COPYFILE_EXCL);
  settleFile(draft);
  if (!(await hasContentOf(backup, draft))) {
    throw new StoreError('corrupt', `The copy of the backup ${backup.file} is not the same as the backup.`);
  }
  const store = await openStore({ file: draft, clock });
  try {
    await beginNewEra(store.db);
  } finally {
    await store.close();
  }
  makeSingleFile(draft);
}

export interface LastGoodBackup {
  /** `null` if none can be restored. */
  readonly backup: Backup | null;
  /**
   * The newest later backup that is whole, but was changed or is not signed by this data folder; `null` if there is none.
   * Its size and hash are those of the file, whatever its description says.
   */
  readonly unverified: Backup | null;
  /** Other later ones. */
  readonly skipped: readonly SkippedBackup[];
}

/**
 * Finds the newest backup that this data folder has signed, that is unchanged and whole, and that this program can open.
 */
export async function findLastGood(folder: string, signingKey: Uint8Array | null): Promise<LastGoodBackup> {
  const { backups, strange } = readDirectory(folder);
  const skipped = [...strange];
  let unverified: Backup | null = null;
  for (const described of backups) {
    const { backup, reason } = await inspectBackup(described);
    const isVerified = isSigned(described, signingKey) && backup.sha256 === described.sha256;
    if (reason === null && isVerified) return { backup, unverified, skipped };
    if (reason === null && unverified === null) unverified = backup;
    else skipped.push({ name: basename(described.file), reason: reason ?? UNVERIFIED });
  }
  return { backup: null, unverified, skipped };
}

const UNVERIFIED = 'it was changed, or made by an older version';

/** The backup with the size and hash of its file, and why it cannot be restored; `null` if it can. */
async function inspectBackup(described: Backup): Promise<{ readonly backup: Backup; readonly reason: string | null }> {
  try {
    const backup = { ...described, bytes: sizeOf(described.file), sha256: await sha256Of(described.file) };
    return { backup, reason: findReasonAgainst(backup) };
  } catch (error) {
    return { backup: described, reason: `it cannot be read (${messageOf(error)})` };
  }
}

function findReasonAgainst({ schema, file }: Backup): string | null {
  if (!Object.hasOwn(migrations, schema)) return 'a newer version of the program has made it';
  return inspectStore(file).length > 0 ? 'it is damaged' : null;
}

/**
 * Ends what clients hold from the time after the backup: positions in the feeds become invalid, because the same versions
 * will mean other changes; everybody is signed out; no delivery of a webhook is leased.
 */
async function beginNewEra(db: StoreDb): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await transaction.updateTable('feeds').set({ era: createRandomText() }).execute();
    await transaction.deleteFrom('tokens').execute();
    await transaction.updateTable('webhook_deliveries').set({ leased_until: null }).execute();
  });
}
