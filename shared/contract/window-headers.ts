import type { BridgeCall } from './bridge.ts';

/** Where the launch page redeems its code. */
export const LAUNCH_SESSION_PATH = '/launch/session';

/** In a refusal, where the session of the window has been ended: its launch code was presented a second time. */
export const WINDOW_ENDED_HEADER = 'x-tilldesk-window-ended';

/** In each answer to a window: how many windows have been let in since the start. */
export const WINDOWS_LET_IN_HEADER = 'x-tilldesk-windows';

/**
 * With each call the window names the session that it shows, by the id of `SessionState`: another window of the same
 * program may have changed who is signed in, and nothing of that user belongs on this one's pages. A call of another
 * session is refused, over HTTP with 409 and this header, and the window reads again who is signed in.
 */
export const SESSION_ID_HEADER = 'x-tilldesk-session';

/** Value of the header in the answer to a call of another session. */
export const OTHER_SESSION = 'other';

/** Calls that do not depend on the user, or that answer who that is: allowed from a window that shows another session. */
export const CALLS_OF_NO_USER: ReadonlySet<BridgeCall> = new Set<BridgeCall>([
  'readSession',
  'signIn',
  'switchSignIn',
  'forgetSignIn',
  'readSettings',
  'changeSettings',
]);
