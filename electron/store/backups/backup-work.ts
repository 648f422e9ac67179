import { restoreStoreError, StoreError } from '../store-error.ts';
import type { Backup } from './backup-directory.ts';
import { type BackupOrder, type BackupOutcome, makeBackup } from './make-backup.ts';
import { findLastGood, type LastGoodBackup, prepareRestore } from './restore-backup.ts';
import { inspectStore } from './store-files.ts';

/** Work whose time grows with the size of the store. */
export interface BackupWork {
  make(order: BackupOrder): Promise<BackupOutcome>;
  /** What is wrong with a store; see `inspectStore`. */
  inspect(file: string): Promise<readonly string[]>;
  findLastGood(folder: string, signingKey: Uint8Array | null): Promise<LastGoodBackup>;
  prepareRestore(backup: Backup, draft: string, at: number): Promise<void>;
}

/** Works in the calling thread. */
export const backupWork: BackupWork = {
  make: (order) => makeBackup(order),
  inspect: async (file) => inspectStore(file),
  findLastGood,
  prepareRestore: (backup, draft, at) => prepareRestore(backup, draft, { now: () => at }),
};

/** A call of the work, as it is sent to a worker. */
export type BackupRequest = {
  readonly [Name in keyof BackupWork]: { readonly name: Name; readonly given: Parameters<BackupWork[Name]> };
}[keyof BackupWork];

export type BackupAnswer = Awaited<ReturnType<BackupWork[keyof BackupWork]>>;

/** In the worker. */
export function answerBackupRequest({ name, given }: BackupRequest): Promise<BackupAnswer> {
  // The type of the request ensures that these are the arguments of this function.
  const work = backupWork[name] as (...args: typeof given) => Promise<BackupAnswer>;
  return work(...given);
}

/** The work, done by the worker that `ask` sends a request to. */
export function pooledBackupWork(ask: (request: BackupRequest) => Promise<BackupAnswer>): BackupWork {
  const asked =
    <Name extends keyof BackupWork>(name: Name) =>
    (...given: Parameters<BackupWork[Name]>) =>
      ask({ name, given } as BackupRequest).catch((error) => {
        throw restoreStoreError(error);
      }) as ReturnType<BackupWork[Name]>;
  return {
    make: asked('make'),
    inspect: asked('inspect'),
    findLastGood: asked('findLastGood'),
    prepareRestore: asked('prepareRestore'),
  };
}

/** Throws `StoreError` where no backup can be made: then the store has to stay as it is. */
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
    const sentence = `This version has to change the data, which takes up to ${needed} MB in ${order.folder} and beside the data: make ${missing} MB more free.`;
    throw new StoreError('unavailable', sentence);
  }
}
