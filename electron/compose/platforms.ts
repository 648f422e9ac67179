import { readTrustedAuthorities } from '../api-client/upstream.ts';
import type { PasswordHasher } from '../base/password-hasher.ts';
import { createAccountsAt } from '../base/remote-accounts.ts';
import { createCopyPace } from '../config/copy-pace.ts';
import { readAnswerRetentionMs } from '../config/settings-file.ts';
import { findShopKind, readStoreKeeperShops } from '../config/storekeeper-shops.ts';
import { findStoreKeeperUser, readStoreKeeperUsers } from '../config/storekeeper-users.ts';
import { withCopy } from '../platform/copy/copied-platform.ts';
import { createCopyDirectory, startCopySweeps } from '../platform/copy/copy-directory.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { createSeveralPlatforms, type OpenedPlatform, type SeveralPlatforms } from '../platform/several-platforms.ts';
import type { CopyDirectory as CopiesOfWindow } from '../service/window/copies-routes.ts';
import type { Teardown } from '../startup/shutdown.ts';
import { createRemoteAccountsRepository, createRemoteUsersRepository } from '../store/accounts/accounts-repository.ts';
import type { Store } from '../store/open-store.ts';
import type { StoreDb } from '../store/schema.ts';
import { poolPlatform } from '../workers/pooled-platform.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { getAdapter } from './platform-registry.ts';
import type { HostContext } from './window.ts';

/** The built-in platform. On SQLite, workers answer its slow reads; PostgreSQL does not run in this process anyway. */
export function composePlatform(
  { config, files, clock }: HostContext,
  { store, hasher, pool }: { readonly store: Store; readonly hasher: PasswordHasher; readonly pool: WorkerPool },
): Platform {
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  return config.server.database === null ? poolPlatform(platform, pool, files.platformTask) : platform;
}

interface RemoteContext {
  readonly builtIn: Platform;
  readonly store: Store;
  readonly hasher: PasswordHasher;
  /** Where other tools sign in; `null` for the built-in platform. */
  readonly defaultPlatform: string | null;
}

/** The built-in platform with other deployments, which are opened at the first sign-in there. */
export function composeRemotePlatforms(
  { folder, clock, log }: HostContext,
  { builtIn, store, hasher, defaultPlatform }: RemoteContext,
  teardown: Teardown,
): SeveralPlatforms & { readonly copies: CopiesOfWindow } {
  const accounts = createRemoteAccountsRepository(store.db);
  const remoteUsers = createRemoteUsersRepository(store.db);
  const directory = createCopyDirectory({ folder: folder.copies, clock, log });
  const getRetentionMs = () => readAnswerRetentionMs(folder.path);
  const createCalls = (db: StoreDb) => createEmbeddedPlatform({ db, clock, hasher });
  teardown.add('sweeps of copies', startCopySweeps({ directory, clock, log, getRetentionMs }));

  const callsPerSecond = createCopyPace(folder.copies, clock);
  const users = readStoreKeeperUsers(folder.storeKeeperUsers);
  const shops = readStoreKeeperShops(folder.storeKeeperShops);

  function openRemote(address: string): OpenedPlatform {
    const adapted = getAdapter(address).open({
      ...{ address, authorities: readTrustedAuthorities(), clock, log, random: Math.random, createCalls },
      accounts: createAccountsAt(address, accounts),
      users: remoteUsers,
      getNarrowedRights: (account, email) => findStoreKeeperUser(users, account, email),
      getShopKind: (account, id) => findShopKind(shops, account, id),
      callsPerSecond,
    });
    return withCopy({
      ...{ ...adapted, baseUrl: address, directory, clock, log },
      // If only the copy answers, the platform gives no answers that could be stored.
      getAnswerRetentionMs: adapted.source.isCopyOnly ? () => 0 : getRetentionMs,
    });
  }

  const several = createSeveralPlatforms({ builtIn, openRemote, accounts, defaultPlatform });
  teardown.add('other platforms', several.close);
  return { ...several, copies: { ...directory, ...several.copies, findAddress: several.findAddress } };
}
