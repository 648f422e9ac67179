import { systemClock } from '../../../../electron/base/clock.ts';
import type { ResolveAddresses } from '../../../../electron/webhooks/address-lookup.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';
import type { Canary } from './canary.ts';

/** Names that look public, and lead to the own network all the same. */
const NEEDS_LOOKUP = /\.(?:example|nip\.io)$/;

/**
 * Subscribes the whole corpus, and sends to what has to be refused: to `all` of it, or to what leads to this computer
 * alone, for a product that may really connect.
 */
export async function attackWithUrls(canary: Canary, sendsTo: 'all' | 'own'): Promise<AttackReport> {
  const { rules, sender } = createReceivers({
    allowed: [],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    resolve: resolveCorpusName,
  });
  const wrong: string[] = [];
  const refusedGood: string[] = [];
  const urlsOf = (hosts: readonly string[]) => hosts.map((host) => `https://${host}:${canary.port}/hook`);
  const own = urlsOf(OWN_HOSTS);
  const refused = [...own, ...urlsOf(EMBEDDED_OWN_HOSTS), ...REFUSED_BY_RANGE, ...REFUSED_URLS];
  for (const url of refused) {
    // Of a name the answer must not tell where it leads: it is refused at the connection.
    const verdict = await rules.checkUrl(url);
    if (verdict.ok && !NEEDS_LOOKUP.test(new URL(verdict.url).hostname)) wrong.push(`${url} can be subscribed`);
  }
  for (const url of sendsTo === 'all' ? refused : own) {
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'address_refused') wrong.push(`${url} was sent to: ${failure}`);
  }
  const accepted = [...ACCEPTED_BY_RANGE.map((url) => [url, URL.parse(url)?.href] as const), ...ACCEPTED_URLS];
  for (const [url, canonical] of accepted) {
    const verdict = await rules.checkUrl(url);
    if (!verdict.ok) refusedGood.push(`${url}: ${verdict.reason}`);
    else if (verdict.url !== canonical) wrong.push(`${url} gives ${verdict.url}`);
    const again = await rules.checkUrl(canonical ?? '');
    if (!again.ok || again.url !== canonical) wrong.push(`${canonical} is not its own canonical form`);
  }
  sender.close();
  return { tried: refused.length + accepted.length, wrong, refusedGood };
}

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

const REFUSED_BY_RANGE = BOUNDARIES.flatMap(({ refused }) => refused.map(urlOf));

const ACCEPTED_BY_RANGE = BOUNDARIES.flatMap(({ accepted }) => accepted.map(urlOf));

/** Resolves the names of the corpus and no other. */
const resolveCorpusName: ResolveAddresses = async (name) => {
  const addresses = NAMES[name] ?? (name.endsWith('.example.com') ? PUBLIC_NAME : null);
  if (addresses === null) throw new Error(`${name} does not resolve`);
  return addresses;
};

/** Spellings of this computer. */
const OWN_HOSTS: readonly string[] = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '2130706433',
  '2130706433.',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '0x7f000001',
  '0x7F000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '127.0x0.0.1',
  '00000177.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '127.0.0.%31',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::ffff:0.0.0.0]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'LocalHost',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'foo.localhost',
  'foo.localhost.',
  'a.b.c.LOCALHOST',
  'loopback-name.example',
  'loopback-name.example.',
  'LOOPBACK-name.example',
  '127.0.0.1.nip.io',
  'mixed-name.example',
  'mixed-six-name.example',
  'mapped-name.example',
];

/** This computer inside of addresses that lead elsewhere first. */
const EMBEDDED_OWN_HOSTS: readonly string[] = [
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[::ffff:0:127.0.0.1]',
];

/** Other things that no receiver may be. */
const REFUSED_URLS: readonly string[] = [
  // Places of the own network in other spellings and names.
  'https://0xA9FEA9FE/latest/meta-data/',
  'https://2852039166/',
  'https://0251.0376.0251.0376/',
  'https://169.254.43518/',
  'https://0xc0a80101/',
  'https://192.168.257/',
  'https://10.1/',
  'https://0x0a.1/',
  'https://012.1.2.3/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:192.168.1.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b::192.168.1.1]/',
  'https://[2002:c0a8:101::]/',
  'https://[::10.0.0.1]/',
  'https://nas/',
  'https://router./',
  'https://intranet:8443/',
  'https://printer.local/',
  'https://printer.LOCAL./',
  'https://a.b.local/',
  'https://metadata.google.internal/',
  'https://host.docker.internal/',
  'https://internal/',
  'https://local/',
  'https://nas.home.arpa/',
  'https://home.arpa/',
  'https://private-name.example/',
  'https://shared-name.example/',
  'https://unique-local-name.example/',
  'https://link-local-name.example/',
  'https://zoned-name.example/',
  'https://strange-name.example/',
  // Another scheme.
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'file://hooks.example.com/x',
  'ws://hooks.example.com/',
  'wss://hooks.example.com/',
  'gopher://hooks.example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'mailto:a@example.com',
  'httpss://hooks.example.com/',
  'unix:/var/run/docker.sock',
  // Ports.
  'https://hooks.example.com:0/',
  'https://hooks.example.com:1/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:0080/',
  'https://hooks.example.com:442/',
  'https://hooks.example.com:444/',
  'https://hooks.example.com:1023/',
  'https://hooks.example.com:65536/',
  'https://hooks.example.com:99999/',
  'https://hooks.example.com:-1/',
  'https://hooks.example.com:4e3/',
  'https://hooks.example.com:０/',
  // User info and fragments.
  'https://user@hooks.example.com/',
  'https://user:secret@hooks.example.com/',
  'https://:secret@hooks.example.com/',
  'https://user:@hooks.example.com/',
  'https://user@127.0.0.1/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com:443@127.0.0.1/',
  'https://hooks.example.com%40@127.0.0.1/',
  'https://127.0.0.1@hooks.example.com/',
  'https://a@b@hooks.example.com/',
  'https://hooks.example.com/#',
  'https://hooks.example.com/#x',
  'https://hooks.example.com#@127.0.0.1/',
  'https://hooks.example.com/?q#x',
  // Not a URL, or not a name.
  '',
  'hooks.example.com',
  '//hooks.example.com/',
  'https',
  'https:',
  'https://',
  'https:///',
  'https://?x',
  'https://.',
  'https://..',
  'https://.hooks.example.com/',
  'https://hooks..example.com/',
  'https://hooks.example.com../',
  'https://127.0.0.1../',
  'https://localhost../',
  'https://4294967296/',
  'https://4294967297/',
  'https://256.1.1.1/',
  'https://1.2.3.4.5/',
  'https://0x100000000/',
  'https://1.2.3.09/',
  'https://hooks.1/',
  'https://hooks.0x1/',
  'https://[::1/',
  'https://[::1]x/',
  'https://[::g]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[::127.0.0.256]/',
  'https://[1.2.3.4]/',
  'https://192.168.1.1%00.example.com/',
  'https://hooks%00.example.com/',
  'https://hooks%2eexample%2ecom%2f/',
  'https://hooks example.com/',
  'https://hooks%20.example.com/',
  'https://hooks*.example.com/',
  'https://hooks!.example.com/',
  'https://(hooks).example.com/',
  'https://hooks.example.com,127.0.0.1/',
  'https://hooks.example.com;127.0.0.1/',
  'https://$HOST.example.com/',
  'https://{host}.example.com/',
  'https://`id`.example.com/',
  ' https://hooks.example.com/',
  'https://hooks.example.com/ ',
  'https://hooks.example.com/a b',
  'https://hooks.exa\tmple.com/',
  'https://hooks.exa\nmple.com/',
  'https://hooks.example.com/\r\nX-Header: 1',
  'https://hooks.example.com/\0',
  '\u0001https://hooks.example.com/',
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a.'.repeat(127)}example.com/`,
  `https://hooks.example.com/${'a'.repeat(2048)}`,
  `https://hooks.example.com/${'é'.repeat(400)}`,
];

/** What may be subscribed, with its canonical form. */
const ACCEPTED_URLS: ReadonlyArray<readonly [text: string, canonical: string]> = [
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com/', 'https://hooks.example.com/'],
  ['https://hooks.example.com./', 'https://hooks.example.com/'],
  ['https://hooks.example.com.:8443/a', 'https://hooks.example.com:8443/a'],
  ['HTTPS://HOOKS.Example.COM/Path?Q=1', 'https://hooks.example.com/Path?Q=1'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:00443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:/', 'https://hooks.example.com/'],
  ['https://hooks.example.com:1024/', 'https://hooks.example.com:1024/'],
  ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
  ['https://hooks.example.com:65535/', 'https://hooks.example.com:65535/'],
  ['https://hooks.example.com/a/../b/./c', 'https://hooks.example.com/b/c'],
  ['https://hooks.example.com/%7Ehook?a=%20b', 'https://hooks.example.com/%7Ehook?a=%20b'],
  ['https://hooks.example.com/é?ü', 'https://hooks.example.com/%C3%A9?%C3%BC'],
  ['https://hooks.example.com/@127.0.0.1', 'https://hooks.example.com/@127.0.0.1'],
  ['https://hooks.example.com\\@127.0.0.1/', 'https://hooks.example.com/@127.0.0.1/'],
  ['https://hooks.example.com/?u=https://127.0.0.1/', 'https://hooks.example.com/?u=https://127.0.0.1/'],
  ['https:hooks.example.com/x', 'https://hooks.example.com/x'],
  ['https:\\\\hooks.example.com\\x', 'https://hooks.example.com/x'],
  ['https://@hooks.example.com/', 'https://hooks.example.com/'],
  ['https://ho%6Fks.example.com/', 'https://hooks.example.com/'],
  ['https://hooks_1.example.com/', 'https://hooks_1.example.com/'],
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://xn--bcher-kva.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://ｈｏｏｋｓ.example.com/', 'https://hooks.example.com/'],
  ['https://hooks。example。com/', 'https://hooks.example.com/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://notlocalhost.com/', 'https://notlocalhost.com/'],
  ['https://local.example.com/', 'https://local.example.com/'],
  ['https://thelocal.com/', 'https://thelocal.com/'],
  ['https://internal.example.com/', 'https://internal.example.com/'],
  ['https://arpa.example.com/', 'https://arpa.example.com/'],
  ['https://127-0-0-1.example.com/', 'https://127-0-0-1.example.com/'],
  ['https://10.example.com/', 'https://10.example.com/'],
  ['https://unknown-name.example/', 'https://unknown-name.example/'],
  ['https://0x08080808/', 'https://8.8.8.8/'],
  ['https://134744072:8443/x', 'https://8.8.8.8:8443/x'],
  ['https://8.8.8.8./', 'https://8.8.8.8/'],
  ['https://[2A00:1450:400E:0:0:0:0:1]/', 'https://[2a00:1450:400e::1]/'],
  [`https://hooks.example.com/${'a'.repeat(2022)}`, `https://hooks.example.com/${'a'.repeat(2022)}`],
];

/** What names resolve to. Of those that end in example.com the address is public; others do not resolve. */
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

const PUBLIC_NAME = ['93.184.216.34', '2606:4700::1111'];
