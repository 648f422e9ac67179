import { systemClock } from '../base/clock.ts';
import { deriveKey } from '../base/secret-box.ts';
import type { DataFolder } from '../startup/data-folder.ts';
import { locateProgram } from '../startup/program-files.ts';
import { readSecretKey } from '../startup/secret-files.ts';
import { SIGNING_PURPOSE } from '../store/backups/backup-directory.ts';
import { backUpBeforeMigration, backupWork } from '../store/backups/backup-work.ts';
import { openStore, type Store } from '../store/open-store.ts';

type ShopFiles = Pick<DataFolder, 'store' | 'backups' | 'secretKey'>;

/** Where a store is: in a data folder, or in a database that servers share. */
export type StoreLocation = ShopFiles | { readonly databaseUrl: string };

export function openStoreAt(location: StoreLocation): Promise<Store> {
  return 'databaseUrl' in location ? openSharedShop(location.databaseUrl) : openShop(location);
}

/** Opens the store of a data folder for a command. As in the program, a backup is made before its tables are changed. */
export function openShop({ store, backups, secretKey }: ShopFiles): Promise<Store> {
  const { version } = locateProgram(import.meta.dirname);
  const key = readSecretKey(secretKey);
  const createOrder = () => ({
    ...{ file: store, folder: backups, at: systemClock.now(), program: version },
    signingKey: key && deriveKey(key, SIGNING_PURPOSE),
  });
  return openStore({
    file: store,
    beforeMigrations: () => backUpBeforeMigration(backupWork, createOrder()),
    reportUpdate,
  });
}

/** The store that the servers of a database share, for a command. */
export async function openSharedShop(url: string): Promise<Store> {
  const { openPostgresStore, LONG_LIMITS } = await import('../store/open-postgres-store.ts');
  return openPostgresStore({ url, connections: 1, limits: LONG_LIMITS, reportUpdate });
}

function reportUpdate(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
