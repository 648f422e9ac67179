import { existsSync } from 'node:fs';
import { ApiKeyTermsError } from '../shared/api-key.ts';
import { CommandError } from './command-line/command-error.ts';
import { KEYS_HELP, type KeysCommand, readKeysCommand } from './command-line/keys-command.ts';
import { readPlatformKey } from './command-line/read-platform-key.ts';
import { type OperatorKeys, runKeysCommand } from './command-line/run-keys-command.ts';
import type { StoreChoice } from './command-line/store-choice.ts';
import { DEFAULT_API_PORT, readDataFolder } from './config.ts';
import { answerCommand } from './launch/answer-command.ts';
import { keptApiPort } from './launch/choose-api-port.ts';
import { locateInDataFolder } from './launch/data-folder.ts';
import { addressOf, findRunningInstance, systemSearch } from './launch/running-instance.ts';
import { StartError } from './launch/start-error.ts';
import { systemSources } from './launch/system-sources.ts';
import { openSharedShop, openShop, prepareForCommand, sharedDatabaseUrl } from './open-shop.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { remoteKeyUser } from './remote-key-user.ts';
import { createApiKeys } from './service/api-keys.ts';
import { systemClock } from './session/clock.ts';
import { createApiKeysRepository } from './store/api-keys-repository.ts';
import type { Store } from './store/open-store.ts';
import { StoreError } from './store/store-error.ts';
import { createUsersRepository } from './store/users-repository.ts';

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
