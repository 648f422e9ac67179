import { readMe } from '../../shared/contract/auth.ts';
import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { Caller } from '../base/caller.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError } from './bridge-errors.ts';

export interface SignedInCallerDeps {
  readonly session: SessionKeeper;
  /** The user behind a token, with the rights of this moment; null when the token is not valid. */
  readonly callerOf: (token: string) => Promise<Caller | null>;
}

/**
 * Who is signed in, for work that is done in their name. Throws `BridgeError` when nobody is, and where somebody else
 * has signed in while it was asked: the work was that of the user before.
 */
export async function signedInCaller(deps: SignedInCallerDeps): Promise<Caller> {
  const asked = sessionIdOf(deps.session);
  const caller = (await callerOfToken(deps)) ?? (await reviveCaller(deps));
  const present = sessionIdOf(deps.session);
  if (present !== null && present !== asked) throw otherSession();
  if (!caller) throw new BridgeError('refused', 'Sign in first.', 401);
  return caller;
}

/** A call through the keeper brings a token that has expired back to life, where there is one. */
async function reviveCaller(deps: SignedInCallerDeps): Promise<Caller | null> {
  if (deps.session.token() === null) return null;
  await deps.session.request({ method: readMe.method, path: readMe.path });
  return callerOfToken(deps);
}

async function callerOfToken({ session, callerOf }: SignedInCallerDeps): Promise<Caller | null> {
  const token = session.token();
  if (token === null) return null;
  try {
    return await callerOf(token);
  } catch (error) {
    // A call through the keeper meets it as a 401, and signs in again.
    if (error instanceof PlatformError && error.code === 'session_ended') return null;
    throw error;
  }
}

type Session = Pick<SessionKeeper, 'state'>;

/** Names the session of now; null where nobody is signed in. */
export function sessionIdOf(session: Session): string | null {
  const state = session.state();
  return state.kind === 'signed-in' ? state.sessionId : null;
}

/**
 * Throws `BridgeError` where a window shows another session than there is now. A caller that names none, or comes while
 * nobody is signed in, is not kept here.
 */
export function refuseOtherSession(session: Session, shown: string | null): void {
  const present = sessionIdOf(session);
  if (shown === null || present === null || shown === present) return;
  throw otherSession();
}

export function otherSession(): BridgeError {
  return new BridgeError('other-session', 'Somebody else has signed in meanwhile.', 409);
}

/**
 * Sends calls of the window to the API, as the user whom it shows. Throws `ApiFailure`, and `BridgeError` for another.
 */
export function sendInSession(session: SessionKeeper) {
  // Nothing waits between the two: the session that was looked at is the one that asks.
  return async (call: ApiRequest, sessionId: string | null): Promise<ApiAnswer> => {
    refuseOtherSession(session, sessionId);
    return session.request(call);
  };
}
