import type { DataFolder } from './launch/data-folder.ts';
import { locateProgram } from './launch/locate-program.ts';
import { systemClock } from './session/clock.ts';
import { backUpBeforeMigration } from './store/backups/back-up-before-migration.ts';
import { backupWork } from './store/backups/backup-work.ts';
import { openStore, type Store } from './store/open-store.ts';

export type ShopFiles = Pick<DataFolder, 'store' | 'backups'>;

/** Opens the store of a data folder for a command: as in the program, a backup is made before its tables are changed. */
export function openShop({ store, backups }: ShopFiles): Promise<Store> {
  const { version } = locateProgram(import.meta.dirname);
  const orderNow = () => ({ file: store, folder: backups, at: systemClock.now(), program: version });
  return openStore({ file: store, beforeMigrations: () => backUpBeforeMigration(backupWork, orderNow()) });
}
