import { ConfigError } from '../config/config.ts';

/** Which store a command works on, as it was typed; what was not typed is read from the environment. */
export interface StoreChoice {
  readonly dataDir: string | undefined;
  readonly acceptsSharedFolder: boolean;
  readonly database: { readonly 'database-url'?: string; readonly 'database-url-file'?: string };
}

/** For `parseArgs`. */
export const STORE_OPTIONS = {
  'data-dir': { type: 'string' },
  'accept-shared-folder': { type: 'boolean' },
  'database-url': { type: 'string' },
  'database-url-file': { type: 'string' },
} as const;

export const STORE_HELP = `  --data-dir DIR        folder of the data, as for npm start (or TILLDESK_DATA_DIR)
  --accept-shared-folder  use it also where other users could change it (or TILLDESK_ACCEPT_SHARED_FOLDER=1)
  --database-url-file FILE  instead, the database of servers: FILE holds its URL (or TILLDESK_DATABASE_URL_FILE)
  --database-url URL    the same in clear (or TILLDESK_DATABASE_URL)`;

type Typed = {
  readonly [Name in keyof typeof STORE_OPTIONS]?:
    | ((typeof STORE_OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined;
};

export function readStoreChoice(typed: Typed): StoreChoice {
  const { 'data-dir': dataDir, 'database-url': url, 'database-url-file': file } = typed;
  return {
    dataDir,
    acceptsSharedFolder: typed['accept-shared-folder'] === true,
    database: {
      ...(url !== undefined && { 'database-url': url }),
      ...(file !== undefined && { 'database-url-file': file }),
    },
  };
}

/** For a command that looks for nothing else in a data folder. Throws `ConfigError`. */
export function refuseBothStores({ dataDir, database }: StoreChoice): void {
  const [name] = Object.keys(database);
  if (dataDir === undefined || name === undefined) return;
  throw new ConfigError(`--data-dir and --${name} contradict each other: each names a store.`);
}
