import type { BridgeCall } from './bridge.ts';

/**
 * With each call the window names the session that it shows, by the id of `SessionState`: another window of the same
 * program may have changed who is signed in, and nothing of that user belongs on this one's pages. A call of another
 * session is refused, over HTTP with 409 and this header, and the window reads anew who is signed in.
 */
export const SESSION_ID_HEADER = 'x-tilldesk-session';

/** Value of the header in the answer to a call of another session. */
export const OTHER_SESSION = 'other';

/** Answered alike whoever is signed in, or says who that is: taken from a window that shows another session too. */
export const CALLS_OF_NO_USER: ReadonlySet<BridgeCall> = new Set<BridgeCall>([
  'readSession',
  'signIn',
  'switchSignIn',
  'forgetSignIn',
  'readSettings',
  'changeSettings',
]);
