/** First address and length of the prefix. */
export type AddressRange = readonly [first: string, prefixBits: number];

/**
 * All of IANA's special-purpose IPv4 registry, with multicast; some are reachable, but nobody receives webhooks there. The
 * clouds tell a machine its secrets within these ranges, but for one address that is listed besides.
 */
export const SPECIAL_IPV4: readonly AddressRange[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by customers of a provider
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host, with keys and settings of the machine
  ['169.254.0.0', 16], // link-local
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT relays
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, with broadcast
];

/**
 * What IANA gives out as global unicast. Everything else is refused by that alone: loopback, unique local, link-local,
 * site-local, multicast, and what has an IPv4 address inside: mapped, compatible, and NAT64.
 */
export const GLOBAL_IPV6: AddressRange = ['2000::', 3];

/** What is special within it. */
export const SPECIAL_IPV6: readonly AddressRange[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];
