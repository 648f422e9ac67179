import type { Command } from 'commander';
import { getTypedTexts, type TypedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';

/** The store that a command works on, as typed. What was not typed is read from the environment. */
export interface StoreChoice {
  readonly dataDir: string | undefined;
  readonly database: { readonly 'database-url'?: string; readonly 'database-url-file'?: string };
}

/** For a command that works on data folders only. */
export function addFolderOptions(program: Command): Command {
  return program.option('--data-dir <DIR>', 'folder of the data, as for npm start (or TILLDESK_DATA_DIR)');
}

export function addStoreOptions(program: Command): Command {
  return addFolderOptions(program)
    .option(
      '--database-url-file <FILE>',
      'instead, the database of servers: FILE holds its URL (or TILLDESK_DATABASE_URL_FILE)',
    )
    .option('--database-url <URL>', 'the same in clear (or TILLDESK_DATABASE_URL)');
}

export function readStoreChoice(program: Command): StoreChoice {
  return toStoreChoice(getTypedTexts(program));
}

export function toStoreChoice(typed: TypedTexts): StoreChoice {
  const { 'data-dir': dataDir, 'database-url': url, 'database-url-file': file } = typed;
  return {
    dataDir,
    database: {
      ...(url !== undefined && { 'database-url': url }),
      ...(file !== undefined && { 'database-url-file': file }),
    },
  };
}

/** For a command that needs nothing else from a data folder. Throws `ConfigError`. */
export function refuseBothStores({ dataDir, database }: StoreChoice): void {
  const [name] = Object.keys(database);
  if (dataDir === undefined || name === undefined) return;
  throw new ConfigError(`--data-dir and --${name} contradict each other: give only one.`);
}
