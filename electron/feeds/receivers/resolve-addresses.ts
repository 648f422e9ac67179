import { lookup } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6. Rejects, or has none, where the name does not resolve. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

/** As every program of this computer resolves, with its list of hosts. */
export const resolveAddresses: ResolveAddresses = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};
