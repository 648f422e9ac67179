import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6. Rejects, or has none, where the name does not resolve. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

const SERVER_PATIENCE = { timeout: 2_000, tries: 2 };

/** As every program of this computer resolves, with its list of hosts. Node makes two at a time, of all names. */
export const lookUpAddresses: ResolveAddresses = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};

/** As the name servers of this moment answer. */
export const askNameServers: ResolveAddresses = async (name) => {
  const resolver = new Resolver(SERVER_PATIENCE);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error(`no name server knows addresses of ${name}`);
  return addresses;
};
