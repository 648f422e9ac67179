import { readMe } from '../../shared/contract/auth.ts';
import type { Caller } from '../base/caller.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError } from './bridge-error.ts';
import { otherSession, sessionIdOf } from './other-session.ts';

export interface SignedInCallerDeps {
  readonly session: SessionKeeper;
  /** The user behind a token, with the rights of this moment; null when the token is not valid. */
  readonly callerOf: (token: string) => Promise<Caller | null>;
}

/**
 * Who is signed in, for work that is done in their name. Throws `BridgeError` when nobody is, and where somebody else has
 * signed in while it was asked: the work was that of the user before.
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
    // A call through the keeper meets it as a 401, and signs in anew.
    if (error instanceof PlatformError && error.code === 'session_ended') return null;
    throw error;
  }
}
