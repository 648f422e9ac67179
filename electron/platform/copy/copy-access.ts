import { provesItself } from '../../../shared/platform-address.ts';
import { ageOf } from '../../base/age-of.ts';
import type { Caller, SignInRequest, UserReference } from '../../base/caller.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { ConfirmedCredentials } from './confirmed-credentials.ts';
import { OFFLINE_MS } from './confirmed-credentials.ts';
import { type Connectivity, isAbsence } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { rightsVersion } from './copy-owner.ts';
import { type OfflineSignIns, signInAfterwards, withCredentialOf } from './offline-sign-ins.ts';
import type { UserCopies } from './user-copies.ts';
import type { UserCopy } from './user-copy.ts';

export interface CopyAccess extends Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  /** The caller with the grant that the deployment knows. Throws where it has not been reached since they signed in. */
  acting(caller: Caller): Promise<Caller>;
  endCredential(caller: UserReference): Promise<void>;
  /** Whether the caller may read the copy: the deployment took their grant, and not too long ago. */
  isTaken(copy: UserCopy, caller: UserReference): Promise<boolean>;
  /** Asks the deployment who the caller is now, whatever it said a moment ago; null where it no longer lets them in. */
  confirmNow(caller: Caller): Promise<Caller | null>;
}

export interface CopyAccessDeps extends CopyDeps {
  readonly connectivity: Connectivity;
  readonly copies: UserCopies;
  readonly upstreamCredentials: ConfirmedCredentials;
  readonly offline: OfflineSignIns;
}

/** Signing in and rights: those of the deployment where it can be reached, and for a while the last ones where not. */
export function createCopyAccess(copyDeps: CopyAccessDeps): CopyAccess {
  const { remote, connectivity, copies, upstreamCredentials, offline, clock, log, withRights } = copyDeps;

  /** The user can work even where this computer has no room for a copy. */
  async function remember(caller: Caller): Promise<void> {
    try {
      await copies.confirm(caller);
    } catch (err) {
      log.error({ err, accountId: caller.accountId }, 'the copy of a user cannot be kept');
    }
  }

  async function signInThere(request: SignInRequest): Promise<Caller> {
    const caller = await connectivity.ask(() => remote.signIn(request));
    await remember(caller);
    upstreamCredentials.confirm(caller, caller);
    return caller;
  }

  /** The password let them in before and is refused now: they lose their copy. */
  async function removeRefused(request: SignInRequest): Promise<void> {
    const copy = request.isRemembered ? await copies.findBySignIn(request) : null;
    if (copy !== null) await removeUser(copy.user.caller);
  }

  async function removeUser(user: UserReference): Promise<void> {
    upstreamCredentials.forget(user);
    const { accountId, userId } = user;
    try {
      await copies.remove(user);
      log.info({ accountId, userId }, 'the copy of a user was removed');
    } catch (err) {
      // The owner file was removed first: the rest is not served, and is swept later.
      log.error({ err, accountId, userId }, 'the copy of a user is not removed whole');
    }
  }

  /** A session that worked before goes on with its own copy; null where there is none, and for a typed password. */
  async function resume(request: SignInRequest): Promise<Caller | null> {
    // The password would be sent later to whatever server answers there by then.
    if (!request.isRemembered || !provesItself(copyDeps.baseUrl)) return null;
    const copy = await copies.findBySignIn(request);
    if (copy === null || ageOf(clock, copy.user.confirmedAt) >= OFFLINE_MS || !hasItsRights(copy)) return null;
    const { caller } = copy.user;
    log.info({ accountId: caller.accountId, userId: caller.userId }, 'a session goes on without the deployment');
    return { ...caller, upstreamCredential: offline.begin(caller, request) };
  }

  async function endCredential(user: UserReference): Promise<void> {
    upstreamCredentials.end(user);
    try {
      await copies.endCredential(user);
    } catch (err) {
      log.error({ err, accountId: user.accountId }, 'the end of a grant cannot be written down');
      await removeUser(user);
    }
  }

  /** Of a session that was resumed: as long as its user is known; else by the credential. */
  async function isTaken(copy: UserCopy, user: UserReference): Promise<boolean> {
    const signIn = offline.of(user);
    if (signIn === undefined) return copy.upstreamCredentials.isTaken(user);
    if (signIn === null) return false;
    if (signIn.real !== null) return copy.upstreamCredentials.isTaken(signIn.real);
    return ageOf(clock, copy.user.confirmedAt) < OFFLINE_MS;
  }

  /** False where this computer gives the user other rights than those under which the copy was read. */
  function hasItsRights({ user, mark }: UserCopy): boolean {
    return withRights === undefined || rightsVersion(withRights(user.caller)) === mark;
  }

  /** The user as last confirmed with this grant; null where that is too long ago, or the grant ended since. */
  async function lastKnown(user: UserReference): Promise<Caller | null> {
    const copy = await copies.find(user);
    if (copy === null || !hasItsRights(copy)) return null;
    if (upstreamCredentials.hasEnded(user) || !(await isTaken(copy, user))) return null;
    return withCredentialOf(copy.user.caller, user);
  }

  async function identifyThere(user: UserReference): Promise<Caller | null> {
    try {
      const caller = await connectivity.ask(() => remote.identify(user));
      if (caller === null) {
        await removeUser(user);
        return null;
      }
      const before = await copies.find(user);
      // Other grants of the user must not give them their former rights.
      if (before !== null && before.mark !== rightsVersion(caller)) upstreamCredentials.forget(user);
      if (upstreamCredentials.hasEnded(user)) return caller;
      await remember(caller);
      upstreamCredentials.confirm(user, caller);
      return caller;
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'session_ended') {
        await (error.isPasswordRefused ? removeUser(user) : endCredential(user));
      }
      throw error;
    }
  }

  async function acting(caller: Caller): Promise<Caller> {
    const signIn = offline.of(caller);
    if (signIn === undefined) return caller;
    if (signIn === null) throw new PlatformError('session_ended', 'Sign in again.');
    if (signIn.real === null && connectivity.isLost()) {
      throw new PlatformError('unavailable', 'The platform cannot be reached at the moment.');
    }
    try {
      return signIn.real ?? (await signInAfterwards(signIn, signInThere));
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
      offline.end(caller.upstreamCredential ?? '');
      await removeUser(caller);
      const isPasswordRefused = error.code === 'credentials_refused' || error.isPasswordRefused;
      throw new PlatformError('session_ended', 'Sign in again.', { cause: error, isPasswordRefused });
    }
  }

  async function identify(user: UserReference): Promise<Caller | null> {
    const held = upstreamCredentials.held(user);
    if (held !== null) return held;
    const kept = connectivity.isLost() ? await lastKnown(user) : null;
    if (kept !== null) return kept;
    try {
      return await identifyThere(user);
    } catch (error) {
      const known = isAbsence(error) ? await lastKnown(user) : null;
      if (known === null) throw error;
      // Their next call does not wait for the same deadline.
      if (!connectivity.isLost()) upstreamCredentials.confirm(user, known);
      return known;
    }
  }

  async function identifyOffline(user: UserReference): Promise<Caller | null> {
    const known = await lastKnown(user);
    try {
      const caller = await identify(await acting({ ...NOBODY, ...user }));
      return caller && withCredentialOf(caller, user);
    } catch (error) {
      const isEnded = error instanceof PlatformError && error.code === 'session_ended';
      if (isEnded && !error.isPasswordRefused) return null;
      if (!isAbsence(error) || known === null) throw error;
      return known;
    }
  }

  return {
    ...{ acting, endCredential, isTaken },
    confirmNow: async (caller) => identifyThere(await acting(caller)),
    async signIn(request) {
      try {
        return await signInThere(request);
      } catch (error) {
        if (error instanceof PlatformError && error.code === 'credentials_refused') await removeRefused(request);
        const kept = isAbsence(error) ? await resume(request) : null;
        if (kept === null) throw error;
        return kept;
      }
    },
    async signInWithKey(claimed, key) {
      const caller = await connectivity.ask(() => remote.signInWithKey(claimed, key));
      await remember(caller);
      return caller;
    },
    identify: (user) => (offline.of(user) === undefined ? identify(user) : identifyOffline(user)),
  };
}

const NOBODY = { account: '', name: '', email: '', roles: [], lockedLocation: null };

/** Says nothing about who signs in. */
function isPassing({ code }: PlatformError): boolean {
  return code !== 'credentials_refused' && code !== 'session_ended';
}
