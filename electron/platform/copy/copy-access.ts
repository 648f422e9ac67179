import { hasCertificate } from '../../../shared/platform-address.ts';
import type { Caller, SignInRequest, UserReference } from '../../base/caller.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { type Connectivity, isUnreachable } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { isOfflineCredential, MAX_OFFLINE_MS } from './copy-owner.ts';
import { rightsVersion } from './copy-record.ts';
import type { UserCopies } from './user-copies.ts';
import type { UserCopy } from './user-copy.ts';

export interface CopyAccess extends Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  endCredential(user: UserReference): Promise<void>;
  /** Asks the platform for the caller's current rights, without the cache. `null` if they may no longer sign in. */
  confirmNow(caller: Caller): Promise<Caller | null>;
}

export interface CopyAccessDeps extends CopyDeps {
  readonly connectivity: Connectivity;
  readonly copies: UserCopies;
}

/** The lifetime of confirmed rights. A withdrawn right stays effective for this long. */
const DEFAULT_RIGHTS_TTL_MS = 30_000;

/**
 * Handles sign-in and rights. Uses the platform if it can be reached, else the last known rights for a limited time.
 */
export function createCopyAccess(copyDeps: CopyAccessDeps): CopyAccess {
  const { remote, baseUrl, connectivity, copies, log, withRights, rightsTtlMs = DEFAULT_RIGHTS_TTL_MS } = copyDeps;

  /** Never rejects: the user can work even if this computer has no room for a copy. */
  async function remember(caller: Caller): Promise<void> {
    try {
      await copies.confirm(caller);
    } catch (err) {
      log.error({ err, accountId: caller.accountId }, 'could not store the copy of a user');
    }
  }

  async function removeUser(user: UserReference): Promise<void> {
    const { accountId, userId } = user;
    try {
      await copies.remove(user);
      log.info({ accountId, userId }, 'the copy of a user was removed');
    } catch (err) {
      // The record was removed first, so the copy is not served. A sweep removes the rest.
      log.error({ err, accountId, userId }, 'could not remove all files of the copy of a user');
    }
  }

  async function endCredential(user: UserReference): Promise<void> {
    try {
      await copies.endCredential(user);
    } catch (err) {
      log.error({ err, accountId: user.accountId }, 'could not record that a credential ended; removing the copy');
      await removeUser(user);
    }
  }

  /** Whether this computer still gives the user the rights with which the copy was read. */
  function hasCurrentRights({ owner, rights }: UserCopy): boolean {
    return withRights === undefined || rightsVersion(withRights(owner.record.caller)) === rights;
  }

  function findLastKnown(copy: UserCopy | null, user: UserReference): Caller | null {
    return copy !== null && hasCurrentRights(copy) ? copy.owner.findKnown(user, MAX_OFFLINE_MS) : null;
  }

  /** Continues a session that worked before, with its own copy; `null` if that is not allowed. */
  async function resume(copy: UserCopy, error: unknown): Promise<Caller | null> {
    // Without a certificate the server proves nothing: the password could later be sent to an impostor.
    if (!isUnreachable(error) || !hasCertificate(baseUrl) || !hasCurrentRights(copy)) return null;
    const offline = copy.owner.goOffline();
    if (copy.owner.findKnown(offline, MAX_OFFLINE_MS) === null) return null;
    copy.connectivity.recordOutcome(error);
    log.info({ accountId: offline.accountId, userId: offline.userId }, 'a session continues without the platform');
    return offline;
  }

  async function identifyAtPlatform(user: UserReference): Promise<Caller | null> {
    const copy = await copies.find(user);
    try {
      const caller = await (copy?.connectivity ?? connectivity).ask(() => remote.identify(user));
      // Other credentials of the same user must not give them their former rights.
      if (copy !== null && (caller === null || copy.rights !== rightsVersion(caller))) await removeUser(user);
      if (caller !== null && !copies.hasEnded(user)) await remember(caller);
      return caller;
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'session_ended') {
        await (error.isPasswordRefused ? removeUser(user) : endCredential(user));
      }
      throw error;
    }
  }

  return {
    endCredential,
    confirmNow: identifyAtPlatform,
    async signIn(request: SignInRequest) {
      try {
        const caller = await connectivity.ask(() => remote.signIn(request));
        await remember(caller);
        return caller;
      } catch (error) {
        // Nobody can check a typed password while the platform is away, so only remembered ones may resume.
        const copy = request.isRemembered ? await copies.findBySignIn(request) : null;
        if (copy === null) throw error;
        if (error instanceof PlatformError && error.code === 'credentials_refused') {
          await removeUser(copy.owner.record.caller);
        }
        const resumed = await resume(copy, error);
        if (resumed === null) throw error;
        return resumed;
      }
    },
    async signInWithKey(claimed, key) {
      const caller = await connectivity.ask(() => remote.signInWithKey(claimed, key));
      await remember(caller);
      return caller;
    },
    async identify(user) {
      const copy = await copies.find(user);
      const confirmedCaller = copy?.owner.findConfirmedInRun(user, rightsTtlMs) ?? null;
      if (confirmedCaller !== null) return confirmedCaller;
      const isLost = (copy?.connectivity ?? connectivity).isRecentlyLost();
      const known = isLost ? findLastKnown(copy, user) : null;
      if (known !== null) return known;
      // The window then signs in again with the password that it remembers.
      if (isOfflineCredential(user))
        throw isLost ? createAwayError() : new PlatformError('session_ended', 'Sign in again.');
      try {
        return await identifyAtPlatform(user);
      } catch (error) {
        const lastKnown = isUnreachable(error) ? findLastKnown(await copies.find(user), user) : null;
        if (lastKnown === null) throw error;
        return lastKnown;
      }
    },
  };
}

export function createAwayError(): PlatformError {
  return new PlatformError('unavailable', 'The platform cannot be reached. Try again later.');
}
