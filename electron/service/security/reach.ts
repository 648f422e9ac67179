import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TrustedProxies } from './trusted-proxies.ts';

/** From where this service is reached, and how. */
export interface Reach {
  /** As programs of this computer name it, as URLs have it; the first is the address that it listens on. */
  readonly ownNames: readonly [string, ...string[]];
  /** Names of it beyond this computer, each with a port where it has one of its own; lower case. */
  readonly publicHosts: readonly string[];
  /** Whether TLS ends here. */
  readonly isEncrypted: boolean;
  /** Who alone may ask, where TLS ends at a proxy; null where clients come by themselves. */
  readonly proxies: TrustedProxies | null;
  /** Whether anybody but this computer asks: sign-ins are then counted by peer as well. */
  readonly isPublic: boolean;
  /**
   * Whether it may be asked by whatever address leads here, as monitors do: behind an address there is no page whose
   * name was made to point here.
   */
  readonly takesAddresses: boolean;
}

/** This computer alone, over plain HTTP. */
export const OWN_COMPUTER: Reach = {
  ownNames: ['127.0.0.1', 'localhost'],
  publicHosts: [],
  isEncrypted: false,
  proxies: null,
  isPublic: false,
  takesAddresses: false,
};

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/**
 * Origins under which this service may be addressed. The port is that of the connection: a service that stops listens
 * on none any more, and still answers on the connections that are open. None where the connection is gone.
 */
export function ownOrigins(message: IncomingMessage, reach: Reach): readonly string[] {
  const { localPort } = message.socket;
  if (localPort === undefined) return [];
  const local = reach.isEncrypted ? 'https' : 'http';
  const outside = reach.isEncrypted || reach.proxies !== null ? 'https' : 'http';
  return [
    ...reach.ownNames.flatMap((name) => withPort(local, name, localPort)),
    ...reach.publicHosts.flatMap((host) => originsOf(outside, host, localPort)),
    ...(reach.takesAddresses ? addressedBy(message) : []),
  ];
}

function addressedBy({ headers: { host = '' } }: IncomingMessage): string[] {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return isIP(bracketed ?? plain ?? '') === 0 ? [] : [`http://${host}`];
}

/** The address to tell clients, of a service that listens on `port`. */
export function publicAddress(reach: Reach, port: number): string {
  const { ownNames, publicHosts, isEncrypted, proxies } = reach;
  const [host] = publicHosts;
  if (host === undefined) return `${isEncrypted ? 'https' : 'http'}://${ownNames[0]}:${port}`;
  if (proxies === null && !hasPort(host)) return origin(isEncrypted ? 'https' : 'http', `${host}:${port}`);
  return origin(isEncrypted || proxies !== null ? 'https' : 'http', host);
}

/** A name without a port is reached at that of the scheme, which may be led here, and at the own one. */
function originsOf(scheme: keyof typeof DEFAULT_PORTS, host: string, localPort: number): string[] {
  const led = origin(scheme, host);
  return hasPort(host) ? [led] : [...new Set([led, ...withPort(scheme, host, localPort)])];
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host);
}

/** As browsers write it. */
function origin(scheme: keyof typeof DEFAULT_PORTS, host: string): string {
  return new URL(`${scheme}://${host}`).origin;
}

/** As it is written: browsers leave out the port that a scheme has by default. */
function withPort(scheme: keyof typeof DEFAULT_PORTS, name: string, port: number): string[] {
  const full = `${scheme}://${name}:${port}`;
  return port === DEFAULT_PORTS[scheme] ? [`${scheme}://${name}`, full] : [full];
}
