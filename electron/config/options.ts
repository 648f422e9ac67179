import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LIVE_RATE_MAX } from '../../shared/contract/bridge.ts';
import { ConfigError, optionError } from '../base/errors.ts';

/** Every option of the program, for `parseArgs`. */
export const OPTIONS = {
  headless: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'ui-port': { type: 'string' },
  'data-dir': { type: 'string' },
  'accept-shared-folder': { type: 'boolean' },
  'no-open': { type: 'boolean' },
  live: { type: 'boolean' },
  'live-rate': { type: 'string' },
  recover: { type: 'string' },
  platform: { type: 'string' },
  listen: { type: 'string' },
  'public-host': { type: 'string', multiple: true },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'behind-proxy': { type: 'boolean' },
  'trusted-proxy': { type: 'string', multiple: true },
  'database-url': { type: 'string' },
  'database-url-file': { type: 'string' },
  'secret-key-file': { type: 'string' },
  'metrics-listen': { type: 'string' },
  'log-to': { type: 'string' },
  'drain-seconds': { type: 'string' },
  demo: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** What was typed, as `parseArgs` understands it. */
export type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

export type OptionName = keyof typeof OPTIONS;

/** Throws `ConfigError` for what is no option, unless that is to be passed over. */
export function readOptions(argv: readonly string[], unknownOptions: 'refuse' | 'ignore'): Options {
  const own = unknownOptions === 'refuse' ? argv : withoutUnknown(argv);
  try {
    return parseArgs({ args: [...own], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw optionError(cause, '--help lists the options');
  }
}

/**
 * The same options, each in one argument with its value (`--platform=https://till.example`). Electron for Windows ends
 * without a word where anything follows an argument that looks like a URL.
 */
export function inOneArgumentEach(argv: readonly string[]): readonly string[] {
  return tokensOf(argv).flatMap((token) => {
    if (token.kind === 'option') return [joined(token)];
    return token.kind === 'positional' ? [token.value] : [];
  });
}

function withoutUnknown(argv: readonly string[]): string[] {
  return tokensOf(argv).flatMap((token) =>
    token.kind === 'option' && token.name in OPTIONS ? [joined(token)] : [],
  );
}

function tokensOf(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true }).tokens;
}

function joined({
  rawName,
  value,
}: {
  readonly rawName: string;
  readonly value?: string | undefined;
}): string {
  return value === undefined ? rawName : `${rawName}=${value}`;
}

/** A text as somebody gave it, under the name of the option or of the variable that it came by. */
export interface Given {
  readonly name: string;
  readonly text: string;
}

/** Options and their variables, of which an option overrules its own. An empty variable is absent. */
export interface GivenOptions {
  /** Null where there is neither. An option that may be repeated is one comma list. */
  find(option: OptionName): Given | null;
  /** Throws `ConfigError` for a variable that is no flag. */
  isSet(option: OptionName): boolean;
}

export function createGivenOptions(
  options: Options,
  env: Readonly<Record<string, string | undefined>>,
): GivenOptions {
  const find = (option: OptionName): Given | null => {
    const typed = options[option];
    if (typed !== undefined) return { name: `--${option}`, text: String(typed) };
    const name = variableOf(option);
    const text = env[name];
    return text ? { name, text } : null;
  };
  return {
    find,
    isSet(option) {
      const given = find(option);
      return given !== null && readFlag(given.text, given.name);
    },
  };
}

/** The environment variable that stands in for an option. */
function variableOf(option: OptionName): string {
  return `TILLDESK_${option.replaceAll('-', '_').toUpperCase()}`;
}

function readFlag(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new ConfigError(`${name} takes 1 or 0, not "${text}".`);
}

export const DEFAULT_API_PORT = 4870;

export const DEFAULT_LIVE_RATE = 20;

export const HELP = `Tilldesk: back office for retail chains, with its REST API on this computer.

  npm start -- [options]

  --headless            the API only, without a window
  --host HOST           electron, browser or none (as --headless)
  --port N              port of the API (that of the settings, else ${DEFAULT_API_PORT}; 0 takes a free one)
  --ui-port N           port of the browser window (a free one in each run)
  --data-dir DIR        folder of the data
  --accept-shared-folder  use it also where other users could change what is in it, as on a disk without modes
  --no-open             print the address, open no browser
  --live                the demo shop sells while one watches
  --live-rate N         how much happens there a minute (${DEFAULT_LIVE_RATE}; 1 to ${LIVE_RATE_MAX})
  --recover WHAT        in the place of a damaged data file: backup (the last good one), unverified (a backup that
                        was changed, or made by an older version) or new
  --platform=URL        where other tools sign in: another deployment of this API (that of the settings)
  --help                this text

A server for others than this computer, with --headless (docs/server.md):

  --listen ADDRESS      where it listens (127.0.0.1; beyond this computer with TLS, or behind a proxy)
  --public-host NAME    name under which clients reach it, with a port where one is needed; repeatable
  --tls-cert FILE       certificate with its chain, in PEM; SIGHUP reads it again
  --tls-key FILE        its private key, in PEM
  --behind-proxy        TLS ends at a proxy: on this computer, or else at one of:
  --trusted-proxy NET   address or network (CIDR) of a proxy, whose X-Forwarded-For counts; repeatable
  --database-url=URL    PostgreSQL instead of SQLite: postgres://user@host:5432/database
  --database-url-file FILE  the same from a file, which hides a password from the list of processes
  --secret-key-file FILE  the secret key that all servers of one database share (that of the data folder)
  --metrics-listen DOOR  where /metrics and /ready are asked for: a port, or an address and a port
  --log-to WHERE        the log as JSON lines: file (in the data folder) or stdout
  --drain-seconds N     how long it goes on serving once it is to stop (5; on this computer 0)
  --demo                make the demo shops here too, whose passwords are published (without it a database, and a
                        server for others, starts empty: npm run accounts makes the first owner)

Each option can be an environment variable as well, which an option overrules: TILLDESK_ and its name in capitals,
with _ for -, such as TILLDESK_PORT, TILLDESK_DATA_DIR or TILLDESK_HEADLESS=1; lists are separated by commas.`;
