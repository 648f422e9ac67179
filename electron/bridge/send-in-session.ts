import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { refuseOtherSession } from './other-session.ts';

/** Sends calls of the window to the API, as the user whom it shows. Throws `ApiFailure`, and `BridgeError` for another. */
export function sendInSession(session: SessionKeeper) {
  // Nothing waits between the two: the session that was looked at is the one that asks.
  return async (call: ApiRequest, sessionId: string | null): Promise<ApiAnswer> => {
    refuseOtherSession(session, sessionId);
    return session.request(call);
  };
}
