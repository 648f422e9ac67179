import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A set of addresses. */
export interface Networks {
  /**
   * An IPv4-mapped IPv6 address (`::ffff:a.b.c.d`) counts as its IPv4 address. A zone such as `%eth0` is ignored. False
   * for text that is no address.
   */
  has(address: string): boolean;
}

/** `members` are addresses, and networks such as `10.0.0.0/8`. */
export function createNetworks(members: readonly string[]): Networks {
  const list = new BlockList();
  for (const member of members) {
    const [address = '', bits] = member.split('/');
    if (bits === undefined) list.addAddress(address, getFamily(address));
    else list.addSubnet(address, Number(bits), getFamily(address));
  }
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, getFamily(address)),
  };
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Whether a text is a network such as `10.0.0.0/8`, without a zone, and without zeros before the length. */
export function isNetwork(text: string): boolean {
  if (/\/0\d/.test(text)) return false;
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || (ipaddr.IPv6.isValidCIDR(text) && !text.includes('%'));
}
