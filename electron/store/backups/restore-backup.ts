import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { randomText } from '../dialects/expressions.ts';
import { migrations } from '../migrations/migrate-store.ts';
import { openStore } from '../open-store.ts';
import { foreignObjectIn } from '../own-schema.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { inWriteTransaction } from '../transactions.ts';
import { type Backup, hasContentOf, isSigned, readDirectory, type SkippedBackup } from './backup-directory.ts';
import { inspectStore, makeSingleFile, removeStore, settleFile } from './store-files.ts';

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
  /** Null where none can be restored. */
  readonly backup: Backup | null;
  /** The newest later one that can be restored, but is not signed by this data folder; null for none. */
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
  for (const backup of backups) {
    const isVerified = isSigned(backup, signingKey);
    const reason = isVerified || unverified === null ? await reasonAgainst(backup) : UNVERIFIED;
    if (reason === null && isVerified) return { backup, unverified, skipped };
    if (reason === null) unverified = backup;
    else skipped.push({ name: basename(backup.file), reason });
  }
  return { backup: null, unverified, skipped };
}

const UNVERIFIED = 'it was changed, or made by an older version';

async function reasonAgainst(backup: Backup): Promise<string | null> {
  if (!Object.hasOwn(migrations, backup.schema)) return 'a newer version of the program has made it';
  try {
    if (!(await hasContentOf(backup, backup.file))) return 'it is not what was written';
    if (inspectStore(backup.file).length > 0) return 'it is damaged';
    const foreign = foreignObjectIn(backup.file);
    return foreign === null ? null : `it holds the ${foreign}, which Tilldesk does not make`;
  } catch (error) {
    return `it cannot be read (${messageOf(error)})`;
  }
}

/**
 * Ends what clients hold from the time after the backup: positions in the feeds become invalid, because the same versions
 * will mean other changes; everybody is signed out; no delivery of a webhook is leased.
 */
async function beginNewEra(db: StoreDb): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await transaction.updateTable('feeds').set({ era: randomText() }).execute();
    await transaction.deleteFrom('tokens').execute();
    await transaction.updateTable('webhook_deliveries').set({ leased_until: null }).execute();
  });
}
