import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { codeOf } from '../base/code-of.ts';
import { StartError } from '../base/start-error.ts';

/** A file that gets its name when it is whole. */
export interface DraftFile {
  readonly path: string;
  /** Gives it its name, once it is safe on the disk. */
  keep(): void;
  /** Removes it, with what a database has beside it. */
  discard(): void;
}

/** Makes the draft, for its owner alone, beside the file that it becomes. Throws `StartError` when there is one. */
export function createDraftFile(target: string): DraftFile {
  const path = `${target}.draft`;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    const sentence = `${path} is being made by another command, or was left by one that was killed: then remove it.`;
    throw new StartError(sentence, { cause });
  }
  return {
    path,
    keep() {
      flush(path);
      renameSync(path, target);
    },
    discard() {
      for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    },
  };
}

function flush(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
