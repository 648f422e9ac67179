import type { ResolveAddresses } from '../../../electron/webhooks/address-lookup.ts';

/** Addresses that webhooks may and may not use, in every spelling; independent of the product's own tables. */

/** The first and last address of a refused range, and its neighbours on both sides if they are public. */
type Boundary = readonly [range: string, first: string, last: string, ...accepted: readonly string[]];

/** The last address under a prefix of groups. */
const lastOf = (prefix: string) => [...prefix.split(':'), ...Array(8).fill('ffff')].slice(0, 8).join(':');

/** From the registries. */
const IPV4: readonly Boundary[] = [
  ['this network', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['private 10', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['carrier, inside', '100.64.0.1', '100.100.100.200', '100.63.255.254', '100.128.0.1'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private 172', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['AS112', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['AMT', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private 192', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['AS112 direct', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['metadata', '169.254.169.254', '192.0.0.192', '8.8.8.8', '93.184.216.34'],
  ['metadata of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
];

const IPV6: readonly Boundary[] = [
  ['unspecified and loopback', '::', '::1'],
  ['compatible', '::2', '::ffff:ffff'],
  ['mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['mapped, public inside', '::ffff:8.8.8.8', '::ffff:93.184.216.34'],
  ['translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64, public inside', '64:ff9b::8.8.8.8', '64:ff9b::5db8:d822'],
  ['local NAT64', '64:ff9b:1::', lastOf('64:ff9b:1')],
  ['discard', '100::', lastOf('100:0:0:0')],
  ['dummy', '100:0:0:1::', lastOf('100:0:0:1')],
  ['below global unicast', '200::', lastOf('1fff'), '2000::', '2000::1'],
  ['above global unicast', '4000::', lastOf('5eff'), lastOf('3fff')],
  ['segment routing', '5f00::', lastOf('5f00')],
  ['protocols', '2001::', lastOf('2001:1ff'), lastOf('2000'), '2001:200::'],
  ['Teredo', '2001::1', lastOf('2001:0')],
  ['benchmarks', '2001:2::', lastOf('2001:2:0')],
  ['ORCHID', '2001:10::', lastOf('2001:2f')],
  ['documentation', '2001:db8::', lastOf('2001:db8'), lastOf('2001:db7'), '2001:db9::'],
  ['6to4', '2002::', lastOf('2002'), lastOf('2001'), '2003::'],
  ['6to4, public inside', '2002:808:808::', '2002:5db8:d822::1'],
  ['AS112', '2620:4f:8000::', lastOf('2620:4f:8000'), lastOf('2620:4f:7fff'), '2620:4f:8001::'],
  ['new documentation', '3fff::', lastOf('3fff:fff'), lastOf('3ffe'), '3fff:1000::'],
  ['unique local', 'fc00::', lastOf('fdff')],
  ['below and above unique local', lastOf('fbff'), 'fe00::'],
  ['link-local', 'fe80::', lastOf('febf')],
  ['site-local', 'fec0::', lastOf('feff')],
  ['multicast', 'ff00::', lastOf('ffff')],
  ['ordinary', 'ff02::1', 'fd12:3456::1', '2a00:1450:400e::1', '2606:4700::1111'],
];

const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

export const REFUSED_BY_RANGE = [...IPV4, ...IPV6].flatMap(([, first, last]) => [urlOf(first), urlOf(last)]);

export const ACCEPTED_BY_RANGE = [...IPV4, ...IPV6].flatMap(([, , , ...accepted]) => accepted.map(urlOf));

/** Spellings of this computer. */
export const OWN_HOSTS = (
  '127.0.0.1|127.0.0.2|127.255.255.254|2130706433|2130706433.|0177.0.0.1|0177.0.0.01|017700000001|0x7f000001|' +
  '0x7F000001|0x7f.1|0x7f.0x0.0x0.0x1|127.1|127.0.1|127.0.0.1.|127.0x0.0.1|00000177.0.0.1|0|0.0.0.0|0x0|00|' +
  '①②⑦.⓪.⓪.①|127。0。0。1|127．0．0．1|127｡0｡0｡1|１２７.0.0.1|%31%32%37.0.0.1|127.0.0.%31|[::1]|[0:0:0:0:0:0:0:1]|' +
  '[0000:0000:0000:0000:0000:0000:0000:0001]|[::0001]|[::]|[::ffff:127.0.0.1]|[::FFFF:127.0.0.1]|[::ffff:7f00:1]|' +
  '[0:0:0:0:0:ffff:7f00:0001]|[::ffff:0.0.0.0]|localhost|localhost.|LOCALHOST|LocalHost|ｌｏｃａｌｈｏｓｔ|loc%61lhost|' +
  'foo.localhost|foo.localhost.|a.b.c.LOCALHOST|loopback-name.example|loopback-name.example.|LOOPBACK-name.example|' +
  '127.0.0.1.nip.io|mixed-name.example|mixed-six-name.example|mapped-name.example'
).split('|');

/** This computer inside addresses that lead elsewhere first. */
export const EMBEDDED_OWN_HOSTS = (
  '[::127.0.0.1]|[::7f00:1]|[64:ff9b::127.0.0.1]|[64:ff9b::7f00:1]|[64:ff9b:1::7f00:1]|[2002:7f00:1::]|' +
  '[2002:7f00:0001::1]|[2001::1]|[2001:0:4136:e378:8000:63bf:80ff:fffe]|[::ffff:0:127.0.0.1]'
).split('|');

const hosts = (texts: string) => texts.split('|').map((host) => `https://${host}/`);

/** Other URLs that cannot be receivers. */
export const REFUSED_URLS: readonly string[] = [
  // Addresses of the local network in other spellings and names.
  ...hosts(
    '0xA9FEA9FE/latest/meta-data|2852039166|0251.0376.0251.0376|169.254.43518|0xc0a80101|192.168.257|10.1|0x0a.1|' +
      '012.1.2.3|[::ffff:10.0.0.1]|[::ffff:192.168.1.1]|[::ffff:169.254.169.254]|[64:ff9b::a9fe:a9fe]|' +
      '[64:ff9b::192.168.1.1]|[2002:c0a8:101::]|[::10.0.0.1]|nas|router.|intranet:8443|printer.local|printer.LOCAL.|' +
      'a.b.local|metadata.google.internal|host.docker.internal|internal|local|nas.home.arpa|home.arpa|' +
      'private-name.example|shared-name.example|unique-local-name.example|link-local-name.example|zoned-name.example|' +
      'strange-name.example',
  ),
  // Another scheme.
  ...(
    'http://hooks.example.com/|ftp://hooks.example.com/|file:///etc/passwd|file://hooks.example.com/x|' +
    'ws://hooks.example.com/|wss://hooks.example.com/|gopher://hooks.example.com/|javascript:alert(1)|' +
    'data:text/plain,x|mailto:a@example.com|httpss://hooks.example.com/|unix:/var/run/docker.sock'
  ).split('|'),
  // Ports.
  ...'0|1|22|25|80|0080|442|444|1023|65536|99999|-1|4e3|０'
    .split('|')
    .map((port) => `https://hooks.example.com:${port}/`),
  // User info and fragments.
  ...hosts(
    'user@hooks.example.com|user:secret@hooks.example.com|:secret@hooks.example.com|user:@hooks.example.com|' +
      'user@127.0.0.1|hooks.example.com@127.0.0.1|hooks.example.com:443@127.0.0.1|hooks.example.com%40@127.0.0.1|' +
      '127.0.0.1@hooks.example.com|a@b@hooks.example.com|hooks.example.com#@127.0.0.1',
  ),
  ...'https://hooks.example.com/#|https://hooks.example.com/#x|https://hooks.example.com/?q#x'.split('|'),
  // Not a URL, or not a name.
  ...hosts(
    '.hooks.example.com|hooks..example.com|hooks.example.com..|127.0.0.1..|localhost..|4294967296|4294967297|' +
      '256.1.1.1|1.2.3.4.5|0x100000000|1.2.3.09|hooks.1|hooks.0x1|[::1|[::1]x|[::g]|[fe80::1%25eth0]|[fe80::1%eth0]|' +
      '[::127.0.0.256]|[1.2.3.4]|192.168.1.1%00.example.com|hooks%00.example.com|hooks%2eexample%2ecom%2f|' +
      'hooks example.com|hooks%20.example.com|hooks*.example.com|hooks!.example.com|(hooks).example.com|' +
      'hooks.example.com,127.0.0.1|hooks.example.com;127.0.0.1|$HOST.example.com|{host}.example.com|`id`.example.com|' +
      'hooks.exa\tmple.com|hooks.exa\nmple.com',
  ),
  ...(
    '|hooks.example.com|//hooks.example.com/|https|https:|https://|https:///|https://?x|https://.|https://..|' +
    ' https://hooks.example.com/|https://hooks.example.com/ |https://hooks.example.com/a b|' +
    'https://hooks.example.com/\r\nX-Header: 1|https://hooks.example.com/\0|\u0001https://hooks.example.com/'
  ).split('|'),
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a.'.repeat(127)}example.com/`,
  `https://hooks.example.com/${'a'.repeat(2048)}`,
  `https://hooks.example.com/${'é'.repeat(400)}`,
];

/** May be subscribed, and are already canonical. */
const ACCEPTED_AS_THEY_ARE = [
  ...hosts(
    'hooks.example.com|hooks.example.com:1024|hooks.example.com:8443|hooks.example.com:65535|hooks_1.example.com|' +
      'xn--bcher-kva.example.com|localhost.example.com|notlocalhost.com|local.example.com|thelocal.com|' +
      'internal.example.com|arpa.example.com|127-0-0-1.example.com|10.example.com|unknown-name.example',
  ),
  'https://hooks.example.com/%7Ehook?a=%20b',
  'https://hooks.example.com/@127.0.0.1',
  'https://hooks.example.com/?u=https://127.0.0.1/',
];

/** What may be subscribed, with its canonical form. */
export const ACCEPTED_URLS: ReadonlyArray<readonly [text: string, canonical: string]> = [
  ...ACCEPTED_AS_THEY_ARE.map((url) => [url, url] as const),
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com./', 'https://hooks.example.com/'],
  ['https://hooks.example.com.:8443/a', 'https://hooks.example.com:8443/a'],
  ['HTTPS://HOOKS.Example.COM/Path?Q=1', 'https://hooks.example.com/Path?Q=1'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:00443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:/', 'https://hooks.example.com/'],
  ['https://hooks.example.com/a/../b/./c', 'https://hooks.example.com/b/c'],
  ['https://hooks.example.com/é?ü', 'https://hooks.example.com/%C3%A9?%C3%BC'],
  ['https://hooks.example.com\\@127.0.0.1/', 'https://hooks.example.com/@127.0.0.1/'],
  ['https:hooks.example.com/x', 'https://hooks.example.com/x'],
  ['https:\\\\hooks.example.com\\x', 'https://hooks.example.com/x'],
  ['https://@hooks.example.com/', 'https://hooks.example.com/'],
  ['https://ho%6Fks.example.com/', 'https://hooks.example.com/'],
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://ｈｏｏｋｓ.example.com/', 'https://hooks.example.com/'],
  ['https://hooks。example。com/', 'https://hooks.example.com/'],
  ['https://0x08080808/', 'https://8.8.8.8/'],
  ['https://134744072:8443/x', 'https://8.8.8.8:8443/x'],
  ['https://8.8.8.8./', 'https://8.8.8.8/'],
  ['https://[2A00:1450:400E:0:0:0:0:1]/', 'https://[2a00:1450:400e::1]/'],
  [`https://hooks.example.com/${'a'.repeat(2022)}`, `https://hooks.example.com/${'a'.repeat(2022)}`],
];

/** What names resolve to. Names that end in example.com have a public address; others do not resolve. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'foo.localhost': ['127.0.0.1'],
  'a.b.c.localhost': ['::1'],
  'loopback-name.example': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'mixed-name.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-six-name.example': ['2606:4700::1111', '93.184.216.34', '::1'],
  'mapped-name.example': ['::ffff:127.0.0.1'],
  'private-name.example': ['192.168.1.20'],
  'shared-name.example': ['100.64.3.4'],
  'unique-local-name.example': ['fd00::20'],
  'link-local-name.example': ['169.254.169.254'],
  'zoned-name.example': ['fe80::1%eth0'],
  'strange-name.example': ['93.184.216.34', 'not an address'],
  nas: ['93.184.216.34'],
  router: ['93.184.216.34'],
  intranet: ['93.184.216.34'],
  'notlocalhost.com': ['93.184.216.34'],
  'thelocal.com': ['2606:4700::1111'],
};

/** Resolves only the names of the corpus. */
export const resolveCorpusName: ResolveAddresses = async (name) => {
  const addresses = NAMES[name] ?? (name.endsWith('.example.com') ? ['93.184.216.34', '2606:4700::1111'] : null);
  if (addresses === null) throw new Error(`${name} does not resolve`);
  return addresses;
};
