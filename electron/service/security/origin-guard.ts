import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-values.ts';

const FOREIGN_SITES = ['cross-site', 'same-site'];
/** What a link on another site may open: it tells how the service is used, and nothing of a shop. */
const LINKABLE_TARGETS: ReadonlyArray<string | undefined> = ['/docs', '/openapi.json'];

/** Refuses what a browser sends on behalf of a page that this service did not serve, whatever the method. */
export function checkOrigin(message: IncomingMessage, own: readonly string[]): void {
  if (headerValues(message, 'origin').some((origin) => !own.includes(origin))) {
    throw new ApiError('forbidden', 'The Origin header must be that of this service.');
  }
  const isForeign = fetchValues(message, 'site').some((site) => FOREIGN_SITES.includes(site));
  if (isForeign && !followsLink(message)) {
    throw new ApiError('forbidden', 'Requests of other sites are refused.');
  }
}

/** True where a browser opens one of the linkable targets, exactly so spelled, as a page of its own. */
function followsLink(message: IncomingMessage): boolean {
  return (
    message.method === 'GET' &&
    LINKABLE_TARGETS.includes(message.url) &&
    fetchValues(message, 'mode').join() === 'navigate' &&
    fetchValues(message, 'dest').join() === 'document'
  );
}

/** What the browser tells of the request in `Sec-Fetch-…`. */
function fetchValues(message: IncomingMessage, name: 'site' | 'mode' | 'dest'): string[] {
  return headerValues(message, `sec-fetch-${name}`).map((value) => value.trim().toLowerCase());
}
