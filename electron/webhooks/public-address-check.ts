import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type AddressRange, GLOBAL_IPV6, SPECIAL_IPV4, SPECIAL_IPV6 } from './special-ranges.ts';

/** Whether an address, as the system writes it, is global unicast. What is no address, or has a zone, is not. */
export type IsPublicAddress = (address: string) => boolean;

/** A list for each family: one list takes every IPv4 address for a part of `::ffff:0:0/96`. */
export function createPublicAddressCheck(): IsPublicAddress {
  const specialIpv4 = rangeList(SPECIAL_IPV4, 'ipv4');
  const globalIpv6 = rangeList([GLOBAL_IPV6], 'ipv6');
  const specialIpv6 = rangeList(SPECIAL_IPV6, 'ipv6');

  return (address) => {
    if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
    if (!isIPv6(address) || address.includes('%')) return false;
    return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
  };
}

function rangeList(ranges: readonly AddressRange[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [first, prefixBits] of ranges) list.addSubnet(first, prefixBits, family);
  return list;
}
