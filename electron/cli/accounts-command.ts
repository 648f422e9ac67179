import { ConfigError } from '../config/config.ts';
import { readStoreChoice, STORE_HELP, STORE_OPTIONS, type StoreChoice } from './store-choice.ts';
import { readTyped, refuseFurther, requiredText, type TypedOptions, typedText } from './typed-command.ts';

/** What the operator asks of the accounts. */
export type AccountsCommand =
  | {
      readonly kind: 'create';
      readonly account: string;
      /** Lower case. */
      readonly email: string;
      readonly name: string;
      /** False: a password is made up. */
      readonly readsPassword: boolean;
    }
  | {
      readonly kind: 'password';
      readonly account: string;
      /** Lower case. */
      readonly email: string;
      /** False: a password is made up. */
      readonly readsPassword: boolean;
    }
  | { readonly kind: 'list' }
  | {
      readonly kind: 'deactivate';
      readonly account: string;
      /** Lower case; null for everybody. */
      readonly email: string | null;
    }
  | { readonly kind: 'help' };

export const ACCOUNTS_HELP = `Accounts of Tilldesk, and who may sign in to them as their owner.

  npm run accounts -- create --account ACCOUNT --email ADDRESS [--name NAME] [--password-stdin]
  npm run accounts -- password --account ACCOUNT --email ADDRESS [--password-stdin]
  npm run accounts -- list
  npm run accounts -- deactivate --account ACCOUNT [--email ADDRESS]

  --name NAME           of the owner (the address)
  --password-stdin      the password is the first line of standard input; without it one is made up and shown once
${STORE_HELP}
  --help                this text

create adds a further owner to an account that is there. password gives a user another one and ends whatever they are
signed in to; their API keys go on (npm run keys -- revoke). deactivate keeps one user out, or without --email everybody
of the account, with their tokens and API keys. Tilldesk may run meanwhile: all of it counts at once.`;

const OPTIONS = {
  account: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  ...STORE_OPTIONS,
  help: { type: 'boolean' },
} as const;

/** A sign-in takes no longer ones; see shared/contract/auth.ts. */
const LONGEST = { account: 200, email: 320, name: 200 };
/** What would hide in a list, or turn it. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** The command and the store that is meant. Throws `ConfigError`. */
export function readAccountsCommand(argv: readonly string[]): {
  command: AccountsCommand;
  store: StoreChoice;
} {
  const { values, positionals } = readTyped(argv, OPTIONS);
  const command: AccountsCommand = values.help ? { kind: 'help' } : commandOf(positionals, values);
  return { command, store: readStoreChoice(values) };
}

function commandOf([verb, ...rest]: readonly string[], options: TypedOptions): AccountsCommand {
  switch (verb) {
    case 'create':
      refuseFurther(rest, options, ['account', 'email', 'name', 'password-stdin']);
      return createCommand(options);
    case 'password':
      refuseFurther(rest, options, ['account', 'email', 'password-stdin']);
      return {
        kind: 'password',
        account: requiredText('password', options, 'account'),
        email: requiredText('password', options, 'email').toLowerCase(),
        readsPassword: options['password-stdin'] === true,
      };
    case 'list':
      refuseFurther(rest, options, []);
      return { kind: 'list' };
    case 'deactivate':
      refuseFurther(rest, options, ['account', 'email']);
      return {
        kind: 'deactivate',
        account: requiredText('deactivate', options, 'account'),
        email: typedText(options.email)?.toLowerCase() ?? null,
      };
    case undefined:
      return { kind: 'help' };
    default:
      throw new ConfigError(`There is no command "${verb}"; --help shows the commands.`);
  }
}

function createCommand(options: TypedOptions): AccountsCommand {
  const account = requiredText('create', options, 'account');
  const email = requiredText('create', options, 'email');
  const name = typedText(options.name) ?? email;
  requireSound('account', account);
  requireSound('email', email);
  requireSound('name', name);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ConfigError(`--email takes an address such as els@till.example, not "${email}".`);
  }
  const readsPassword = options['password-stdin'] === true;
  return { kind: 'create', account, email: email.toLowerCase(), name, readsPassword };
}

/** What could not be typed again at the sign-in would lock its owner out. */
function requireSound(option: keyof typeof LONGEST, text: string): void {
  const longest = LONGEST[option];
  if (text.length <= longest && text.trim() === text && text !== '' && !UNSEEN.test(text)) return;
  throw new ConfigError(
    `--${option} takes up to ${longest} characters that can be seen, without a space at an end.`,
  );
}
