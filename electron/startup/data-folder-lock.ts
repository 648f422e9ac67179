import { DatabaseSync } from 'node:sqlite';

export interface DataFolderLock {
  readonly isHeld: boolean;
  /** May be called again. */
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks a data folder for this process; `null` if another process has locked it. It is the lock of an empty SQLite
 * database, because the system releases that however the process ends. Nothing else may open the file.
 */
export function lockDataFolder(file: string): DataFolderLock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Without a journal on the disk, because nothing is ever written.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return {
      get isHeld() {
        return database.isOpen;
      },
      release(): void {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
