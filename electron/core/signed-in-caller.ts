import { readMe } from '../../shared/contract/auth.ts';
import type { Caller } from '../platform/platform.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError } from './bridge-error.ts';

export interface SignedInCallerDeps {
  readonly session: SessionKeeper;
  /** The user behind a token, with the rights of this moment; null when the token is not valid. */
  readonly callerOf: (token: string) => Promise<Caller | null>;
}

/** Who is signed in, for work that is done in their name. Throws `BridgeError` when nobody is. */
export async function signedInCaller(deps: SignedInCallerDeps): Promise<Caller> {
  const caller = (await callerOfToken(deps)) ?? (await reviveCaller(deps));
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
  return token === null ? null : callerOf(token);
}
