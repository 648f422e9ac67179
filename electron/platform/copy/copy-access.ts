import { provesItself } from '../../../shared/platform-address.ts';
import type { Caller, SignInRequest, UserReference } from '../../base/caller.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { type Connectivity, isAbsence } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { isOfflineCredential, OFFLINE_MS } from './copy-owner.ts';
import { rightsVersion } from './copy-record.ts';
import type { UserCopies } from './user-copies.ts';
import type { UserCopy } from './user-copy.ts';

export interface CopyAccess extends Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  endCredential(user: UserReference): Promise<void>;
  /** Asks the platform who the caller is now, whatever it said a moment ago; null where it no longer lets them in. */
  confirmNow(caller: Caller): Promise<Caller | null>;
}

export interface CopyAccessDeps extends CopyDeps {
  readonly connectivity: Connectivity;
  readonly copies: UserCopies;
}

/** How long confirmed rights hold without asking: a right that is taken away ends so much later. */
const RIGHTS_HOLD_MS = 30_000;

/** Signing in and rights: those of the platform where it can be reached, and for a while the last ones where not. */
export function createCopyAccess(copyDeps: CopyAccessDeps): CopyAccess {
  const { remote, baseUrl, connectivity, copies, log, withRights, rightsHoldMs = RIGHTS_HOLD_MS } = copyDeps;

  /** The user can work even where this computer has no room for a copy. */
  async function remember(caller: Caller): Promise<void> {
    try {
      await copies.confirm(caller);
    } catch (err) {
      log.error({ err, accountId: caller.accountId }, 'the copy of a user cannot be kept');
    }
  }

  async function removeUser(user: UserReference): Promise<void> {
    const { accountId, userId } = user;
    try {
      await copies.remove(user);
      log.info({ accountId, userId }, 'the copy of a user was removed');
    } catch (err) {
      // The record was removed first: the rest is not served, and is swept later.
      log.error({ err, accountId, userId }, 'the copy of a user is not removed whole');
    }
  }

  async function endCredential(user: UserReference): Promise<void> {
    try {
      await copies.endCredential(user);
    } catch (err) {
      log.error({ err, accountId: user.accountId }, 'the end of a credential cannot be written down');
      await removeUser(user);
    }
  }

  /** False where this computer gives the user other rights than those under which the copy was read. */
  function hasItsRights({ owner, rights }: UserCopy): boolean {
    return withRights === undefined || rightsVersion(withRights(owner.record.caller)) === rights;
  }

  function findLastKnown(copy: UserCopy | null, user: UserReference): Caller | null {
    return copy !== null && hasItsRights(copy) ? copy.owner.findKnown(user, OFFLINE_MS) : null;
  }

  /** A session that worked before goes on with its own copy; null if it must not. */
  async function resume(copy: UserCopy, error: unknown): Promise<Caller | null> {
    // The password would be sent later to whatever server answers there by then.
    if (!isAbsence(error) || !provesItself(baseUrl) || !hasItsRights(copy)) return null;
    const offline = copy.owner.goOffline();
    if (copy.owner.findKnown(offline, OFFLINE_MS) === null) return null;
    copy.connectivity.note(error);
    log.info({ accountId: offline.accountId, userId: offline.userId }, 'a session goes on without the platform');
    return offline;
  }

  async function identifyThere(user: UserReference): Promise<Caller | null> {
    const copy = await copies.find(user);
    try {
      const caller = await (copy?.connectivity ?? connectivity).ask(() => remote.identify(user));
      // Other credentials of the user must not give them their former rights.
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
    confirmNow: identifyThere,
    async signIn(request: SignInRequest) {
      try {
        const caller = await connectivity.ask(() => remote.signIn(request));
        await remember(caller);
        return caller;
      } catch (error) {
        // A typed password can be anybody's, and while the platform is away nobody can check it.
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
      const held = copy?.owner.findHeld(user, rightsHoldMs) ?? null;
      if (held !== null) return held;
      const isLost = (copy?.connectivity ?? connectivity).isLost();
      const known = isLost ? findLastKnown(copy, user) : null;
      if (known !== null) return known;
      // A session of the window signs in again with the password that it has.
      if (isOfflineCredential(user))
        throw isLost ? platformAway() : new PlatformError('session_ended', 'Sign in again.');
      try {
        return await identifyThere(user);
      } catch (error) {
        const lastKnown = isAbsence(error) ? findLastKnown(await copies.find(user), user) : null;
        if (lastKnown === null) throw error;
        return lastKnown;
      }
    },
  };
}

export function platformAway(): PlatformError {
  return new PlatformError('unavailable', 'The platform cannot be reached at the moment.');
}
