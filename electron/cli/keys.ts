import { dirname } from 'node:path';
import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  type OwnedApiKeyRecord,
  readApiKeyTerms,
} from '../../shared/contract/api-keys.ts';
import { formatPlatform, hasCertificate } from '../../shared/platform-address.ts';
import type { KeyCaller } from '../base/caller.ts';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { toPrintable } from '../base/printable.ts';
import { locateStore } from '../compose/command-store.ts';
import { openStoreAt } from '../compose/open-shop.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { ConfigError, DEFAULT_API_PORT, getSources, readPlatform } from '../config/config.ts';
import { createGivenOptions } from '../config/options.ts';
import { readSettings } from '../config/settings-file.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createApiKeys } from '../service/security/api-keys.ts';
import { locateInDataFolder } from '../startup/data-folder.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { findPublishedInstance, getAddress } from '../startup/single-instance.ts';
import { createUsersRepository } from '../store/accounts/accounts-repository.ts';
import { createApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import type { Store } from '../store/open-store.ts';
import { findRemoteKeyUser, PLATFORM_KEY_VARIABLE, readPlatformKey } from './remote-key-user.ts';
import { createUnprovenOption } from './service-options.ts';
import { addStoreOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { formatInstant, formatTable } from './terminal-output.ts';

export type KeysCommand =
  | {
      readonly kind: 'create';
      readonly account: string;
      readonly email: string;
      readonly name: string;
      /** Last day on which the key works; `null` for a key without end. */
      readonly expiresOn: string | null;
      readonly personalData: boolean;
      /** Base URL of the user's platform; `null` for the built-in one. */
      readonly platform: string | null;
    }
  | { readonly kind: 'list'; readonly account: string | null }
  | { readonly kind: 'revoke'; readonly id: number };

const DESCRIPTION =
  'API keys of Tilldesk, for programs that use its API. A key acts as the user it is made for. Tilldesk may ' +
  'be running: changes take effect at once.';

interface TypedKey {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly expires?: string;
  readonly personalData?: boolean;
  readonly platform?: string;
  readonly acceptUnprovenService?: boolean;
}

/** The command and its store. Throws `ConfigError` and `HelpRequested`. */
export function readKeysCommand(argv: readonly string[]): { command: KeysCommand; store: StoreChoice } {
  const program = addStoreOptions(createCommandLine('npm run keys --', DESCRIPTION));
  const command = readCommand<KeysCommand>(program, argv, (pass) => {
    addCommand(program, 'create', 'makes a key and prints it, once')
      .requiredOption('--account <ACCOUNT>', 'name of the account of the user')
      .requiredOption('--email <ADDRESS>', 'e-mail address that the user signs in with')
      .requiredOption('--name <NAME>', 'name of the key in the list')
      .option('--expires <DAY>', 'last day on which the key works, as YYYY-MM-DD (no end)')
      .option('--personal-data', 'the key can read names, addresses and the like; otherwise they are null')
      .option(
        '--platform <URL>',
        'another deployment, where the user is; a key of the same user there is read from the variable ' +
          `${PLATFORM_KEY_VARIABLE}, else from standard input: the new key carries it, sealed`,
      )
      .addOption(createUnprovenOption('with --platform http://'))
      .action(({ account, email, name, expires, personalData = false, platform: typed, ...rest }: TypedKey) => {
        const platform = readPlatform(createGivenOptions(typed === undefined ? {} : { platform: typed }, {}));
        if (!hasCertificate(platform) && !rest.acceptUnprovenService) {
          throw new ConfigError(
            'Nothing proves that the other deployment listens there, and the key would be sent over plain HTTP: use ' +
              'https://, or add --accept-unproven-service.',
          );
        }
        pass({ kind: 'create', account, email, name, expiresOn: expires ?? null, personalData, platform });
      });
    addCommand(program, 'list', 'lists the keys, without their secrets')
      .option('--account <ACCOUNT>', 'only the keys of this account')
      .action(({ account }: { readonly account?: string }) => pass({ kind: 'list', account: account ?? null }));
    addCommand(program, 'revoke [ID]', 'revokes the key with that number')
      .usage('ID')
      .action((id?: string) => pass({ kind: 'revoke', id: readId(id) }));
  });
  return { command, store: readStoreChoice(program) };
}

function readId(id: string | undefined): number {
  if (id !== undefined && /^\d{1,15}$/.test(id)) return Number(id);
  throw new ConfigError('revoke takes the number of a key; list shows them.');
}

/** A user, with their credential for another deployment. */
type KeyUser = Pick<KeyCaller, 'accountId' | 'userId' | 'upstreamCredential' | 'credentialExpiresAt'>;

export type KeyOwnerName = Pick<Extract<KeysCommand, { kind: 'create' }>, 'account' | 'email' | 'platform'>;

/** The keys of every user, for the operator of this computer. */
export interface OperatorKeys {
  /** `null` for a user who does not exist, may not sign in, or does not own the key of the other deployment. */
  findUser(who: KeyOwnerName): Promise<KeyUser | null>;
  create(user: KeyUser, terms: ApiKeyTerms): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  list(): Promise<readonly OwnedApiKeyRecord[]>;
  /** False if there is no such key. */
  revoke(id: number): Promise<boolean>;
}

export interface KeysDeps {
  readonly keys: OperatorKeys;
  readonly now: () => number;
  /** Address of the API, now or by default, for a command to copy. */
  readonly apiAddress: string;
  readonly isRunning: boolean;
}

/** Runs a command and returns the lines to print. Throws `CommandError` and `ApiKeyTermsError`. */
export async function runKeysCommand(command: KeysCommand, deps: KeysDeps): Promise<readonly string[]> {
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
  { account, email, platform, name, expiresOn, personalData }: Extract<KeysCommand, { kind: 'create' }>,
  { keys, now, ...address }: KeysDeps,
): Promise<readonly string[]> {
  const terms = readApiKeyTerms({ name, expiresOn, personalData }, now());
  const user = await keys.findUser({ account, email, platform });
  if (!user) {
    throw new CommandError(
      platform === null
        ? `Account ${account} has no user ${email} who can sign in here.`
        : `The key does not belong to user ${email} of account ${account} at ${platform}: it is another user's, expired or revoked.`,
    );
  }
  const { record, key } = await keys.create(user, terms);
  return formatCreatedKey(record, key, address);
}

async function listKeys(account: string | null, { keys, now }: KeysDeps): Promise<readonly string[]> {
  const listed = (await keys.list()).filter((key) => account === null || key.account === account);
  if (listed.length === 0) return [account === null ? 'There are no keys.' : `Account ${account} has no keys.`];
  return formatTable([HEADER, ...listed.map((key) => toCells(key, now()))]);
}

async function revokeKey(id: number, { keys }: KeysDeps): Promise<readonly string[]> {
  if (!(await keys.revoke(id))) throw new CommandError(`There is no key ${id}; list shows the keys.`);
  return [
    `Key ${id} is revoked: it is refused from now on.`,
    'Webhooks that were subscribed with it stay active: npm run accounts -- end ends everything that acts for a user.',
  ];
}

const HEADER = ['ID', 'NAME', 'ACCOUNT', 'USER', 'PEOPLE', 'MADE', 'EXPIRES', 'LAST USED'];

function formatCreatedKey(
  { id, name, expiresAt, personalData }: ApiKeyRecord,
  key: string,
  { apiAddress, isRunning }: Pick<KeysDeps, 'apiAddress' | 'isRunning'>,
): string[] {
  return [
    `Key ${id} (${toPrintable(name)}) is made${expiresAt === null ? '' : `; it works until ${formatInstant(expiresAt)}`}.`,
    ...(personalData
      ? []
      : ['Names, addresses and the like are null in its answers; --personal-data makes a key that can read them.']),
    '',
    `  ${key}`,
    '',
    `It is not printed again: store it now. To try it${isRunning ? '' : ', once Tilldesk runs'}:`,
    '',
    `  curl -H "Authorization: Bearer ${key}" "${apiAddress}/api/products?limit=5"`,
  ];
}

function toCells(key: OwnedApiKeyRecord, now: number): string[] {
  const { id, name, account, personalData, createdAt, expiresAt, lastUsedAt } = key;
  const isOver = expiresAt !== null && expiresAt <= now;
  return [
    String(id),
    name,
    account ?? '(gone)',
    formatUser(key),
    personalData ? 'yes' : 'no',
    formatInstant(createdAt),
    expiresAt === null ? 'never' : `${formatInstant(expiresAt)}${isOver ? ' (over)' : ''}`,
    lastUsedAt === null ? 'never' : formatInstant(lastUsedAt),
  ];
}

/** Only the other deployment knows the e-mail address of its user. */
function formatUser({ email, platform }: OwnedApiKeyRecord): string {
  return email ?? (platform === null ? '(gone)' : `a user of ${formatPlatform(platform)}`);
}

async function keys(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const { command, store: choice } = readKeysCommand(argv);
  const location = locateStore(choice, getSources(argv));
  const api = 'databaseUrl' in location ? API_OF_SERVERS : await findApi(dirname(location.store));
  const store = await openStoreAt(location);
  try {
    const lines = await runKeysCommand(command, { keys: createOperatorKeys(store), now: systemClock.now, ...api });
    lines.forEach(print);
    return 0;
  } finally {
    await store.close();
  }
}

/** A data folder does not say where the servers of a database are reached. */
const API_OF_SERVERS = { apiAddress: 'https://SERVER', isRunning: true };

async function findApi(dataFolder: string): Promise<Pick<KeysDeps, 'apiAddress' | 'isRunning'>> {
  const running = await findPublishedInstance(locateInDataFolder(dataFolder).instance);
  const apiAddress = running ? getAddress(running) : `http://127.0.0.1:${readPort(dataFolder)}`;
  return { apiAddress, isRunning: running !== null };
}

function readPort(dataFolder: string): number {
  const settings = readSettings(dataFolder, () => {
    process.stderr.write(`The settings cannot be read: the default port ${DEFAULT_API_PORT} is assumed.\n`);
  });
  return settings.apiPort ?? DEFAULT_API_PORT;
}

function createOperatorKeys(store: Store): OperatorKeys {
  const { db } = store;
  const platform = createEmbeddedPlatform({ db, clock: systemClock, hasher: createPasswordHasher() });
  const apiKeys = createApiKeys({ keys: createApiKeysRepository(db), platform, clock: systemClock });
  const users = createUsersRepository(db);
  return {
    async findUser({ platform: address, account, email }) {
      if (address !== null) {
        const key = await readPlatformKey(process.env, process.stdin);
        return findRemoteKeyUser(store, { platform: address, account, email }, key);
      }
      const user = await users.findBySignIn(account, email);
      return user ? platform.identify({ accountId: user.account_id, userId: user.id }) : null;
    },
    create: apiKeys.create,
    list: apiKeys.listAll,
    revoke: apiKeys.revokeAny,
  };
}

if (import.meta.main) process.exitCode = await answerCommand(keys);
