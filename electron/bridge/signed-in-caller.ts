import { readMe } from '../../shared/contract/auth.ts';
import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { Caller } from '../base/caller.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError, failureOf } from './bridge-errors.ts';

export interface SignedInCallerDeps {
  readonly session: SessionKeeper;
  /** The user behind a token, with the rights of this moment; null when the token is not valid. */
  readonly callerOf: (token: string) => Promise<Caller | null>;
}

/**
 * The signed-in user, for work in their name. Throws `BridgeError` when there is none, and where another user has signed
 * in meanwhile: the work belonged to the previous one.
 */
export async function signedInCaller(deps: SignedInCallerDeps): Promise<Caller> {
  const asked = sessionIdOf(deps.session);
  let caller = await callerOfToken(deps);
  if (caller === null && deps.session.token() !== null) {
    // A call through the keeper renews an expired token.
    await deps.session.request({ method: readMe.method, path: readMe.path });
    caller = await callerOfToken(deps);
  }
  const present = sessionIdOf(deps.session);
  if (present !== null && present !== asked) throw otherSession();
  if (!caller) throw new BridgeError('refused', 'Sign in first.', 401);
  return caller;
}

/** The same; `null` if nobody is signed in. */
export async function findSignedInCaller(deps: SignedInCallerDeps): Promise<Caller | null> {
  try {
    return await signedInCaller(deps);
  } catch (error) {
    // An unexpected error is thrown; any other one means that there is no caller.
    if (failureOf(error) === null) throw error;
    return null;
  }
}

async function callerOfToken({ session, callerOf }: SignedInCallerDeps): Promise<Caller | null> {
  const token = session.token();
  if (token === null) return null;
  try {
    return await callerOf(token);
  } catch (error) {
    // A call through the keeper gets a 401 for it, and signs in again.
    if (error instanceof PlatformError && error.code === 'session_ended') return null;
    throw error;
  }
}

type Session = Pick<SessionKeeper, 'state'>;

/** The id of the current session; null where nobody is signed in. */
export function sessionIdOf(session: Session): string | null {
  const state = session.state();
  return state.kind === 'signed-in' ? state.sessionId : null;
}

/**
 * Throws `BridgeError` where a window shows another session than the current one. A window that names none, or calls while
 * nobody is signed in, is not refused here.
 */
export function refuseOtherSession(session: Session, visible: string | null): void {
  const present = sessionIdOf(session);
  if (visible !== null && present !== null && visible !== present) throw otherSession();
}

export function otherSession(): BridgeError {
  return new BridgeError('other-session', 'Another user has signed in meanwhile.', 409);
}

/** Sends calls of the window to the API, as its user. Throws `ApiFailure`, and `BridgeError` for another session. */
export function sendInSession(session: SessionKeeper) {
  // Nothing waits between the two: the session that was checked is the one that asks.
  return async (call: ApiRequest, sessionId: string | null): Promise<ApiAnswer> => {
    refuseOtherSession(session, sessionId);
    return session.request(call);
  };
}
