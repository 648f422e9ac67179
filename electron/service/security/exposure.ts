import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LOOPBACK, LOOPBACK_RANGES } from '../../base/loopback.ts';
import { createNetworks, type Networks } from '../../base/networks.ts';
import { headerValues } from '../server/header-decoder.ts';

/** From where this service is reached, and how. */
export interface Exposure {
  /** As programs of this computer name it, as URLs have it; the first is the address that it listens on. */
  readonly ownNames: readonly [string, ...string[]];
  /** Names of it beyond this computer, each with a port where it has one of its own; lower case. */
  readonly publicHosts: readonly string[];
  /** Whether TLS ends here. */
  readonly isEncrypted: boolean;
  /** Who alone may ask, where TLS ends at a proxy; null where clients come by themselves. */
  readonly proxies: Networks | null;
  /** Whether anybody but this computer asks: sign-ins are then counted by peer as well. */
  readonly isPublic: boolean;
  /** Whether any address that leads here may be used, as monitors do: only a name can be made to point here. */
  readonly takesAddresses: boolean;
}

/** This computer alone, over plain HTTP. */
export const OWN_COMPUTER: Exposure = {
  ownNames: [LOOPBACK, 'localhost'],
  publicHosts: [],
  isEncrypted: false,
  proxies: null,
  isPublic: false,
  takesAddresses: false,
};

/** The port is that of the connection: a service that stops still answers on open ones. None: it is gone. */
export function ownOrigins(message: IncomingMessage, exposure: Exposure): readonly string[] {
  const { localPort } = message.socket;
  if (localPort === undefined) return [];
  const local = exposure.isEncrypted ? 'https' : 'http';
  const outside = exposure.isEncrypted || exposure.proxies !== null ? 'https' : 'http';
  // A name without a port is reached at that of the scheme, which may be led here, and at the own one.
  const portsOf = (host: string) => (hasPort(host) ? [host] : [host, `${host}:${localPort}`]);
  return [
    ...exposure.ownNames.flatMap((name) => spellingsOf(`${local}://${name}:${localPort}`)),
    ...exposure.publicHosts.flatMap(portsOf).flatMap((host) => spellingsOf(`${outside}://${host}`)),
    ...(exposure.takesAddresses ? addressedBy(message) : []),
  ];
}

/** As it is written, and as browsers write it: they leave out the port that a scheme has by default. */
function spellingsOf(address: string): string[] {
  return [...new Set([address, new URL(address).origin])];
}

function addressedBy({ headers: { host = '' } }: IncomingMessage): string[] {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return isIP(bracketed ?? plain ?? '') === 0 ? [] : [`http://${host}`];
}

export function publicAddress(exposure: Exposure, port: number): string {
  const { ownNames, publicHosts, isEncrypted, proxies } = exposure;
  const [host] = publicHosts;
  if (host === undefined) return `${isEncrypted ? 'https' : 'http'}://${ownNames[0]}:${port}`;
  const scheme = isEncrypted || proxies !== null ? 'https' : 'http';
  const isReachedHere = proxies === null && !hasPort(host);
  return new URL(`${scheme}://${isReachedHere ? `${host}:${port}` : host}`).origin;
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host);
}

const ownNetworks = createNetworks(LOOPBACK_RANGES);

/** Addresses or CIDR; none: this computer. With some, this computer is no proxy unless one of them says so. */
export function createTrustedProxies(networks: readonly string[]): Networks {
  return networks.length === 0 ? ownNetworks : createNetworks(networks);
}

export function isThisComputer(address: string): boolean {
  return ownNetworks.has(address);
}

/**
 * An IPv4 address or an IPv6 /64 network. Of `X-Forwarded-For` only what the last trusted proxy has seen counts;
 * anybody can write the rest. Empty where the connection is gone.
 */
export function peerOf(message: IncomingMessage, proxies: Networks | null): string {
  const address = withoutTranslation(withoutMapping(clientAddress(message, proxies)));
  return isIP(address) === 6 ? networkOf(address, 64) : address;
}

/** The network that a peer of `peerOf` is in: an IPv4 /24 or an IPv6 /48, which is what one customer of a provider has. */
export function networkOfPeer(peer: string): string {
  const [address = ''] = peer.split('/');
  if (isIP(address) === 0) return peer;
  return networkOf(address, isIP(address) === 6 ? 48 : 24);
}

function clientAddress(message: IncomingMessage, proxies: Networks | null): string {
  let nearest = message.socket.remoteAddress ?? '';
  if (proxies === null) return nearest;
  const forwarded = headerValues(message, 'x-forwarded-for').join(',').split(',');
  for (const hop of forwarded.toReversed()) {
    if (!proxies.has(withoutMapping(nearest))) break;
    const address = hop.trim();
    // Nothing that can be told apart: it counts as the proxy's own.
    if (isIP(address) === 0) break;
    nearest = address;
  }
  return nearest;
}

/** As IPv4 where it is IPv4 in a form of IPv6, and without the zone of a link-local address. */
export function withoutMapping(address: string): string {
  const [zoneless = ''] = address.split('%');
  return isIP(zoneless) === 6 ? ipaddr.process(zoneless).toString() : address;
}

/**
 * The IPv4 address that NAT64 put into `64:ff9b::/96`, or all of IPv4 would be one peer. For counting only: no proxy and no
 * program of this computer has such an address, whatever is inside.
 */
function withoutTranslation(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'rfc6052' ? new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString() : address;
}

function networkOf(address: string, bits: number): string {
  const family = isIP(address) === 6 ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
