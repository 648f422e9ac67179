import { basename } from 'node:path';
import { migrations } from '../migrations/index.ts';
import { hasContentOf } from './backup-content.ts';
import type { Backup } from './backup-manifest.ts';
import { readShelf, type SkippedBackup } from './backup-shelf.ts';
import { inspectStore } from './inspect-store.ts';

export interface LastGoodBackup {
  /** Null where none can be put back. */
  readonly backup: Backup | null;
  /** What was passed over. */
  readonly skipped: readonly SkippedBackup[];
}

/** The newest backup that is what it was when it was made, is whole, and can be opened by this program. */
export async function findLastGood(folder: string): Promise<LastGoodBackup> {
  const { backups, strange } = readShelf(folder);
  const skipped = [...strange];
  for (const backup of backups) {
    const reason = await reasonAgainst(backup);
    if (reason === null) return { backup, skipped };
    skipped.push({ name: basename(backup.file), reason });
  }
  return { backup: null, skipped };
}

async function reasonAgainst(backup: Backup): Promise<string | null> {
  if (!Object.hasOwn(migrations, backup.schema)) return 'a newer version of the program has made it';
  try {
    if (!(await hasContentOf(backup, backup.file))) return 'it is not what was written';
    return inspectStore(backup.file).length > 0 ? 'it is damaged' : null;
  } catch (error) {
    return `it cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}
