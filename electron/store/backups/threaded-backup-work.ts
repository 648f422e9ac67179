import { storeErrorAgain } from '../store-error.ts';
import { type BackupWork, backupWork } from './backup-work.ts';

/** A call of the work, as a thread is sent it. */
export type BackupRequest = {
  readonly [Name in keyof BackupWork]: { readonly name: Name; readonly given: Parameters<BackupWork[Name]> };
}[keyof BackupWork];

export type BackupAnswer = Awaited<ReturnType<BackupWork[keyof BackupWork]>>;

/** In the thread. */
export function answerBackupRequest(request: BackupRequest): Promise<BackupAnswer> {
  switch (request.name) {
    case 'make':
      return backupWork.make(...request.given);
    case 'inspect':
      return backupWork.inspect(...request.given);
    case 'findLastGood':
      return backupWork.findLastGood(...request.given);
    case 'prepareRestore':
      return backupWork.prepareRestore(...request.given);
  }
}

/** The work as the thread does it that `ask` sends a request to. */
export function threadedBackupWork(ask: (request: BackupRequest) => Promise<BackupAnswer>): BackupWork {
  const call = async (request: BackupRequest) => {
    try {
      return await ask(request);
    } catch (error) {
      throw storeErrorAgain(error);
    }
  };
  // The answer is that of the call: `answerBackupRequest` has one case for each.
  const asked =
    <Name extends keyof BackupWork>(name: Name) =>
    (...given: Parameters<BackupWork[Name]>) =>
      call({ name, given } as BackupRequest) as ReturnType<BackupWork[Name]>;
  return {
    make: asked('make'),
    inspect: asked('inspect'),
    findLastGood: asked('findLastGood'),
    prepareRestore: asked('prepareRestore'),
  };
}
