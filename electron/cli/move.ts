import { existsSync } from 'node:fs';
import { type Clock, systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { findDatabaseUrl, prepareForCommand } from '../compose/command-store.ts';
import { createKeyFingerprint } from '../compose/database.ts';
import { createCommandLine, parseTyped } from '../config/command-line.ts';
import { ConfigError, type ConfigSources, getSources, readDataFolder } from '../config/config.ts';
import { type DataFolder, locateInDataFolder } from '../startup/data-folder.ts';
import type { DataFolderLock } from '../startup/data-folder-lock.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { readSecretKey } from '../startup/secret-files.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { AlreadyRunning, getAddress, occupyDataFolder } from '../startup/single-instance.ts';
import { type MovedStore, moveStore } from '../store/move/move-store.ts';
import { addFolderOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { createProgressBar } from './terminal-output.ts';

const DESCRIPTION = `Copies the store of a data folder into an empty database of PostgreSQL, for a server or several of them. Stop Tilldesk on
the data folder first. The folder is only read; a move that was stopped leaves a database that every program refuses. Ends
with status 0 once the copy is compared and complete.`;

/** Throws `ConfigError` and `HelpRequested`. */
export function readMoveCommand(argv: readonly string[]): StoreChoice {
  const program = createCommandLine('npm run store:move --', DESCRIPTION);
  addFolderOptions(program.usage('[--data-dir DIR] --database-url-file FILE'))
    .option('--database-url-file <FILE>', 'the empty database: FILE holds its URL (or TILLDESK_DATABASE_URL_FILE)')
    .option('--database-url <URL>', 'the same in clear (or TILLDESK_DATABASE_URL)');
  parseTyped(program, argv);
  return readStoreChoice(program);
}

export interface MoveDeps {
  readonly move: (onProgress: (part: number) => void) => Promise<MovedStore>;
  readonly bar: ReturnType<typeof createProgressBar>;
  readonly clock: Pick<Clock, 'now'>;
  /** The file with the key that the servers need; `null` if the data folder has none. */
  readonly secretKey: string | null;
}

/** Shows the progress of the move, and returns the lines to print. */
export async function runMoveCommand({ move, bar, clock, secretKey }: MoveDeps): Promise<readonly string[]> {
  const startedAt = clock.now();
  bar.show(0);
  let moved: MovedStore;
  try {
    moved = await move(bar.show);
  } finally {
    bar.end();
  }
  const seconds = Math.ceil((clock.now() - startedAt) / 1_000);
  const count = (number: number) => number.toLocaleString('en-US');
  return [
    `Moved ${count(moved.rows)} rows of ${count(moved.tables)} tables in ${count(seconds)} s; counts and totals are the same in both.`,
    secretKey === null
      ? 'The data folder has no secret key: make one for all servers (openssl rand -base64 32), and give it with --secret-key-file.'
      : `Give each server a copy of ${secretKey} with --secret-key-file: it opens the webhook secrets that were moved.`,
    'The data folder is unchanged. Do not start Tilldesk on it again: it would send the same webhooks again.',
  ];
}

/** Throws `StartError` for a data folder without a store. */
function prepareFolder({ dataDir }: StoreChoice, sources: ConfigSources): DataFolder {
  const path = readDataFolder(dataDir, sources);
  if (existsSync(locateInDataFolder(path).store)) return prepareForCommand(path);
  throw new StartError(`There is no shop in ${path}: name the data folder to move with --data-dir.`);
}

/** Throws `StartError` if a program runs on the data folder. */
async function lockFolder(folder: DataFolder): Promise<DataFolderLock> {
  try {
    return await occupyDataFolder(folder);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const sentence = `Tilldesk runs on this data folder, at ${getAddress(error.instance)}: stop it before its store is moved.`;
    throw new StartError(sentence, { cause: error });
  }
}

function requireDatabase(choice: StoreChoice, sources: ConfigSources): string {
  const url = findDatabaseUrl(sources, choice.database);
  if (url !== null) return url;
  throw new ConfigError('Name the empty database to move into with --database-url-file; --help shows the options.');
}

async function move(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const sources = getSources(argv);
  const choice = readMoveCommand(argv);
  const url = requireDatabase(choice, sources);
  const folder = prepareFolder(choice, sources);
  const lock = await lockFolder(folder);
  const stop = new AbortController();
  const stopped = 'The move was stopped: recreate the database (dropdb, createdb) before the next one.';
  stopOnSignals(() => stop.abort(new StartError(stopped)));
  try {
    const { store, secretKey } = folder;
    const key = readSecretKey(secretKey);
    const lines = await runMoveCommand({
      move: (onProgress) =>
        moveStore({
          ...{ file: store, url, onProgress },
          serverKey: key && createKeyFingerprint(key),
          signal: stop.signal,
        }),
      bar: createProgressBar({ isTerminal: process.stderr.isTTY, write: (text) => void process.stderr.write(text) }),
      clock: systemClock,
      secretKey: key && secretKey,
    });
    for (const line of lines) print(line);
    return 0;
  } finally {
    lock.release();
  }
}

if (import.meta.main) process.exitCode = await answerCommand(move);
