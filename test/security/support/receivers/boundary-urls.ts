interface Boundary {
  readonly range: string;
  readonly refused: readonly string[];
  /** The neighbours on both sides, where they are public. */
  readonly accepted: readonly string[];
}

function boundary(range: string, first: string, last: string, ...accepted: readonly string[]): Boundary {
  return { range, refused: [first, last], accepted };
}

const F = 'ffff';
/** The last address below a prefix of `groups` groups. */
const lastOf = (prefix: string) => [...prefix.split(':'), ...Array(8).fill(F)].slice(0, 8).join(':');

/** Written down apart from the product's own table, from the registries. */
const IPV4: readonly Boundary[] = [
  boundary('this network', '0.0.0.0', '0.255.255.255', '1.0.0.0'),
  boundary('private 10', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'),
  boundary('carrier', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'),
  boundary('carrier, inside', '100.64.0.1', '100.100.100.200', '100.63.255.254', '100.128.0.1'),
  boundary('loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'),
  boundary('link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'),
  boundary('private 172', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'),
  boundary('protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'),
  boundary('documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'),
  boundary('AS112', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'),
  boundary('AMT', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'),
  boundary('6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'),
  boundary('private 192', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'),
  boundary('AS112 direct', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'),
  boundary('benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'),
  boundary('documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'),
  boundary('documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'),
  boundary('multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255'),
  boundary('reserved', '240.0.0.0', '255.255.255.255'),
  boundary('metadata', '169.254.169.254', '192.0.0.192', '8.8.8.8', '93.184.216.34'),
  boundary('metadata of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'),
];

const IPV6: readonly Boundary[] = [
  boundary('unspecified and loopback', '::', '::1'),
  boundary('compatible', '::2', '::ffff:ffff'),
  boundary('mapped', '::ffff:0:0', '::ffff:ffff:ffff'),
  boundary('mapped, public inside', '::ffff:8.8.8.8', '::ffff:93.184.216.34'),
  boundary('translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'),
  boundary('NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'),
  boundary('NAT64, public inside', '64:ff9b::8.8.8.8', '64:ff9b::5db8:d822'),
  boundary('local NAT64', '64:ff9b:1::', lastOf('64:ff9b:1')),
  boundary('discard', '100::', lastOf('100:0:0:0')),
  boundary('dummy', '100:0:0:1::', lastOf('100:0:0:1')),
  boundary('below global unicast', '200::', lastOf('1fff'), '2000::', '2000::1'),
  boundary('above global unicast', '4000::', lastOf('5eff'), lastOf('3fff')),
  boundary('segment routing', '5f00::', lastOf('5f00')),
  boundary('protocols', '2001::', lastOf('2001:1ff'), lastOf('2000'), '2001:200::'),
  boundary('Teredo', '2001::1', lastOf('2001:0')),
  boundary('benchmarks', '2001:2::', lastOf('2001:2:0')),
  boundary('ORCHID', '2001:10::', lastOf('2001:2f')),
  boundary('documentation', '2001:db8::', lastOf('2001:db8'), lastOf('2001:db7'), '2001:db9::'),
  boundary('6to4', '2002::', lastOf('2002'), lastOf('2001'), '2003::'),
  boundary('6to4, public inside', '2002:808:808::', '2002:5db8:d822::1'),
  boundary('AS112', '2620:4f:8000::', lastOf('2620:4f:8000'), lastOf('2620:4f:7fff'), '2620:4f:8001::'),
  boundary('new documentation', '3fff::', lastOf('3fff:fff'), lastOf('3ffe'), '3fff:1000::'),
  boundary('unique local', 'fc00::', lastOf('fdff')),
  boundary('below and above unique local', lastOf('fbff'), 'fe00::'),
  boundary('link-local', 'fe80::', lastOf('febf')),
  boundary('site-local', 'fec0::', lastOf('feff')),
  boundary('multicast', 'ff00::', lastOf('ffff')),
  boundary('ordinary', 'ff02::1', 'fd12:3456::1', '2a00:1450:400e::1', '2606:4700::1111'),
];

const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

const BOUNDARIES: readonly Boundary[] = [...IPV4, ...IPV6];
export const REFUSED_BY_RANGE = BOUNDARIES.flatMap(({ refused }) => refused.map(urlOf));
export const ACCEPTED_BY_RANGE = BOUNDARIES.flatMap(({ accepted }) => accepted.map(urlOf));
