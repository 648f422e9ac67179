import type { Sabotage } from '../harness/sabotage.ts';

type Mistake = readonly [name: string, flaw: string, file: string, find: string, put: string];

const MISTAKES: readonly Mistake[] = [
  [
    'literals',
    'literal addresses are not checked',
    'electron/webhooks/receiver-address-rules.ts',
    'if (target.isLiteral) return refusalOfAddresses(target, [target.host]);',
    'if (target.isLiteral) return null;',
  ],
  [
    'literals-once',
    'literal addresses are checked at the subscription alone',
    'electron/webhooks/https-sender.ts',
    'if (!reading.ok || gate.refusalOfHost(reading.target) !== null) {',
    'if (!reading.ok) {',
  ],
  [
    'mapped-ipv6',
    'IPv6 addresses that have an IPv4 address inside are not taken for it',
    'electron/webhooks/receiver-address-rules.ts',
    "GLOBAL_IPV6: AddressRange = ['2000::', 3]",
    "GLOBAL_IPV6: AddressRange = ['::', 0]",
  ],
  [
    'shared-range',
    'a range of IPv4 is one bit too small',
    'electron/webhooks/receiver-address-rules.ts',
    "['100.64.0.0', 10]",
    "['100.64.0.0', 11]",
  ],
  [
    'local-names',
    'local names are let through',
    'electron/webhooks/receiver-address-rules.ts',
    "return LOCAL_NAME.test(target.host) && !allowedRanges.has(target.host) ? 'local_name' : null;",
    'return null;',
  ],
  [
    'first-address',
    'only the first address is checked',
    'electron/webhooks/receiver-address-rules.ts',
    'addresses.map((address)',
    'addresses.slice(0, 1).map((address)',
  ],
  [
    'names-once',
    'names are checked at the subscription alone',
    'electron/webhooks/address-lookup.ts',
    'if (gate.refusalOfAddresses(target, addresses) !== null)',
    'if (addresses.length < 0)',
  ],
  [
    'remembered-names',
    'names are resolved once and remembered',
    'electron/webhooks/open-webhooks.ts',
    'resolve = resolveAddresses } = options;',
    'resolve: ask = resolveAddresses } = options; const known = new Map(); ' +
      'const resolve = (name) => known.get(name) ?? known.set(name, ask(name)).get(name);',
  ],
  [
    'second-lookup',
    'the addresses that were checked are not those that are connected to',
    'electron/webhooks/address-lookup.ts',
    'return addresses.map((address)',
    'return (await resolve(target.host)).map((address)',
  ],
  [
    'redirects',
    'redirects are followed',
    'electron/webhooks/https-sender.ts',
    "sent.on('response', take);",
    "sent.on('response', ({ headers }) => { const { hostname: host, port } = new URL(headers.location ?? '', " +
      "'https://localhost'); exchange({ ...options, host, port, lookup: undefined }, body).then(resolve, reject); });",
  ],
  [
    'own-port',
    'the own port is let through',
    'electron/webhooks/receiver-address-rules.ts',
    'ownPorts().includes(port) &&',
    'port < 0 &&',
  ],
  [
    'own-address',
    'the own port is known by the address 127.0.0.1 alone',
    'electron/webhooks/receiver-address-rules.ts',
    'contains(listOfOwn(ownAddresses()), address)',
    "address === '127.0.0.1'",
  ],
  [
    'tls-switch',
    'the environment can switch the check of certificates off',
    'electron/webhooks/https-sender.ts',
    'rejectUnauthorized: true,',
    '',
  ],
  [
    'tls',
    'certificates are not checked',
    'electron/webhooks/https-sender.ts',
    'rejectUnauthorized: true,',
    'rejectUnauthorized: false,',
  ],
  [
    'proxy',
    'the proxy of the environment is used',
    'electron/webhooks/https-sender.ts',
    'keepAlive: true, timeout: IDLE_MS,',
    'keepAlive: true, timeout: IDLE_MS, proxyEnv: process.env,',
  ],
  [
    'user-info',
    'a URL may have a user name',
    'electron/webhooks/receiver-address-rules.ts',
    "url.username !== '' ||",
    "url.username === '-' ||",
  ],
  [
    'empty-fragment',
    'a fragment is looked for where an empty one does not show',
    'electron/webhooks/receiver-address-rules.ts',
    "url.href.includes('#')",
    "url.hash !== ''",
  ],
  [
    'low-ports',
    'every port may be subscribed',
    'electron/webhooks/receiver-address-rules.ts',
    'port < FIRST_FREE_PORT',
    'port < 0',
  ],
  [
    'last-dot',
    'a dot at the end stays in a name',
    'electron/webhooks/receiver-address-rules.ts',
    ".replace(/\\.$/, '')",
    '',
  ],
];

/** One for each attack, for the time that the tests may take. */
const IN_TESTS = [
  'literals',
  'mapped-ipv6',
  'first-address',
  'second-lookup',
  'redirects',
  'own-port',
  'tls-switch',
  'proxy',
];

export const RECEIVERS_SABOTAGES: readonly Sabotage[] = MISTAKES.map(([name, flaw, file, find, put]) => ({
  ...{ name, flaw },
  edit: { file: file, find, put },
  leftToAbuse: !IN_TESTS.includes(name),
}));
