import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ageOf } from '../../base/age-of.ts';
import type { Caller, SignInRequest, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';
import { OFFLINE_MS } from './confirmed-credentials.ts';

/** A session that was resumed while the deployment was away. Its password is here alone, in memory. */
export interface OfflineSignIn {
  readonly request: SignInRequest;
  readonly user: UserReference;
  readonly begunAt: number;
  /** As the deployment let them in since; null while it has not been asked. */
  real: Caller | null;
  asking: Promise<Caller> | null;
}

export interface OfflineSignIns {
  /** The grant under which it is found again, which means something to this process alone. */
  begin(user: UserReference, request: SignInRequest): string;
  /** Undefined for a grant of the deployment itself. Null for one that has ended, such as one of an earlier run. */
  of(user: UserReference): OfflineSignIn | null | undefined;
  end(upstreamCredential: string): void;
}

const FORM = /^offline\.[\w-]{43}$/;
const SECRET_BYTES = 32;
const MAX_SIGN_INS = 200;

export function createOfflineSignIns(clock: Pick<Clock, 'now'>): OfflineSignIns {
  const signIns = new LRUCache<string, OfflineSignIn>({ max: MAX_SIGN_INS });

  return {
    begin({ accountId, userId }, request) {
      const upstreamCredential = `offline.${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const user = { accountId, userId };
      signIns.set(upstreamCredential, { request, user, begunAt: clock.now(), real: null, asking: null });
      return upstreamCredential;
    },
    of({ accountId, userId, upstreamCredential }) {
      if (upstreamCredential === undefined || !FORM.test(upstreamCredential)) return undefined;
      const known = signIns.get(upstreamCredential);
      const isTheirs = known?.user.accountId === accountId && known.user.userId === userId;
      if (known === undefined || !isTheirs || ageOf(clock, known.begunAt) >= OFFLINE_MS) return null;
      return known;
    },
    end: (upstreamCredential) => void signIns.delete(upstreamCredential),
  };
}

/** Signs in there once it is back, once for all who wait for it. */
export function signInAfterwards(
  offline: OfflineSignIn,
  signIn: (request: SignInRequest) => Promise<Caller>,
): Promise<Caller> {
  offline.asking ??= askFor(offline, signIn).finally(() => {
    offline.asking = null;
  });
  return offline.asking;
}

async function askFor(offline: OfflineSignIn, signIn: (request: SignInRequest) => Promise<Caller>): Promise<Caller> {
  const { user, request } = offline;
  const caller = await signIn(request);
  if (caller.accountId !== user.accountId || caller.userId !== user.userId) {
    throw new PlatformError('session_ended', 'The account belongs to another user now.');
  }
  offline.real = caller;
  return caller;
}

/** The caller as they are known here: under the grant that they have here. */
export function withCredentialOf(caller: Caller, { upstreamCredential }: UserReference): Caller {
  const { upstreamCredential: _, ...known } = caller;
  return upstreamCredential === undefined ? known : { ...known, upstreamCredential };
}
