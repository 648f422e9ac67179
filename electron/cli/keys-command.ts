import { readPlatformAddress } from '../../shared/platform-address.ts';
import { ConfigError } from '../config/config.ts';
import { readStoreChoice, STORE_HELP, STORE_OPTIONS, type StoreChoice } from './store-choice.ts';
import { readTyped, refuseFurther, requiredText, type TypedOptions, typedText } from './typed-command.ts';

/** What the operator asks of the keys. */
export type KeysCommand =
  | {
      readonly kind: 'create';
      readonly account: string;
      readonly email: string;
      readonly name: string;
      /** Last day on which the key works; null for a key without end. */
      readonly expiresOn: string | null;
      /** Base URL of the user's platform; null for the built-in one. */
      readonly platform: string | null;
    }
  | { readonly kind: 'list'; readonly account: string | null }
  | { readonly kind: 'revoke'; readonly id: number }
  | { readonly kind: 'help' };

export const KEYS_HELP = `API keys of Tilldesk, for programs that use its API. A key acts as the user it is made for.

  npm run keys -- create --account ACCOUNT --email ADDRESS --name NAME [--expires YYYY-MM-DD] [--platform=URL]
  npm run keys -- list [--account ACCOUNT]
  npm run keys -- revoke ID

  --expires DAY         last day on which the key works; without it the key has no end
  --platform=URL        another deployment, where the user is; a key of the same user there is read from the
                        variable TILLDESK_PLATFORM_KEY, else from standard input: the new key carries it, sealed
${STORE_HELP}
  --help                this text

A key is shown once, when it is made. Tilldesk may run meanwhile: a key works, and is refused, at once.`;

const OPTIONS = {
  account: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  platform: { type: 'string' },
  ...STORE_OPTIONS,
  help: { type: 'boolean' },
} as const;

/** The command and the store that is meant. Throws `ConfigError`. */
export function readKeysCommand(argv: readonly string[]): {
  command: KeysCommand;
  store: StoreChoice;
} {
  const { values, positionals } = readTyped(argv, OPTIONS);
  const command: KeysCommand = values.help ? { kind: 'help' } : commandOf(positionals, values);
  return { command, store: readStoreChoice(values) };
}

function commandOf([verb, ...rest]: readonly string[], options: TypedOptions): KeysCommand {
  switch (verb) {
    case 'create':
      return createCommand(rest, options);
    case 'list':
      refuseFurther(rest, options, ['account']);
      return { kind: 'list', account: typedText(options.account) ?? null };
    case 'revoke':
      refuseFurther(rest.slice(1), options, []);
      return { kind: 'revoke', id: readId(rest[0]) };
    case undefined:
      return { kind: 'help' };
    default:
      throw new ConfigError(`There is no command "${verb}"; --help shows the commands.`);
  }
}

function createCommand(rest: readonly string[], options: TypedOptions): KeysCommand {
  refuseFurther(rest, options, ['account', 'email', 'name', 'expires', 'platform']);
  return {
    kind: 'create',
    account: requiredText('create', options, 'account'),
    email: requiredText('create', options, 'email'),
    name: requiredText('create', options, 'name'),
    expiresOn: typedText(options.expires) ?? null,
    platform: readPlatform(typedText(options.platform)),
  };
}

function readPlatform(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const read = readPlatformAddress(typed);
  if (read.ok) return read.address;
  throw new ConfigError(
    '--platform takes an address such as https://till.example; http: for this computer only.',
  );
}

function readId(id: string | undefined): number {
  if (id !== undefined && /^\d{1,15}$/.test(id)) return Number(id);
  throw new ConfigError('revoke takes the number of a key; list shows them.');
}
