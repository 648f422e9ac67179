import type { IncomingMessage } from 'node:http';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-values.ts';

/**
 * Refuses a request that does not name this service as its host. A web page whose domain was made to point at
 * this computer (DNS rebinding) still sends its own name in `Host`.
 */
export function checkHost(message: IncomingMessage, origins: readonly string[]): void {
  const authorities = origins.map((origin) => origin.slice(origin.indexOf('//') + 2));
  const [host, ...further] = headerValues(message, 'host');
  const named = host !== undefined && further.length === 0 && authorities.includes(host);
  if (!named || !targetsOwn(message.url ?? '', origins)) {
    throw new ApiError('forbidden', 'The Host header must name this service.');
  }
}

/** A request target in absolute form carries an authority of its own. */
function targetsOwn(target: string, origins: readonly string[]): boolean {
  const absolute = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(target);
  if (!absolute) return true;
  const [, scheme = '', authority = ''] = absolute;
  return origins.includes(`${scheme.toLowerCase()}://${authority}`);
}
