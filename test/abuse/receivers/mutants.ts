import { mutantsOf } from '../harness/mutant.ts';

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

export const RECEIVERS_MUTANTS = mutantsOf(IN_TESTS, {
  'electron/webhooks/receiver-address-rules.ts': {
    literals: [
      'literal addresses are not checked',
      'if (target.isLiteral) return refusalOfAddresses(target, [target.host]);',
      'if (target.isLiteral) return null;',
    ],
    'mapped-ipv6': [
      'IPv6 addresses that have an IPv4 address inside are not taken for it',
      "GLOBAL_IPV6: AddressRange = ['2000::', 3]",
      "GLOBAL_IPV6: AddressRange = ['::', 0]",
    ],
    'shared-range': ['a range of IPv4 is one bit too small', "['100.64.0.0', 10]", "['100.64.0.0', 11]"],
    'local-names': [
      'local names are let through',
      "return LOCAL_NAME.test(target.host) && !allowedRanges.has(target.host) ? 'local_name' : null;",
      'return null;',
    ],
    'first-address': [
      'only the first address is checked',
      'addresses.map((address)',
      'addresses.slice(0, 1).map((address)',
    ],
    'own-port': ['the own port is let through', 'ownPorts().includes(port) &&', 'port < 0 &&'],
    'own-address': [
      'the own port is known by the address 127.0.0.1 alone',
      'contains(listOfOwn(ownAddresses()), address)',
      "address === '127.0.0.1'",
    ],
    'user-info': ['a URL may have a user name', "url.username !== '' ||", "url.username === '-' ||"],
    'empty-fragment': [
      'a fragment is looked for where an empty one does not show',
      "url.href.includes('#')",
      "url.hash !== ''",
    ],
    'low-ports': ['every port may be subscribed', 'port < FIRST_FREE_PORT', 'port < 0'],
    'last-dot': ['a dot at the end stays in a name', ".replace(/\\.$/, '')", ''],
  },
  'electron/webhooks/https-sender.ts': {
    'literals-once': [
      'literal addresses are checked at the subscription alone',
      'if (!reading.ok || gate.refusalOfHost(reading.target) !== null) {',
      'if (!reading.ok) {',
    ],
    redirects: [
      'redirects are followed',
      "sent.on('response', take);",
      "sent.on('response', ({ headers }) => { const { hostname: host, port } = new URL(headers.location ?? '', 'https://localhost'); exchange({ ...options, host, port, lookup: undefined }, body).then(resolve, reject); });",
    ],
    'tls-switch': ['the environment can switch the check of certificates off', 'rejectUnauthorized: true,', ''],
    tls: ['certificates are not checked', 'rejectUnauthorized: true,', 'rejectUnauthorized: false,'],
    proxy: [
      'the proxy of the environment is used',
      'keepAlive: true, timeout: IDLE_MS,',
      'keepAlive: true, timeout: IDLE_MS, proxyEnv: process.env,',
    ],
  },
  'electron/webhooks/address-lookup.ts': {
    'names-once': [
      'names are checked at the subscription alone',
      'if (gate.refusalOfAddresses(target, addresses) !== null)',
      'if (addresses.length < 0)',
    ],
    'second-lookup': [
      'the addresses that were checked are not those that are connected to',
      'return addresses.map((address)',
      'return (await resolve(target.host)).map((address)',
    ],
  },
  'electron/webhooks/open-webhooks.ts': {
    'remembered-names': [
      'names are resolved once and remembered',
      'createHttpsSender({ gate, resolve, trust',
      'createHttpsSender({ gate, resolve: ((known) => (name) => known.get(name) ?? known.set(name, resolve(name)).get(name))(new Map()), trust',
    ],
  },
});
