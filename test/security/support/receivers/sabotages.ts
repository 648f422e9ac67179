import type { Sabotage } from './sabotaged-receivers.ts';

/** The attack that has to find each. */
export type FoundBy = 'urls' | 'rebinding' | 'redirects' | 'own ports' | 'certificates';

export const SABOTAGES: ReadonlyArray<Sabotage & { readonly foundBy: FoundBy }> = [
  {
    flaw: 'literal addresses are not checked',
    foundBy: 'urls',
    file: 'receiver-gate.ts',
    original: 'if (target.isLiteral) return refusalOfAddresses(target, [target.host]);',
    sabotaged: 'if (target.isLiteral) return null;',
  },
  {
    flaw: 'literal addresses are checked at the subscription alone',
    foundBy: 'urls',
    file: 'https-sender.ts',
    original: 'if (!reading.ok || gate.refusalOfHost(reading.target) !== null) {',
    sabotaged: 'if (!reading.ok) {',
  },
  {
    flaw: 'addresses that have an IPv4 address inside are not taken for it',
    foundBy: 'urls',
    file: 'special-ranges.ts',
    original: "GLOBAL_IPV6: AddressRange = ['2000::', 3]",
    sabotaged: "GLOBAL_IPV6: AddressRange = ['::', 0]",
  },
  {
    flaw: 'local names are let through',
    foundBy: 'urls',
    file: 'receiver-gate.ts',
    original: "return LOCAL_NAME.test(target.host) && !allowedRanges.has(target.host) ? 'local_name' : null;",
    sabotaged: 'return null;',
  },
  {
    flaw: 'only the first address is checked',
    foundBy: 'rebinding',
    file: 'receiver-gate.ts',
    original: 'addresses.map((address)',
    sabotaged: 'addresses.slice(0, 1).map((address)',
  },
  {
    flaw: 'names are checked at the subscription alone',
    foundBy: 'rebinding',
    file: 'checked-lookup.ts',
    original: 'if (gate.refusalOfAddresses(target, addresses) !== null)',
    sabotaged: 'if (addresses.length < 0)',
  },
  {
    flaw: 'names are resolved once and remembered',
    foundBy: 'rebinding',
    file: 'receivers.ts',
    original: 'resolve = resolveAddresses } = options;',
    sabotaged:
      'resolve: ask = resolveAddresses } = options; const known = new Map<string, Promise<readonly string[]>>(); ' +
      'const resolve: ResolveAddresses = (name) => known.get(name) ?? known.set(name, ask(name)).get(name)!;',
  },
  {
    flaw: 'redirects are followed',
    foundBy: 'redirects',
    file: 'exchange.ts',
    original: "sent.on('response', take);",
    sabotaged:
      "sent.on('response', ({ headers }) => { const { hostname: host, port } = new URL(headers.location ?? '', " +
      "'https://localhost'); exchange({ ...options, host, port, lookup: undefined }, body).then(resolve, reject); });",
  },
  {
    flaw: 'the own port is let through',
    foundBy: 'own ports',
    file: 'receiver-gate.ts',
    original: 'ownPorts().includes(port) &&',
    sabotaged: 'port < 0 &&',
  },
  {
    flaw: 'the own port is known by the address 127.0.0.1 alone',
    foundBy: 'own ports',
    file: 'receiver-gate.ts',
    original: 'contains(listOfOwn(ownAddresses()), address)',
    sabotaged: "address === '127.0.0.1'",
  },
  {
    flaw: 'the environment can switch the check of certificates off',
    foundBy: 'certificates',
    file: 'https-sender.ts',
    original: 'rejectUnauthorized: true,',
    sabotaged: '',
  },
];
