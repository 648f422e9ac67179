import { BlockList, isIP } from 'node:net';

/** The proxies whose word on where a request comes from is taken. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/** What no other computer can come from. */
const THIS_COMPUTER: readonly string[] = ['127.0.0.0/8', '::1'];
const ownNetworks = networksOf(THIS_COMPUTER);

/**
 * `networks` are addresses or CIDR. With none the proxy is on this computer; with some it is not, unless one of them says
 * so: any program of this computer could make up where a request comes from.
 */
export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  return networks.length === 0 ? ownNetworks : networksOf(networks);
}

export function isThisComputer(address: string): boolean {
  return ownNetworks.has(address);
}

function networksOf(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
