import { existsSync } from 'node:fs';
import { ApiKeyTermsError } from '../../shared/contract/api-key.ts';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/command-error.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { StartError } from '../base/start-error.ts';
import { openSharedShop, openShop, prepareForCommand, sharedDatabaseUrl } from '../compose/command-store.ts';
import { keptApiPort } from '../config/choose-api-port.ts';
import { DEFAULT_API_PORT, readDataFolder } from '../config/config.ts';
import { systemSources } from '../config/system-sources.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createApiKeys } from '../service/security/api-keys.ts';
import { answerCommand } from '../startup/answer-command.ts';
import { locateInDataFolder } from '../startup/data-folder.ts';
import { addressOf, findRunningInstance, systemSearch } from '../startup/running-instance.ts';
import { createApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import { createUsersRepository } from '../store/accounts/users-repository.ts';
import type { Store } from '../store/open-store.ts';
import { StoreError } from '../store/store-error.ts';
import { KEYS_HELP, type KeysCommand, readKeysCommand } from './keys-command.ts';
import { readPlatformKey } from './read-platform-key.ts';
import { remoteKeyUser } from './remote-key-user.ts';
import { type OperatorKeys, runKeysCommand } from './run-keys-command.ts';
import type { StoreChoice } from './store-choice.ts';

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
