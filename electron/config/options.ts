import { type Command, Option } from 'commander';
import { MAX_LIVE_RATE } from '../../shared/contract/window.ts';
import { ConfigError } from '../base/errors.ts';
import { createCommandLine, getTypedTexts, joinOptionValues, parseTyped } from './command-line.ts';

export const DEFAULT_API_PORT = 4870;

export const DEFAULT_LIVE_RATE = 20;

/** Every option of the program by its flags, with what it does. */
const FLAGS = {
  '--headless': 'the API only, without a window',
  '--host <HOST>': 'electron, browser or none (as --headless)',
  '--port <N>': `port of the API (from the settings, else ${DEFAULT_API_PORT}; 0 takes a free one)`,
  '--ui-port <N>': 'port of the browser window (a free one in each run)',
  '--data-dir <DIR>': 'folder with the data',
  '--no-open': 'print the address, open no browser',
  '--live': 'the demo shop sells while you watch',
  '--live-rate <N>': `actions per minute there (${DEFAULT_LIVE_RATE}; 1 to ${MAX_LIVE_RATE})`,
  '--recover <WHAT>':
    'replaces a damaged data file: backup (the last good one), unverified (a backup that was changed, ' +
    'or made by an older version) or new',
  '--platform <URL>': 'where other tools sign in: another deployment of this API (from the settings)',
  '--help': 'this text',
} as const;

const SERVER_FLAGS = {
  '--listen <ADDRESS>': 'address to listen on (127.0.0.1; others need TLS or a proxy)',
  '--public-host <NAME>': 'name that clients use, with a port if one is needed; repeatable',
  '--tls-cert <FILE>': 'certificate with its chain, in PEM; SIGHUP reads it again',
  '--tls-key <FILE>': 'its private key, in PEM',
  '--behind-proxy': 'TLS ends at a proxy: on this computer, or else at one of:',
  '--trusted-proxy <NET>': 'address or network (CIDR) of a proxy, whose X-Forwarded-For counts; repeatable',
  '--database-url <URL>': 'PostgreSQL instead of SQLite: postgres://user@host:5432/database',
  '--database-url-file <FILE>': 'the same from a file, which hides a password from the list of processes',
  '--secret-key-file <FILE>': 'the secret key that all servers of one database share (the one in the data folder)',
  '--metrics-listen <PORT>': 'port, or address and port, of /metrics and /ready',
  '--log-to <WHERE>': 'the log as JSON lines: file (in the data folder) or stdout',
  '--drain-seconds <N>': 'seconds to keep serving before it stops (5; for this computer only, 0)',
  '--demo':
    'make the demo shops here too, whose passwords are published (without it a database, and a server for others, ' +
    'starts empty: npm run accounts makes the first owner)',
} as const;

/** Options of earlier versions, left out of the help: `readServerConfig` says what to use instead. */
const REMOVED_FLAGS = { '--read-url <URL>': '', '--read-url-file <FILE>': '' } as const;

/** Options for a program without a window. */
export const SERVER_OPTIONS = Object.keys(SERVER_FLAGS).map((flags) => /^--([\w-]+)/.exec(flags)?.[1] as OptionName);

type NameIn<Flags> = Flags extends `--${infer Name} <${string}` ? Name : Flags extends `--${infer Name}` ? Name : never;

export type OptionName = NameIn<keyof typeof FLAGS | keyof typeof SERVER_FLAGS | keyof typeof REMOVED_FLAGS>;

/** What was typed. A flag is `true`; an option that may be repeated is one comma list. */
export type Options = Readonly<Partial<Record<OptionName, string>>>;

const REPEATABLE = ['public-host', 'trusted-proxy'];

/** The program with its options. */
export function createStartProgram(): Command {
  const description = 'Tilldesk: back office for retail chains, with its REST API on this computer.';
  // Other options are checked even if help is requested.
  const program = createCommandLine('npm start --', description).helpOption(false);
  for (const [flags, text] of Object.entries(FLAGS)) program.addOption(createOption(flags, text));
  program.optionsGroup('A server for other computers, with --headless (docs/server.md):');
  for (const [flags, text] of Object.entries(SERVER_FLAGS)) program.addOption(createOption(flags, text));
  for (const flags of Object.keys(REMOVED_FLAGS)) program.addOption(createOption(flags, '').hideHelp());
  return program;
}

function createOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  if (!REPEATABLE.includes(option.name())) return option;
  return option.argParser((text: string, typed?: string) => (typed === undefined ? text : `${typed},${text}`));
}

export function formatHelp(): string {
  return `${createStartProgram().helpInformation()}
Each option can be an environment variable as well, which an option overrules: TILLDESK_ and its name in capitals,
with _ for -, such as TILLDESK_PORT, TILLDESK_DATA_DIR or TILLDESK_HEADLESS=1; lists are separated by commas.`;
}

/** Throws `ConfigError` for unknown options, unless `unknownOptions` is `ignore`. */
export function readOptions(argv: readonly string[], unknownOptions: 'refuse' | 'ignore'): Options {
  const program = createStartProgram();
  if (unknownOptions === 'ignore') program.allowUnknownOption().allowExcessArguments();
  parseTyped(program, argv);
  return getTypedTexts(program);
}

/** The same arguments, with each option and its value in one, as Electron for Windows needs them. */
export function toElectronArguments(argv: readonly string[]): readonly string[] {
  return joinOptionValues(argv, createStartProgram().options);
}

/** A text, with the name of its option or variable. */
export interface Given {
  readonly name: string;
  readonly text: string;
}

/** Options and their variables. An option overrides its variable, and an empty variable is absent. */
export interface GivenOptions {
  /** `null` if neither the option nor its variable is set. An option that may be repeated is one comma list. */
  find(option: OptionName): Given | null;
  /** Throws `ConfigError` for a variable that is not a flag. */
  isSet(option: OptionName): boolean;
}

export function createGivenOptions(options: Options, env: Readonly<Record<string, string | undefined>>): GivenOptions {
  const find = (option: OptionName): Given | null => {
    const typed = options[option];
    if (typed !== undefined) return { name: `--${option}`, text: typed };
    const name = `TILLDESK_${option.replaceAll('-', '_').toUpperCase()}`;
    const text = env[name];
    return text ? { name, text } : null;
  };
  return {
    find,
    isSet(option) {
      const { name, text } = find(option) ?? { name: '', text: '' };
      if (text === '' || text === '0' || text === 'false') return false;
      if (text === '1' || text === 'true') return true;
      throw new ConfigError(`${name} takes 1 or 0, not "${text}".`);
    },
  };
}

/** Throws `ConfigError` for anything but a whole number of at most three digits in the range. */
export function readNumber({ name, text }: Given, min: number, max: number): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} takes a number from ${min} to ${max}, not "${text}".`);
}

/** Throws `ConfigError` for anything but one of the `choices`. */
export function readChoice<Choice extends string>({ name, text }: Given, choices: readonly Choice[]): Choice {
  const known = choices.find((choice) => choice === text);
  if (known !== undefined) return known;
  throw new ConfigError(`${name} takes ${choices.join(', ').replace(/, (\w+)$/, ' or $1')}, not "${text}".`);
}
