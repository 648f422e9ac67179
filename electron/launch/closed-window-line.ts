/**
 * What is said when the window of the browser has gone while Tilldesk goes on. `reason` is null when the user
 * closed it; `address` must be a fresh one.
 */
export function closedWindowLine(reason: string | null, address: string): string {
  const event = reason === null ? 'The window was closed' : `The window is gone (${reason})`;
  return `${event}; Tilldesk goes on. Open it again at ${address} (works once, for 10 minutes); Ctrl+C stops it.`;
}
