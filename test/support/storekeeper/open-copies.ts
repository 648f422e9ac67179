import type { AccountsAt } from '../../../electron/base/remote-accounts.ts';
import { withCopy } from '../../../electron/platform/copy/copied-platform.ts';
import { createCopyDirectory } from '../../../electron/platform/copy/copy-directory.ts';
import type { CopySource } from '../../../electron/platform/copy-source.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import {
  createStoreKeeperPlatform,
  type StoreKeeperPlatformDeps,
} from '../../../electron/platform/storekeeper/platform.ts';
import { createStoreKeeperSource } from '../../../electron/platform/storekeeper/storekeeper-source.ts';
import { readStoreKeeperAddress } from '../../../shared/platforms/storekeeper-address.ts';
import { cheapHasher } from '../cheap-cost.ts';
import { createKnownUsers } from '../known-users.ts';
import { createLogRecorder } from '../log-recorder.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const FIRST_ACCOUNT = 1_000_000_001;

interface CopyingOptions
  extends Pick<StoreKeeperPlatformDeps, 'clock'>,
    Partial<
      Pick<StoreKeeperPlatformDeps, 'getNarrowedRights' | 'acceptedTtlMs' | 'accounts' | 'users' | 'authorities'>
    > {
  /** Default: a temporary folder. */
  readonly folder?: string;
  readonly rightsHoldMs?: number;
  /** Default: no limit of calls. */
  readonly pace?: { readonly callsPerSecond: number };
  readonly getShopKind?: (account: string, shopId: number) => 'pos' | 'webshop' | null;
  /** Random numbers from 0 to 1, which select the old orders of a check. */
  readonly random?: () => number;
  /** Wraps the platform between copy and account. */
  readonly around?: (source: CopySource) => CopySource;
}

/**
 * Opens copies of a StoreKeeper account like a program that was just started, without a limit of calls. `records` is
 * its log.
 */
export function openStoreKeeperCopies(
  origin: string,
  { clock, folder = createTemporaryFolder(), ...options }: CopyingOptions,
) {
  const { log, records } = createLogRecorder();
  const address = readStoreKeeperAddress(origin);
  if (!address.ok) throw new Error(`${origin} is no address of an account`);
  const own = createStoreKeeperPlatform({
    ...{ address, clock, log },
    accounts: options.accounts ?? knownAccounts(),
    users: options.users ?? createKnownUsers(),
    authorities: options.authorities ?? [],
    getNarrowedRights: options.getNarrowedRights ?? (() => null),
    pace: { callsPerSecond: () => options.pace?.callsPerSecond ?? Number.POSITIVE_INFINITY },
    ...(options.acceptedTtlMs !== undefined && { acceptedTtlMs: options.acceptedTtlMs }),
  });
  const directory = createCopyDirectory({ folder, clock, log });
  const source = createStoreKeeperSource({
    getShopKind: options.getShopKind ?? (() => null),
    ...{ getSession: own.getSession, backOffice: address.backOffice, log, random: options.random ?? (() => 0.5) },
    createCalls: (db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher }),
  });
  const { around = (given) => given } = options;
  const { platform, copies, close } = withCopy({
    opened: { platform: own.platform, webhooks: null, close: own.close },
    ...{ baseUrl: address.address, directory, clock, log, getAnswerRetentionMs: () => 0, source: around(source) },
    withRights: own.withRights,
    ...(options.rightsHoldMs !== undefined && { rightsTtlMs: options.rightsHoldMs }),
  });
  if (copies === undefined) throw new Error('the account has no copies');
  return { platform, copies, directory, folder, records, close };
}

function knownAccounts(): AccountsAt {
  const known: string[] = [];
  return {
    async getId(account) {
      if (!known.includes(account)) known.push(account);
      return FIRST_ACCOUNT + known.indexOf(account);
    },
    // A program that restarts knows the account.
    findName: async (accountId) => known[accountId - FIRST_ACCOUNT] ?? 'voorbeeld',
  };
}
