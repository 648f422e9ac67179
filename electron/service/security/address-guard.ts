import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { getHeaderValues } from '../server/header-decoder.ts';
import { type Exposure, isThisComputer, listOwnOrigins, unmapAddress } from './exposure.ts';

/** Refuses requests to another host, from a page of another site, or around the proxy. */
export function checkAddress(message: IncomingMessage, exposure: Exposure): void {
  const origins = listOwnOrigins(message, exposure);
  checkHost(message, origins);
  checkOrigin(message, origins);
  checkServiceWorker(message);
  checkProxy(message, exposure);
}

/** A client that bypasses the TLS proxy would send credentials in the clear, unless they never leave this computer. */
function checkProxy({ socket }: IncomingMessage, { proxies }: Exposure): void {
  const address = unmapAddress(socket.remoteAddress ?? '');
  if (proxies === null || proxies.has(address) || isThisComputer(address)) return;
  throw new ApiError('forbidden', 'Send the request through the proxy of this service.');
}

/** Refuses another host: a page whose domain points here (DNS rebinding) still sends its own name in `Host`. */
function checkHost(message: IncomingMessage, origins: readonly string[]): void {
  const authorities = origins.map((origin) => origin.slice(origin.indexOf('//') + 2));
  const [host, ...further] = getHeaderValues(message, 'host');
  const names = authorities.join(' or ');
  if (host === undefined) {
    throw new ApiError('bad_request', `The Host header is missing. Send the name of this service: ${names}.`);
  }
  const isOwn = further.length === 0 && authorities.includes(host);
  if (!isOwn || !targetsThisService(message.url ?? '', origins)) {
    throw new ApiError('forbidden', `The Host header must name this service: ${names}.`);
  }
}

/** A request target in absolute form has its own authority. */
function targetsThisService(target: string, origins: readonly string[]): boolean {
  const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(target);
  if (!absolute) return true;
  const [, scheme = '', authority = ''] = absolute;
  return origins.includes(`${scheme.toLowerCase()}://${authority}`);
}

/** A script planted at this origin could otherwise install itself permanently. */
function checkServiceWorker(message: IncomingMessage): void {
  if (getHeaderValues(message, 'service-worker').length === 0) return;
  throw new ApiError('forbidden', 'This service has no service worker.');
}

const FOREIGN_SITES = ['cross-site', 'same-site'];

/** What a link on another site may open: it explains the service, and shows nothing of a shop. */
const LINKABLE_TARGETS: ReadonlyArray<string | undefined> = ['/docs', '/openapi.json'];

export function checkOrigin(message: IncomingMessage, own: readonly string[]): void {
  if (getHeaderValues(message, 'origin').some((origin) => !own.includes(origin))) {
    throw new ApiError('forbidden', 'The Origin header must name this service.');
  }
  const isForeign = fetchValues(message, 'site').some((site) => FOREIGN_SITES.includes(site));
  if (isForeign && !followsLink(message)) {
    throw new ApiError('forbidden', 'Requests from pages of other sites are refused.');
  }
}

/** True if a browser opens one of the linkable targets, spelled exactly so, as a page of its own. */
function followsLink(message: IncomingMessage): boolean {
  return (
    message.method === 'GET' &&
    LINKABLE_TARGETS.includes(message.url) &&
    fetchValues(message, 'mode').join() === 'navigate' &&
    fetchValues(message, 'dest').join() === 'document'
  );
}

function fetchValues(message: IncomingMessage, name: 'site' | 'mode' | 'dest'): string[] {
  return getHeaderValues(message, `sec-fetch-${name}`).map((value) => value.trim().toLowerCase());
}
