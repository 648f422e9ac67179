import { readMe } from '../../shared/contract/auth.ts';
import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { Caller } from '../base/caller.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError, toFailure } from './bridge-errors.ts';

export interface SignedInCallerDeps {
  readonly session: SessionKeeper;
  /** The user of a token, with current rights; `null` if the token is not valid. */
  readonly resolveCaller: (token: string) => Promise<Caller | null>;
}

/**
 * The signed-in user, for work in their name. Throws `BridgeError` if there is none, and if another user has signed in
 * meanwhile: the work belonged to the previous one.
 */
export async function requireSignedInCaller(deps: SignedInCallerDeps): Promise<Caller> {
  const sessionAtStart = getSessionId(deps.session);
  let caller = await readCaller(deps);
  if (caller === null && deps.session.token() !== null) {
    // A call through the keeper renews an expired token.
    await deps.session.request({ method: readMe.method, path: readMe.path });
    caller = await readCaller(deps);
  }
  const current = getSessionId(deps.session);
  if (current !== null && current !== sessionAtStart) throw createOtherSessionError();
  if (!caller) throw new BridgeError('refused', 'Sign in first.', 401);
  return caller;
}

/** The same; `null` if nobody is signed in. */
export async function findSignedInCaller(deps: SignedInCallerDeps): Promise<Caller | null> {
  try {
    return await requireSignedInCaller(deps);
  } catch (error) {
    // An unexpected error is thrown; any other one means that there is no caller.
    if (toFailure(error) === null) throw error;
    return null;
  }
}

async function readCaller({ session, resolveCaller }: SignedInCallerDeps): Promise<Caller | null> {
  const token = session.token();
  if (token === null) return null;
  try {
    return await resolveCaller(token);
  } catch (error) {
    // A call through the keeper gets a 401 for this, and signs in again.
    if (error instanceof PlatformError && error.code === 'session_ended') return null;
    throw error;
  }
}

type Session = Pick<SessionKeeper, 'state'>;

/** The id of the current session; `null` if nobody is signed in. */
export function getSessionId(session: Session): string | null {
  const state = session.state();
  return state.kind === 'signed-in' ? state.sessionId : null;
}

/**
 * Throws `BridgeError` if a window shows another session than the current one. A window that names none, and calls
 * while nobody is signed in, are not refused here.
 */
export function refuseOtherSession(session: Session, visible: string | null): void {
  const current = getSessionId(session);
  if (visible !== null && current !== null && visible !== current) throw createOtherSessionError();
}

export function createOtherSessionError(): BridgeError {
  return new BridgeError('other-session', 'Another user has signed in meanwhile.', 409);
}

/** Sends calls of the window to the API, as its user. Throws `ApiFailure`, and `BridgeError` for another session. */
export function sendInSession(session: SessionKeeper) {
  // Nothing is awaited in between: the checked session is the one that calls.
  return async (call: ApiRequest, sessionId: string | null): Promise<ApiAnswer> => {
    refuseOtherSession(session, sessionId);
    return session.request(call);
  };
}
