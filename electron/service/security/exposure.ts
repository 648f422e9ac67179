import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LOOPBACK, LOOPBACK_RANGES } from '../../base/loopback.ts';
import { createNetworks, type Networks } from '../../base/networks.ts';
import { getHeaderValues } from '../server/header-decoder.ts';

/** Who can reach this service, and how. */
export interface Exposure {
  /** The names that programs of this computer use, as in URLs. The first is the address that it listens on. */
  readonly ownNames: readonly [string, ...string[]];
  /** Its public names in lower case, each with its port if it has one. */
  readonly publicHosts: readonly string[];
  /** Whether TLS ends here. */
  readonly isEncrypted: boolean;
  /** The only clients allowed if TLS ends at a proxy; `null` if clients connect directly. */
  readonly proxies: Networks | null;
  /** Whether other computers can connect: sign-ins are then also counted by peer. */
  readonly isPublic: boolean;
  /**
   * Whether any IP address that leads here is accepted as the host, as monitors use it. Only a name can be made to
   * point here.
   */
  readonly takesAddresses: boolean;
}

/** Only this computer, over plain HTTP. */
export const OWN_COMPUTER: Exposure = {
  ownNames: [LOOPBACK, 'localhost'],
  publicHosts: [],
  isEncrypted: false,
  proxies: null,
  isPublic: false,
  takesAddresses: false,
};

/**
 * Uses the port of the connection: a service that stops still answers on open ones. Empty if the connection is gone.
 */
export function listOwnOrigins(message: IncomingMessage, exposure: Exposure): readonly string[] {
  const { localPort } = message.socket;
  if (localPort === undefined) return [];
  const local = exposure.isEncrypted ? 'https' : 'http';
  const outside = exposure.isEncrypted || exposure.proxies !== null ? 'https' : 'http';
  // A name without a port is reached at the default port of the scheme, which may be forwarded here, and at our own
  // port.
  const listPorts = (host: string) => (hasPort(host) ? [host] : [host, `${host}:${localPort}`]);
  return [
    ...exposure.ownNames.flatMap((name) => listSpellings(`${local}://${name}:${localPort}`)),
    ...exposure.publicHosts.flatMap(listPorts).flatMap((host) => listSpellings(`${outside}://${host}`)),
    ...(exposure.takesAddresses ? listAddressOrigins(message) : []),
  ];
}

/** As written, and as browsers write it: without the default port of the scheme. */
function listSpellings(address: string): string[] {
  return [...new Set([address, new URL(address).origin])];
}

function listAddressOrigins({ headers: { host = '' } }: IncomingMessage): string[] {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return isIP(bracketed ?? plain ?? '') === 0 ? [] : [`http://${host}`];
}

export function getPublicAddress(exposure: Exposure, port: number): string {
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

/**
 * Addresses or CIDR ranges. If empty: this computer. Otherwise this computer is trusted only if one of them covers it.
 */
export function createTrustedProxies(networks: readonly string[]): Networks {
  return networks.length === 0 ? ownNetworks : createNetworks(networks);
}

export function isThisComputer(address: string): boolean {
  return ownNetworks.has(address);
}

/**
 * An IPv4 address or an IPv6 /64 network. Of `X-Forwarded-For` only the entry that the last trusted proxy added counts;
 * anybody can write the rest. Empty if the connection is gone.
 */
export function getPeer(message: IncomingMessage, proxies: Networks | null): string {
  const address = unwrapNat64(unmapAddress(getClientAddress(message, proxies)));
  return isIP(address) === 6 ? getNetwork(address, 64) : address;
}

/** The network of a peer: an IPv4 /24 or an IPv6 /48, which is what one customer of a provider has. */
export function getPeerNetwork(peer: string): string {
  const [address = ''] = peer.split('/');
  if (isIP(address) === 0) return peer;
  return getNetwork(address, isIP(address) === 6 ? 48 : 24);
}

function getClientAddress(message: IncomingMessage, proxies: Networks | null): string {
  let nearest = message.socket.remoteAddress ?? '';
  if (proxies === null) return nearest;
  const forwarded = getHeaderValues(message, 'x-forwarded-for').join(',').split(',');
  for (const hop of forwarded.toReversed()) {
    if (!proxies.has(unmapAddress(nearest))) break;
    const address = hop.trim();
    // It cannot be told apart, so it counts as the proxy's own.
    if (isIP(address) === 0) break;
    nearest = address;
  }
  return nearest;
}

/** Converts an IPv4 address in IPv6 form to IPv4, and drops the zone of a link-local address. */
export function unmapAddress(address: string): string {
  const [zoneless = ''] = address.split('%');
  return isIP(zoneless) === 6 ? ipaddr.process(zoneless).toString() : address;
}

/**
 * The IPv4 address that NAT64 put into `64:ff9b::/96`; otherwise all of IPv4 would be one peer. For counting only: no
 * proxy and no program of this computer has such an address.
 */
function unwrapNat64(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'rfc6052' ? new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString() : address;
}

function getNetwork(address: string, bits: number): string {
  const family = isIP(address) === 6 ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
