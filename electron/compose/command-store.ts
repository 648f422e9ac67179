import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../base/errors.ts';
import { refuseBothStores, type StoreChoice } from '../cli/store-options.ts';
import { type ConfigSources, readDataFolder } from '../config/config.ts';
import { createGivenOptions } from '../config/options.ts';
import { readDatabase } from '../config/server-config.ts';
import { locateInDataFolder, type PreparedFolder, prepareDataFolder } from '../startup/data-folder.ts';
import { readDatabaseUrl } from '../startup/secret-files.ts';
import type { StoreLocation } from './open-shop.ts';

/** Throws `StartError` for a data folder without a store: it may be mistyped. */
export function locateStore(choice: StoreChoice, sources: ConfigSources): StoreLocation {
  refuseBothStores(choice);
  // A typed data folder overrides variables.
  const databaseUrl = choice.dataDir === undefined ? findDatabaseUrl(sources, choice.database) : null;
  if (databaseUrl !== null) return { databaseUrl };
  const path = readDataFolder(choice.dataDir, sources);
  const { store, backups, secretKey } = locateInDataFolder(path);
  if (!existsSync(store)) {
    throw new StartError(
      `There is no shop in ${path} yet: start Tilldesk once, or name its data folder with --data-dir.`,
    );
  }
  prepareForCommand(path);
  return { store, backups, secretKey };
}

/** Prepares a data folder for a command, and reports changes on standard error. Throws `StartError`. */
export function prepareForCommand(path: string): PreparedFolder {
  const folder = prepareDataFolder(path);
  for (const note of folder.notes) process.stderr.write(`${note}\n`);
  return folder;
}

/** The URL of the database that was typed or that the variables of a server name; `null` if there is none. */
export function findDatabaseUrl(
  { env, workingFolder }: Pick<ConfigSources, 'env' | 'workingFolder'>,
  typed: StoreChoice['database'],
): string | null {
  const source = readDatabase(createGivenOptions(typed, env), (path) => resolve(workingFolder, path));
  return source && readDatabaseUrl(source);
}
