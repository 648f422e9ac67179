import { restoreStoreError, StoreError } from '../store-error.ts';
import type { Backup } from './backup-directory.ts';
import { type BackupOrder, type BackupOutcome, makeBackup } from './make-backup.ts';
import { findLastGood, type LastGoodBackup, prepareRestore } from './restore-backup.ts';
import { inspectStore } from './store-files.ts';

/** Backup work, whose duration grows with the size of the store. */
export interface BackupWork {
  make(order: BackupOrder): Promise<BackupOutcome>;
  /** Lists defects of a store; see `inspectStore`. */
  inspect(file: string): Promise<readonly string[]>;
  findLastGood(folder: string, signingKey: Uint8Array | null): Promise<LastGoodBackup>;
  prepareRestore(backup: Backup, draft: string, at: number): Promise<void>;
}

/** Runs in the calling thread. */
export const backupWork: BackupWork = {
  make: (order) => makeBackup(order),
  inspect: async (file) => inspectStore(file),
  findLastGood,
  prepareRestore: (backup, draft, at) => prepareRestore(backup, draft, { now: () => at }),
};

/** A call that is sent to a worker. */
export type BackupRequest = {
  readonly [Name in keyof BackupWork]: { readonly name: Name; readonly given: Parameters<BackupWork[Name]> };
}[keyof BackupWork];

export type BackupAnswer = Awaited<ReturnType<BackupWork[keyof BackupWork]>>;

/** Runs a call in the worker. */
export function answerBackupRequest({ name, given }: BackupRequest): Promise<BackupAnswer> {
  // The request type ensures that the arguments match the function.
  const work = backupWork[name] as (...args: typeof given) => Promise<BackupAnswer>;
  return work(...given);
}

/** Backup work that runs in a worker. `ask` sends it a request. */
export function createPooledBackupWork(ask: (request: BackupRequest) => Promise<BackupAnswer>): BackupWork {
  const askFor =
    <Name extends keyof BackupWork>(name: Name) =>
    (...given: Parameters<BackupWork[Name]>) =>
      ask({ name, given } as BackupRequest).catch((error) => {
        throw restoreStoreError(error);
      }) as ReturnType<BackupWork[Name]>;
  return {
    make: askFor('make'),
    inspect: askFor('inspect'),
    findLastGood: askFor('findLastGood'),
    prepareRestore: askFor('prepareRestore'),
  };
}

/** Makes a backup before a migration. Throws `StoreError` if that fails; the store must then stay unchanged. */
export async function backUpBeforeMigration(
  work: Pick<BackupWork, 'make'>,
  order: Omit<BackupOrder, 'reason'>,
): Promise<void> {
  const outcome = await work.make({ ...order, reason: 'migration' });
  if (outcome.kind === 'damaged') {
    const [finding] = outcome.findings;
    throw new StoreError('corrupt', `The data file ${order.file} is damaged (${finding}).`);
  }
  if (outcome.kind === 'no-space') {
    const [needed, missing] = [outcome.neededBytes, outcome.neededBytes - outcome.freeBytes].map((bytes) =>
      Math.ceil(bytes / 1_000_000),
    );
    const message = `This version has to convert the data, which needs up to ${needed} MB in ${order.folder} and in the data folder. Free ${missing} MB more.`;
    throw new StoreError('unavailable', message);
  }
}
