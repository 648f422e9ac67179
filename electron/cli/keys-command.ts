import { localTimestamp } from '../../shared/calendar.ts';
import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  type OwnedApiKeyRecord,
  readApiKeyTerms,
} from '../../shared/contract/api-keys.ts';
import { readPlatformAddress, shownPlatform } from '../../shared/platform-address.ts';
import type { SignedInCaller } from '../base/caller.ts';
import { CommandError } from '../base/errors.ts';
import { ConfigError } from '../config/config.ts';
import {
  readStoreChoice,
  readTyped,
  refuseFurther,
  requiredText,
  STORE_HELP,
  STORE_OPTIONS,
  type StoreChoice,
  type TypedOptions,
  typedText,
} from './command-options.ts';
import { printable, textTable } from './terminal-output.ts';

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

/** With what acts for them at another deployment, where they are. */
type KeyUser = Pick<SignedInCaller, 'accountId' | 'userId' | 'grant' | 'grantExpiresAt'>;

export type KeyOwnerName = Pick<Extract<KeysCommand, { kind: 'create' }>, 'account' | 'email' | 'platform'>;

/** The keys as the operator of this computer reaches them: those of every user. */
export interface OperatorKeys {
  /** Null for a user who does not exist or may not sign in, and whom the key of another deployment is not of. */
  findUser(who: KeyOwnerName): Promise<KeyUser | null>;
  create(user: KeyUser, terms: ApiKeyTerms): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  list(): Promise<readonly OwnedApiKeyRecord[]>;
  /** False where there is no such key. */
  revoke(id: number): Promise<boolean>;
}

export interface KeysDeps {
  readonly keys: OperatorKeys;
  readonly now: () => number;
  /** Where the API answers, or will by default, for a command that can be copied. */
  readonly apiAddress: string;
  readonly isRunning: boolean;
}

/** Runs a command and answers what to tell the operator. Throws `CommandError` and `ApiKeyTermsError`. */
export async function runKeysCommand(
  command: Exclude<KeysCommand, { kind: 'help' }>,
  deps: KeysDeps,
): Promise<readonly string[]> {
  switch (command.kind) {
    case 'create':
      return createKey(command, deps);
    case 'list':
      return listKeys(command.account, deps);
    case 'revoke':
      return revokeKey(command.id, deps);
  }
}

async function createKey(
  { account, email, platform, name, expiresOn }: Extract<KeysCommand, { kind: 'create' }>,
  { keys, now, apiAddress, isRunning }: KeysDeps,
): Promise<readonly string[]> {
  const terms = readApiKeyTerms({ name, expiresOn }, now());
  const user = await keys.findUser({ account, email, platform });
  if (!user) throw new CommandError(absenceOf({ account, email, platform }));
  const { record, key } = await keys.create(user, terms);
  return createdKeyLines(record, key, { apiAddress, isRunning });
}

function absenceOf({ account, email, platform }: KeyOwnerName): string {
  return platform === null
    ? `No user ${email} of account ${account} can sign in here.`
    : `The key is none of user ${email} of account ${account} at ${platform}: it is another one's, expired or revoked.`;
}

async function listKeys(account: string | null, { keys, now }: KeysDeps): Promise<readonly string[]> {
  const all = await keys.list();
  const shown = all.filter((key) => account === null || key.account === account);
  if (shown.length === 0)
    return [account === null ? 'There are no keys.' : `Account ${account} has no keys.`];
  return keyTableLines(shown, now());
}

async function revokeKey(id: number, { keys }: KeysDeps): Promise<readonly string[]> {
  if (!(await keys.revoke(id)))
    throw new CommandError(`There is no key ${id}; list shows those that there are.`);
  return [
    `Key ${id} is revoked: it is refused from now on.`,
    'Webhooks that were subscribed with it go on: npm run accounts -- end ends all that acts for a user.',
  ];
}

const HEADER = ['ID', 'NAME', 'ACCOUNT', 'USER', 'MADE', 'EXPIRES', 'LAST USED'];

function createdKeyLines(
  { id, name, expiresAt }: ApiKeyRecord,
  key: string,
  { apiAddress, isRunning }: { readonly apiAddress: string; readonly isRunning: boolean },
): string[] {
  return [
    `Key ${id} (${printable(name)}) is made${expiresAt === null ? '' : `; it works until ${moment(expiresAt)}`}.`,
    '',
    `  ${key}`,
    '',
    `It cannot be shown again: keep it now. To try it${isRunning ? '' : ', once Tilldesk runs'}:`,
    '',
    `  curl -H "Authorization: Bearer ${key}" "${apiAddress}/api/products?limit=5"`,
  ];
}

function keyTableLines(keys: readonly OwnedApiKeyRecord[], now: number): string[] {
  return textTable([HEADER, ...keys.map((key) => cellsOf(key, now))]);
}

function cellsOf(key: OwnedApiKeyRecord, now: number): string[] {
  const { id, name, account, createdAt, expiresAt, lastUsedAt } = key;
  const isOver = expiresAt !== null && expiresAt <= now;
  return [
    String(id),
    name,
    account ?? '(gone)',
    userOf(key),
    moment(createdAt),
    expiresAt === null ? 'never' : `${moment(expiresAt)}${isOver ? ' (over)' : ''}`,
    lastUsedAt === null ? 'never' : moment(lastUsedAt),
  ];
}

/** The e-mail address of a user elsewhere is known there alone. */
function userOf({ email, platform }: OwnedApiKeyRecord): string {
  return email ?? (platform === null ? '(gone)' : `a user of ${shownPlatform(platform)}`);
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}

/** Never an option: the list of processes and the history of the shell show those to others. */
const PLATFORM_KEY_VARIABLE = 'TILLDESK_PLATFORM_KEY';

/** Longer than any key. */
const LONGEST_PIPED_KEY = 4_096;

interface PipedInput extends AsyncIterable<string | Buffer> {
  readonly isTTY?: boolean;
}

/**
 * The key of another deployment that a new API key is to carry: that of the variable, else what is piped in. Throws
 * `CommandError`.
 */
export async function readPlatformKey(
  env: Readonly<Record<string, string | undefined>>,
  input: PipedInput,
): Promise<string> {
  // On a terminal a key would be shown to whoever looks on.
  const key = env[PLATFORM_KEY_VARIABLE] || (input.isTTY ? '' : await readPiped(input));
  if (key) return key;
  throw new CommandError(
    `A key of the other deployment is needed, with which the new one acts there: put it in the variable ${PLATFORM_KEY_VARIABLE}, ` +
      'or pipe it in.',
  );
}

async function readPiped(input: PipedInput): Promise<string> {
  let piped = '';
  for await (const chunk of input) {
    piped += String(chunk);
    if (piped.length > LONGEST_PIPED_KEY)
      throw new CommandError('What is piped in is no key: it is too long.');
  }
  return piped.trim();
}
