import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StoreKeeperAddress } from '../../../shared/platforms/storekeeper-address.ts';
import { getAgeMs } from '../../base/age-of.ts';
import { type Caller, foldEmail, type KeyCaller, type SignInRequest, type UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { AccountsAt, RemoteUsers } from '../../base/remote-accounts.ts';
import type { Platform, PlatformCapabilities } from '../platform.ts';
import type { NarrowedRights } from '../platform-adapter.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { createStoreKeeperClient } from './client.ts';
import type { EmailSignIn } from './functions.ts';
import { createPace, type PaceSettings } from './pace.ts';
import {
  confirmStoreKeeper,
  createCredential,
  createCredentialsRefused,
  createStoreKeeperSession,
  getChannelEmail,
  hasAnswer,
  parseCredential,
  readChannelKey,
  type SignIn,
  type StoreKeeperSession,
  signInByChannelKey,
  signInByEmail,
} from './session.ts';

export interface StoreKeeperPlatformDeps {
  readonly address: StoreKeeperAddress;
  /** CA certificates (PEM) that may vouch for StoreKeeper. */
  readonly authorities: readonly string[];
  readonly accounts: AccountsAt;
  readonly users: RemoteUsers;
  readonly clock: Clock;
  readonly log: Log;
  /** The rights that the operator set; `null` if the user may see everything that StoreKeeper shows them. */
  readonly getNarrowedRights: (account: string, email: string) => NarrowedRights | null;
  readonly pace?: Partial<PaceSettings>;
  /** The time for which an accepted session is not checked again. Default 5 minutes. */
  readonly acceptedTtlMs?: number;
}

export interface StoreKeeperPlatform {
  /** Signs in and identifies users. The copy answers everything else. */
  readonly platform: Platform;
  /** The user with the rights that the operator set. */
  withRights(known: Omit<Caller, 'upstreamCredential'>): Caller;
  /** Returns the session of an identified caller. Throws `PlatformError` `session_ended` for anybody else. */
  getSession(caller: UserReference): StoreKeeperSession;
  close(): void;
}

const DEFAULT_ACCEPTED_TTL_MS = 5 * 60_000;

const MAX_SESSIONS = 200;

const ALL_RIGHTS: NarrowedRights = { name: null, role: 'owner', location: null };

/** Creates the platform of a StoreKeeper account without its copy. */
export function createStoreKeeperPlatform(deps: StoreKeeperPlatformDeps): StoreKeeperPlatform {
  const { address, accounts, users, clock, getNarrowedRights, acceptedTtlMs = DEFAULT_ACCEPTED_TTL_MS } = deps;
  const client = createStoreKeeperClient({ ...deps, origin: address.origin });
  const pace = createPace(clock, deps.pace);
  const signInDeps = { client, pace };
  /** Sessions by credential. */
  const sessions = new LRUCache<string, StoreKeeperSession>({ max: MAX_SESSIONS });
  let isConfirmed = false;

  function beginSession(
    upstreamCredential: string,
    signIn: SignIn,
    credentials: EmailSignIn | null,
    takenAt: number | null,
  ) {
    const { origin } = address;
    const { auth, isChannel } = signIn;
    const known = { clock, origin, auth, isChannel, credentials, takenAt };
    const session = createStoreKeeperSession({ ...signInDeps, ...known });
    sessions.set(upstreamCredential, session);
    return session;
  }

  function getSession({ upstreamCredential }: UserReference): StoreKeeperSession {
    const signIn = upstreamCredential === undefined ? null : parseCredential(upstreamCredential);
    if (upstreamCredential === undefined || signIn === null) {
      throw new PlatformError('session_ended', 'StoreKeeper no longer accepts this sign-in. Sign in again.');
    }
    return sessions.get(upstreamCredential) ?? beginSession(upstreamCredential, signIn, null, null);
  }

  /** Checks that the address is StoreKeeper's before a password is sent. */
  async function assertStoreKeeper(account: string): Promise<void> {
    if (isConfirmed) return;
    await confirmStoreKeeper(signInDeps, account);
    isConfirmed = true;
  }

  async function signIn({ account, email, password }: SignInRequest): Promise<Caller> {
    const key = readChannelKey(password);
    const isChannel = key !== null;
    // A key typed with another user's name would be remembered as theirs.
    if (isChannel && (key.account !== account || getChannelEmail(key) !== email)) throw createCredentialsRefused();
    await assertStoreKeeper(account);
    const auth = isChannel
      ? await signInByChannelKey(signInDeps, password)
      : await signInByEmail(signInDeps, { account, email, password });
    const details = { auth, email: isChannel ? getChannelEmail(auth) : email, isChannel };
    const caller = await createCaller(details, account, await accounts.getId(account));
    beginSession(caller.upstreamCredential, details, isChannel ? null : { account, email, password }, clock.now());
    return caller;
  }

  async function signInWithKey({ accountId }: UserReference, key: string): Promise<KeyCaller> {
    const account = await accounts.findName(accountId);
    const auth = await signInByChannelKey(signInDeps, key);
    if (account === null || auth.account !== account) throw createCredentialsRefused();
    return createCaller({ auth, email: getChannelEmail(auth), isChannel: true }, account, accountId);
  }

  async function identify(user: UserReference): Promise<Caller | null> {
    if (user.upstreamCredential === undefined) return null;
    const details = parseCredential(user.upstreamCredential);
    const account = await accounts.findName(user.accountId);
    const session = getSession(user);
    if (details === null || account === null) return null;
    const caller = await createCaller(details, account, user.accountId);
    // Ends this grant only. The user whom it names stays signed in.
    if (![caller.userId, caller.formerUserId].includes(user.userId)) {
      throw new PlatformError('session_ended', 'This sign-in belongs to another user. Sign in again.');
    }
    // A key contains its account. The members of a session are StoreKeeper's and undocumented.
    if (details.isChannel && details.auth.account !== account) return null;
    const takenAt = session.getAcceptedAt();
    if (takenAt === null || getAgeMs(clock, takenAt) >= acceptedTtlMs) await assertAccepted(session);
    return { ...caller, upstreamCredential: user.upstreamCredential };
  }

  /** Every user has their own copy of what StoreKeeper shows them, so they may read all of it. */
  async function createCaller(details: SignIn, account: string, accountId: number) {
    const identity = getIdentity(details);
    const userId = await users.getId(accountId, identity);
    const known = { accountId, userId, identity, account, email: details.email };
    // Only channels have API keys. Tokens of earlier versions have expired.
    const formerId = details.isChannel ? { formerUserId: hashUserId(identity) } : {};
    return { ...withRights(known), ...formerId, upstreamCredential: createCredential(details) };
  }

  function withRights<Known extends Pick<Caller, 'accountId' | 'userId' | 'account' | 'email'>>(known: Known) {
    const { name, role, location } = getNarrowedRights(known.account, known.email) ?? ALL_RIGHTS;
    return { ...known, name: name ?? known.email, roles: [role], lockedLocation: location };
  }

  const capabilities: PlatformCapabilities = {
    backofficeHosts: address.backOffice === null ? [] : [new URL(address.backOffice).host],
    webhooks: 'none',
    apiKeys: 'carried',
    feeds: ['products', 'orders'],
    reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing', 'productSales'],
    missingParameters: [],
    keyedLists: ['orders', 'orderItems', 'orderPayments'],
  };

  return {
    platform: { ...UNREAD_CALLS, getCapabilities: async () => capabilities, signIn, signInWithKey, identify },
    withRights,
    getSession,
    close() {
      for (const session of sessions.values()) session.end();
      sessions.clear();
      client.close();
    },
  };
}

const ONE_ROW = { start: 0, limit: 1 };

/** Throws `PlatformError`; `unavailable` if nobody can answer, as if StoreKeeper were away. */
async function assertAccepted(session: StoreKeeperSession): Promise<void> {
  try {
    const isAccepted = await hasAnswer((name) => session.call(name, ONE_ROW, { kind: 'asked' }));
    // Another call of the session may have succeeded in the meantime.
    if (isAccepted || session.getAcceptedAt() !== null) return;
    throw new PlatformError('unavailable', 'StoreKeeper did not confirm this sign-in. Try again later.', {
      isReported: true,
    });
  } catch (error) {
    // `busy` says nothing about the session, so the last answer counts, as if StoreKeeper were away.
    if (error instanceof PlatformError && error.code === 'busy') {
      throw new PlatformError('unavailable', error.message, { cause: error, isReported: true });
    }
    throw error;
  }
}

/** Identifies a user. Members of a session are undocumented, so the e-mail address tells users apart. */
function getIdentity({ auth: { rights, user, subaccount }, email, isChannel }: SignIn): string {
  return JSON.stringify([isChannel ? 'channel' : foldEmail(email), rights ?? '', user ?? '', subaccount ?? '']);
}

/** Returns the user id of a channel in earlier versions: 31 bits, which other users may share. It proves nothing. */
function hashUserId(identity: string): number {
  const digest = createHash('sha256').update(identity).digest();
  return digest.readUInt32BE(0) & 0x7fff_ffff || 1;
}

async function rejectContinuation(): Promise<never> {
  throw new PlatformError('rejected', 'The price list cannot be continued. Read it again from the beginning.');
}

async function rejectUnread(): Promise<never> {
  throw new PlatformError('rejected', 'The account is being read for the first time.', { isReported: true });
}

/** Calls that the copy answers. They come here only before there is one. */
const UNREAD_CALLS: Omit<PlatformCalls, 'getCapabilities'> = {
  listReference: rejectUnread,
  searchProducts: rejectUnread,
  findProduct: rejectUnread,
  listProductPrices: rejectUnread,
  readPriceList: (_caller, _query, after) => (after === null ? rejectUnread() : rejectContinuation()),
  listStock: rejectUnread,
  listCustomers: rejectUnread,
  findCustomer: rejectUnread,
  listOrders: rejectUnread,
  findOrder: rejectUnread,
  readDiscountOrders: rejectUnread,
  listDiscountOrders: rejectUnread,
  listOrderItems: rejectUnread,
  listOrderPayments: rejectUnread,
  readBatch: rejectUnread,
  readChanges: rejectUnread,
  readReport: rejectUnread,
};

export const COPIED_CALLS = new Set(Object.keys(UNREAD_CALLS)) as ReadonlySet<keyof PlatformCalls>;
