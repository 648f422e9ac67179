import { existsSync } from 'node:fs';
import { ApiKeyTermsError } from '../../shared/contract/api-keys.ts';
import { trustedAuthorities } from '../api-client/upstream.ts';
import type { SignedInCaller } from '../base/caller.ts';
import { systemClock } from '../base/clock.ts';
import { CommandError, StartError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { accountsAt } from '../base/remote-accounts.ts';
import { openSharedShop, openShop, prepareForCommand, sharedDatabaseUrl } from '../compose/command-store.ts';
import { DEFAULT_API_PORT, readDataFolder, systemSources } from '../config/config.ts';
import { keptApiPort } from '../config/settings-file.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { createRemotePlatform } from '../platform/remote/remote-platform.ts';
import { createApiKeys } from '../service/security/api-keys.ts';
import { locateInDataFolder } from '../startup/data-folder.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { addressOf, findRunningInstance, systemSearch } from '../startup/single-instance.ts';
import {
  createRemoteAccountsRepository,
  createUsersRepository,
} from '../store/accounts/accounts-repository.ts';
import { createApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import type { Store } from '../store/open-store.ts';
import { StoreError } from '../store/store-error.ts';
import type { StoreChoice } from './command-options.ts';
import {
  KEYS_HELP,
  type KeysCommand,
  type OperatorKeys,
  readKeysCommand,
  readPlatformKey,
  runKeysCommand,
} from './keys-command.ts';

interface RemoteUser {
  /** Base URL. */
  readonly platform: string;
  readonly account: string;
  readonly email: string;
}

/** A command has no log; what went wrong is told in the words of its failure. */
const NO_LOG = { info() {}, warn() {}, error() {} };

/** An account gets its number once the key has shown that it is theirs. */
const NOT_KNOWN_YET = 0;

/** The user of another deployment whom a key of it acts as; null where that is another one. Throws `CommandError`. */
async function remoteKeyUser(
  { db }: Store,
  { platform: address, account, email }: RemoteUser,
  key: string,
): Promise<SignedInCaller | null> {
  const accounts = createRemoteAccountsRepository(db);
  const platform = createRemotePlatform({
    ...{ address, clock: systemClock, log: NO_LOG, authorities: trustedAuthorities() },
    accounts: { ...accountsAt(address, accounts), nameOf: async () => account },
  });
  try {
    const shown = await platform.signInWithKey(NOT_KNOWN_YET, key);
    if (shown.email.toLowerCase() !== email.toLowerCase()) return null;
    return { ...shown, accountId: await accounts.idOf({ platform: address, account }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'credentials_refused') return null;
    throw new CommandError(error.message, { cause: error });
  } finally {
    platform.close();
  }
}

const argv = process.argv.slice(2);

/** Runs one command on the keys of a data folder. Tilldesk may run meanwhile. */
async function keys(): Promise<readonly string[]> {
  const { command, store } = readKeysCommand(argv);
  return command.kind === 'help' ? [KEYS_HELP] : runOn(store, command);
}

async function runOn(choice: StoreChoice, command: Exclude<KeysCommand, { kind: 'help' }>) {
  const sources = systemSources(argv);
  const path = readDataFolder(choice.dataDir, sources);
  const databaseUrl = sharedDatabaseUrl(sources, choice.database);
  if (databaseUrl === null && !existsSync(locateInDataFolder(path).store)) {
    throw new StartError(`There is no shop in ${path} yet: run npm start on it first.`);
  }
  const folder = prepareForCommand(path, choice, sources);
  const running = await findRunningInstance(folder.instance, { ...systemSearch, startingTimeoutMs: 0 });
  const store = await (databaseUrl === null ? openShop(folder) : openSharedShop(databaseUrl));
  try {
    return await runKeysCommand(command, {
      keys: operatorKeys(store),
      now: systemClock.now,
      apiAddress: running ? addressOf(running) : `http://127.0.0.1:${keptApiPort(path, tellBrokenSettings)}`,
      isRunning: running !== null,
    });
  } finally {
    await store.close();
  }
}

function tellBrokenSettings(): void {
  process.stderr.write(`The settings cannot be read: port ${DEFAULT_API_PORT}, the usual one, is assumed.\n`);
}

function operatorKeys(store: Store): OperatorKeys {
  const { db } = store;
  const platform = createEmbeddedPlatform({ db, clock: systemClock, hasher: createPasswordHasher() });
  const apiKeys = createApiKeys({ keys: createApiKeysRepository(db), platform, clock: systemClock });
  const users = createUsersRepository(db);
  return {
    async findUser({ platform: address, account, email }) {
      if (address !== null) {
        const key = await readPlatformKey(process.env, process.stdin);
        return remoteKeyUser(store, { platform: address, account, email }, key);
      }
      const user = await users.findBySignIn(account, email);
      return user ? platform.identify({ accountId: user.account_id, userId: user.id }) : null;
    },
    create: apiKeys.create,
    list: apiKeys.listAll,
    revoke: apiKeys.revokeAny,
  };
}

function sentenceOf(error: unknown): string | null {
  const isSentence =
    error instanceof CommandError || error instanceof ApiKeyTermsError || error instanceof StoreError;
  return isSentence ? error.message : null;
}

process.exitCode = await answerCommand(keys, sentenceOf);
