import type { Backup } from './backup-manifest.ts';
import { findLastGood, type LastGoodBackup } from './find-last-good.ts';
import { inspectStore } from './inspect-store.ts';
import { type BackupOrder, type BackupOutcome, makeBackup } from './make-backup.ts';
import { prepareRestore } from './prepare-restore.ts';

/** What takes as long as a store is large. */
export interface BackupWork {
  make(order: BackupOrder): Promise<BackupOutcome>;
  /** What is wrong with a store; see `inspectStore`. */
  inspect(file: string): Promise<readonly string[]>;
  findLastGood(folder: string): Promise<LastGoodBackup>;
  prepareRestore(backup: Backup, draft: string, at: number): Promise<void>;
}

/** Does it where it is asked for. */
export const backupWork: BackupWork = {
  make: (order) => makeBackup(order),
  inspect: async (file) => inspectStore(file),
  findLastGood,
  prepareRestore: (backup, draft, at) => prepareRestore(backup, draft, { now: () => at }),
};
