import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { getErrorMessage } from '../../base/errors.ts';
import { createRandomText } from '../dialects/expressions.ts';
import { migrations } from '../migrations/migrate-store.ts';
import { openStore } from '../open-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { inWriteTransaction } from '../transactions.ts';
import {
  type Backup,
  hashFile,
  hasSameContent,
  isSigned,
  readDirectory,
  type SkippedBackup,
} from './backup-directory.ts';
import { getFileSize, inspectStore, makeSingleFile, protectAndFlush, removeStore } from './store-files.ts';

/**
 * Creates in `draft` the store that replaces the damaged one: a migrated copy of the backup, in a new era. It is a
 * single file, flushed to disk. Throws `StoreError`.
 */
export async function prepareRestore(backup: Backup, draft: string, clock: Pick<Clock, 'now'>): Promise<void> {
  removeStore(draft);
  await copyFile(backup.file, draft, constants.COPYFILE_EXCL);
  protectAndFlush(draft);
  if (!(await hasSameContent(backup, draft))) {
    throw new StoreError(
      'corrupt',
      `The copy of the backup ${backup.file} differs from the backup. Check the disk and try again.`,
    );
  }
  const store = await openStore({ file: draft, clock });
  try {
    await startNewEra(store.db);
  } finally {
    await store.close();
  }
  makeSingleFile(draft);
}

export interface LastGoodBackup {
  /** `null` if none can be restored. */
  readonly backup: Backup | null;
  /**
   * The newest later backup that is undamaged but has no valid signature of this data folder. Its size and hash are
   * those of the file. `null` if there is none.
   */
  readonly unverified: Backup | null;
  /** Other later files. */
  readonly skipped: readonly SkippedBackup[];
}

/**
 * Finds the newest backup that is signed by this data folder, unchanged and undamaged, and that this program can open.
 */
export async function findLastGood(folder: string, signingKey: Uint8Array | null): Promise<LastGoodBackup> {
  const { backups, unrecognised } = readDirectory(folder);
  const skipped = [...unrecognised];
  let unverified: Backup | null = null;
  for (const manifest of backups) {
    const { backup, reason } = await inspectBackup(manifest);
    const isVerified = isSigned(manifest, signingKey) && backup.sha256 === manifest.sha256;
    if (reason === null && isVerified) return { backup, unverified, skipped };
    if (reason === null && unverified === null) unverified = backup;
    else skipped.push({ name: basename(manifest.file), reason: reason ?? UNVERIFIED_REASON });
  }
  return { backup: null, unverified, skipped };
}

const UNVERIFIED_REASON = 'it was changed, or an older version made it';

/** Returns the backup with the actual size and hash, and why it cannot be restored; `null` if it can. */
async function inspectBackup(described: Backup): Promise<{ readonly backup: Backup; readonly reason: string | null }> {
  try {
    const backup = { ...described, bytes: getFileSize(described.file), sha256: await hashFile(described.file) };
    return { backup, reason: findDefect(backup) };
  } catch (error) {
    return { backup: described, reason: `it cannot be read (${getErrorMessage(error)})` };
  }
}

function findDefect({ schema, file }: Backup): string | null {
  if (!Object.hasOwn(migrations, schema)) return 'a newer version of the program made it';
  return inspectStore(file).length > 0 ? 'it is damaged' : null;
}

/**
 * Invalidates what clients obtained after the backup was made: feed cursors (their versions will be reused), sign-ins
 * and delivery leases.
 */
async function startNewEra(db: StoreDb): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await transaction.updateTable('feeds').set({ era: createRandomText() }).execute();
    await transaction.deleteFrom('tokens').execute();
    await transaction.updateTable('webhook_deliveries').set({ leased_until: null }).execute();
  });
}
