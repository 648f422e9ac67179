/** What is printed about the window of the browser. Every `address` must be a fresh one. */

const WORKS_ONCE = 'works once, for 10 minutes';

/** The window has gone while Tilldesk goes on. `reason` is null when the user closed it. */
export function closedWindowLine(reason: string | null, address: string): string {
  const event = reason === null ? 'The window was closed' : `The window is gone (${reason})`;
  return `${event}; Tilldesk goes on. Open it again at ${address} (${WORKS_ONCE}); Ctrl+C stops it.`;
}

/** The browser was started, but has not opened the window. */
export function notOpenedLine(address: string): string {
  return `The browser has not opened the window yet. If it stays empty, paste this address into a browser: ${address} (${WORKS_ONCE}).`;
}

export const CODE_USED_TWICE =
  'The address of a window was used a second time, by another browser or user: the window that it had opened is closed. Start Tilldesk again for a new address; if it was not you, somebody on this computer tried to get in.';
