import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import { openStore } from '../open-store.ts';
import { StoreError } from '../store-error.ts';
import { hasContentOf } from './backup-content.ts';
import type { Backup } from './backup-manifest.ts';
import { beginNewEra } from './begin-new-era.ts';
import { makeSingleFile } from './copy-store.ts';
import { removeStore, settleFile } from './store-files.ts';

/**
 * Makes of a backup, in `draft`, the store that takes the place of the damaged one: brought up to date, and in a new
 * era. It is one file, safe on the disk. Throws `StoreError`.
 */
export async function prepareRestore(
  backup: Backup,
  draft: string,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
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
