import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-decoder.ts';
import { type Exposure, isThisComputer, ownOrigins, withoutMapping } from './exposure.ts';

/** Refuses what is not addressed to this service, comes from a page that is not its own, or around the proxy. */
export function checkAddress(message: IncomingMessage, exposure: Exposure): void {
  const origins = ownOrigins(message, exposure);
  checkHost(message, origins);
  checkOrigin(message, origins);
  checkServiceWorker(message);
  checkProxy(message, exposure);
}

/**
 * A client that goes around the TLS proxy would send credentials in the clear, unless they never leave this computer.
 */
function checkProxy({ socket }: IncomingMessage, { proxies }: Exposure): void {
  const address = withoutMapping(socket.remoteAddress ?? '');
  if (proxies === null || proxies.has(address) || isThisComputer(address)) return;
  throw new ApiError('forbidden', 'Requests come through the proxy of this service alone.');
}

/** Refuses another host: a page whose domain points here (DNS rebinding) still sends its own name in `Host`. */
function checkHost(message: IncomingMessage, origins: readonly string[]): void {
  const authorities = origins.map((origin) => origin.slice(origin.indexOf('//') + 2));
  const [host, ...further] = headerValues(message, 'host');
  const names = authorities.join(' or ');
  if (host === undefined) {
    throw new ApiError('bad_request', `The Host header is missing. Send the name of this service: ${names}.`);
  }
  const isOwn = further.length === 0 && authorities.includes(host);
  if (!isOwn || !targetsOwn(message.url ?? '', origins)) {
    throw new ApiError('forbidden', `The Host header must name this service: ${names}.`);
  }
}

/** A request target in absolute form carries an authority of its own. */
function targetsOwn(target: string, origins: readonly string[]): boolean {
  const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(target);
  if (!absolute) return true;
  const [, scheme = '', authority = ''] = absolute;
  return origins.includes(`${scheme.toLowerCase()}://${authority}`);
}

/** A script planted at this origin could otherwise install itself permanently. */
function checkServiceWorker(message: IncomingMessage): void {
  if (headerValues(message, 'service-worker').length === 0) return;
  throw new ApiError('forbidden', 'This service has no service worker.');
}

const FOREIGN_SITES = ['cross-site', 'same-site'];

/** What a link on another site may open: it tells how the service is used, and nothing of a shop. */
const LINKABLE_TARGETS: ReadonlyArray<string | undefined> = ['/docs', '/openapi.json'];

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

function fetchValues(message: IncomingMessage, name: 'site' | 'mode' | 'dest'): string[] {
  return headerValues(message, `sec-fetch-${name}`).map((value) => value.trim().toLowerCase());
}
