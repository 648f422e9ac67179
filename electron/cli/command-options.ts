import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError, optionError } from '../config/config.ts';

/** Options of a command as `parseArgs` understands them. */
export type TypedOptions = Readonly<Record<string, string | boolean | undefined>>;

/** The words and options of a command as they were typed. Throws `ConfigError` for what is none of `options`. */
export function readTyped<Options extends ParseArgsOptionsConfig>(argv: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
  } catch (cause) {
    throw optionError(cause, '--help shows the commands');
  }
}

/** Undefined for what was not typed. */
export function typedText(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

/** Throws `ConfigError` where it is missing or empty. */
export function requiredText(verb: string, options: TypedOptions, name: string): string {
  const value = typedText(options[name]);
  if (value) return value;
  throw new ConfigError(`${verb} needs --${name}; --help shows the commands.`);
}

/** An option that a command would not look at is a mistake of the person who typed it. */
export function refuseFurther(
  rest: readonly string[],
  options: TypedOptions,
  taken: readonly string[],
): void {
  const [word] = rest;
  if (word !== undefined) throw new ConfigError(`"${word}" is one word too many; --help shows the commands.`);
  const unused = Object.keys(options).find((name) => !(name in STORE_OPTIONS) && !taken.includes(name));
  if (unused !== undefined)
    throw new ConfigError(`This command takes no --${unused}; --help shows the commands.`);
}

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

type TypedStoreOptions = {
  readonly [Name in keyof typeof STORE_OPTIONS]?:
    | ((typeof STORE_OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined;
};

export function readStoreChoice(typed: TypedStoreOptions): StoreChoice {
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
