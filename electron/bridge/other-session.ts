import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError } from './bridge-error.ts';

type Session = Pick<SessionKeeper, 'state'>;

/** Names the session of now; null where nobody is signed in. */
export function sessionIdOf(session: Session): string | null {
  const state = session.state();
  return state.kind === 'signed-in' ? state.sessionId : null;
}

/**
 * Throws `BridgeError` where a window shows another session than there is now. Whoever names none, or comes while nobody
 * is signed in, is not kept here.
 */
export function refuseOtherSession(session: Session, shown: string | null): void {
  const present = sessionIdOf(session);
  if (shown === null || present === null || shown === present) return;
  throw otherSession();
}

export function otherSession(): BridgeError {
  return new BridgeError('other-session', 'Somebody else has signed in meanwhile.', 409);
}
