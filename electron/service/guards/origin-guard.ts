import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';
import { headerValues } from './header-values.ts';

const FOREIGN_SITES = ['cross-site', 'same-site'];

/** Refuses what a browser sends on behalf of a page that this service did not serve, whatever the method. */
export function checkOrigin(message: IncomingMessage, authorities: readonly string[]): void {
  const own = authorities.map((authority) => `http://${authority}`);
  if (headerValues(message, 'origin').some((origin) => !own.includes(origin))) {
    throw new ApiError('forbidden', 'The Origin header must be that of this service.');
  }
  const sites = headerValues(message, 'sec-fetch-site').map((site) => site.trim().toLowerCase());
  if (sites.some((site) => FOREIGN_SITES.includes(site))) {
    throw new ApiError('forbidden', 'Requests of other sites are refused.');
  }
}
