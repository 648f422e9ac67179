import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { headerValues } from '../server/header-values.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * Who asks, as sign-ins are counted: an address of IPv4, or the /64 network of one of IPv6, of which anybody has
 * billions. Of `X-Forwarded-For` counts what the last proxy that is trusted has seen itself; what stands before it
 * anybody can write. Empty where the connection is gone.
 */
export function peerOf(message: IncomingMessage, proxies: TrustedProxies | null): string {
  return networkOf(clientAddress(message, proxies));
}

function clientAddress(message: IncomingMessage, proxies: TrustedProxies | null): string {
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

export function withoutMapping(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

function networkOf(given: string): string {
  const address = withoutMapping(given);
  if (isIP(address) !== 6) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return `${groupsOf(canonical).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an address, with those that `::` leaves out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const left = before ?? [];
  const right = after ?? [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}
