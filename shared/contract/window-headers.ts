import type { BridgeCall } from './bridge.ts';

/** Path at which the launch page redeems its code. */
export const LAUNCH_SESSION_PATH = '/launch/session';

/** Header of a refusal because the window's session was ended: its launch code was used a second time. */
export const WINDOW_ENDED_HEADER = 'x-tilldesk-window-ended';

/** Header of each answer to a window: how many windows have been opened since the start. */
export const OPENED_WINDOWS_HEADER = 'x-tilldesk-windows';

/**
 * The window sends the id of the session that it shows with each call, because another window of the same program may
 * have changed the user. A call for another session is refused (over HTTP with 409 and this header), and the window
 * reads the session again.
 */
export const SESSION_ID_HEADER = 'x-tilldesk-session';

/** Value of the header in the answer to a call for another session. */
export const OTHER_SESSION = 'other';

/** Calls that do not depend on the user, or that return the user. Allowed from a window that shows another session. */
export const USER_INDEPENDENT_CALLS: ReadonlySet<BridgeCall> = new Set<BridgeCall>([
  'readSession',
  'signIn',
  'switchSignIn',
  'forgetSignIn',
  'readSettings',
  'changeSettings',
]);
