import { parseArgs } from 'node:util';
import { ConfigError, optionError } from '../config.ts';

/** What the operator asks of the keys. */
export type KeysCommand =
  | {
      readonly kind: 'create';
      readonly account: string;
      readonly email: string;
      readonly name: string;
      /** Last day on which the key works; null for a key without end. */
      readonly expiresOn: string | null;
    }
  | { readonly kind: 'list'; readonly account: string | null }
  | { readonly kind: 'revoke'; readonly id: number }
  | { readonly kind: 'help' };

export const KEYS_HELP = `API keys of Tilldesk, for programs that use its API. A key acts as the user it is made for.

  npm run keys -- create --account ACCOUNT --email ADDRESS --name NAME [--expires YYYY-MM-DD]
  npm run keys -- list [--account ACCOUNT]
  npm run keys -- revoke ID

  --expires DAY         last day on which the key works; without it the key has no end
  --data-dir DIR        folder of the data, as for npm start (or TILLDESK_DATA_DIR)
  --help                this text

A key is shown once, when it is made. Tilldesk may run meanwhile: a key works, and is refused, at once.`;

const OPTIONS = {
  account: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Options = { -readonly [Name in keyof typeof OPTIONS]?: string | boolean };

/** The command and the named data folder, if any. Throws `ConfigError`. */
export function readKeysCommand(argv: readonly string[]): {
  command: KeysCommand;
  dataDir: string | undefined;
} {
  const { values, positionals } = parse(argv);
  const command: KeysCommand = values.help ? { kind: 'help' } : commandOf(positionals, values);
  return { command, dataDir: values['data-dir'] };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (cause) {
    throw optionError(cause, '--help shows the commands');
  }
}

function commandOf([verb, ...rest]: readonly string[], options: Options): KeysCommand {
  switch (verb) {
    case 'create':
      return createCommand(rest, options);
    case 'list':
      refuseFurther(rest, options, ['account']);
      return { kind: 'list', account: text(options.account) ?? null };
    case 'revoke':
      refuseFurther(rest.slice(1), options, []);
      return { kind: 'revoke', id: readId(rest[0]) };
    case undefined:
      return { kind: 'help' };
    default:
      throw new ConfigError(`There is no command "${verb}"; --help shows the commands.`);
  }
}

function createCommand(rest: readonly string[], options: Options): KeysCommand {
  refuseFurther(rest, options, ['account', 'email', 'name', 'expires']);
  return {
    kind: 'create',
    account: required(options.account, '--account'),
    email: required(options.email, '--email'),
    name: required(options.name, '--name'),
    expiresOn: text(options.expires) ?? null,
  };
}

function readId(id: string | undefined): number {
  if (id !== undefined && /^\d{1,15}$/.test(id)) return Number(id);
  throw new ConfigError('revoke takes the number of a key; list shows them.');
}

function required(option: string | boolean | undefined, name: string): string {
  const value = text(option);
  if (value) return value;
  throw new ConfigError(`create needs ${name}; --help shows the commands.`);
}

/** An option that a command would not look at is a mistake of the person who typed it. */
function refuseFurther(rest: readonly string[], options: Options, taken: readonly string[]): void {
  const [word] = rest;
  if (word !== undefined) throw new ConfigError(`"${word}" is one word too many; --help shows the commands.`);
  const unused = Object.keys(options).find((name) => name !== 'data-dir' && !taken.includes(name));
  if (unused !== undefined)
    throw new ConfigError(`This command takes no --${unused}; --help shows the commands.`);
}

function text(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}
