import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { derivedKey } from '../base/secret-box.ts';
import { refuseBothStores, type StoreChoice } from '../cli/command-options.ts';
import { type ConfigSources, readDataFolder } from '../config/config.ts';
import { createGivenOptions } from '../config/options.ts';
import { readDatabase } from '../config/server-config.ts';
import {
  type DataFolder,
  locateInDataFolder,
  type PreparedFolder,
  prepareDataFolder,
} from '../startup/data-folder.ts';
import { locateProgram } from '../startup/program-files.ts';
import { readDatabaseUrl, readSecretKey } from '../startup/secret-files.ts';
import { SIGNING_PURPOSE } from '../store/backups/backup-directory.ts';
import { backUpBeforeMigration, backupWork } from '../store/backups/backup-work.ts';
import { openStore, type Store } from '../store/open-store.ts';

type ShopFiles = Pick<DataFolder, 'store' | 'backups' | 'secretKey'>;
/** Where a store is: in a data folder, or with the servers of a database. */
export type ShopPlace = ShopFiles | { readonly databaseUrl: string };

/** Throws `StartError` for a data folder without a store: it may be mistyped. */
export function placeOf(choice: StoreChoice, sources: ConfigSources): ShopPlace {
  const databaseUrl = chosenDatabaseUrl(sources, choice);
  if (databaseUrl !== null) return { databaseUrl };
  const path = readDataFolder(choice.dataDir, sources);
  const { store, backups, secretKey } = locateInDataFolder(path);
  if (!existsSync(store)) throw new StartError(`There is no shop in ${path} yet: run npm start on it first.`);
  prepareForCommand(path, choice, sources);
  return { store, backups, secretKey };
}

/**
 * Prepares a data folder for a command beside the program, which does not know whether that is a server: the folder may
 * belong to a group. What was changed is told on standard error. Throws `StartError`.
 */
export function prepareForCommand(
  path: string,
  choice: Pick<StoreChoice, 'acceptsSharedFolder'>,
  { env }: Pick<ConfigSources, 'env'>,
): PreparedFolder {
  const acceptsShared =
    choice.acceptsSharedFolder || createGivenOptions({}, env).isSet('accept-shared-folder');
  const folder = prepareDataFolder(path, { isServer: true, acceptsShared });
  for (const note of folder.notes) process.stderr.write(`${note}\n`);
  return folder;
}

export function openPlace(place: ShopPlace): Promise<Store> {
  return 'databaseUrl' in place ? openSharedShop(place.databaseUrl) : openShop(place);
}

/** Opens the store of a data folder for a command. As in the program, a backup is made before its tables are changed. */
export function openShop({ store, backups, secretKey }: ShopFiles): Promise<Store> {
  const { version } = locateProgram(import.meta.dirname);
  const orderNow = () => ({
    ...{ file: store, folder: backups, at: systemClock.now(), program: version },
    signingKey: existsSync(secretKey) ? derivedKey(readSecretKey(secretKey), SIGNING_PURPOSE) : null,
  });
  return openStore({ file: store, beforeMigrations: () => backUpBeforeMigration(backupWork, orderNow()) });
}

type Surroundings = Pick<ConfigSources, 'env' | 'workingFolder'>;

/** The URL of the database that was typed or that the variables of a server name; null where there is none. */
export function sharedDatabaseUrl(
  { env, workingFolder }: Surroundings,
  typed: StoreChoice['database'],
): string | null {
  const source = readDatabase(createGivenOptions(typed, env), (path) => resolve(workingFolder, path));
  return source && readDatabaseUrl(source);
}

/** The same for a command that wants nothing but a store: a data folder that was typed goes before variables. */
function chosenDatabaseUrl(sources: Surroundings, choice: StoreChoice): string | null {
  refuseBothStores(choice);
  return choice.dataDir === undefined ? sharedDatabaseUrl(sources, choice.database) : null;
}

/** The store that the servers of a database share, for a command. */
export async function openSharedShop(url: string): Promise<Store> {
  const { openPostgresStore } = await import('../store/open-postgres-store.ts');
  return openPostgresStore({ url, connections: 1 });
}
