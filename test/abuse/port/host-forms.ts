/** A way to say, or not to say, whom a request is for. `NAME` is the own name of the port that it goes to, `PORT` its number. */
export interface HostForm {
  readonly what: string;
  /** The Host lines. */
  readonly lines: readonly string[];
  /** Put before the path: the absolute form of a request. */
  readonly before?: string;
}

/** None of these is a name of the port. */
const FOREIGN_HOSTS = [
  'evil.example',
  'evil.example:PORT',
  'rebind.example:PORT',
  'localhost.evil.example:PORT',
  'evil.localhost:PORT',
  'evil.NAME.localhost:PORT',
  'localhost.evil:PORT',
  'NAME.evil.example:PORT',
  'evil-NAME:PORT',
  'evil.NAME:PORT',
  'xlocalhost:PORT',
  'xNAME:PORT',
  'NAME.nip.io:PORT',
  'localtest.me:PORT',
  'localhost',
  'NAME',
  'localhost:',
  'NAME:',
  'localhost:1',
  'NAME:80',
  'NAME:443',
  'NAME:PORT0',
  'NAME:0PORT',
  'NAME:+PORT',
  'NAME:PORT.',
  'NAME:PORT:PORT',
  'localhost.:PORT',
  'NAME.:PORT',
  'LOCALHOST:PORT',
  'Localhost:PORT',
  'locaLhost:PORT',
  'loc%61lhost:PORT',
  '[::1]:PORT',
  '::1:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '[::ffff:7f00:1]:PORT',
  '[::]:PORT',
  '0.0.0.0:PORT',
  '0:PORT',
  '127.1:PORT',
  '127.0.1:PORT',
  '127.0.0.2:PORT',
  '127.000.000.001:PORT',
  '2130706433:PORT',
  '0x7f000001:PORT',
  '0x7f.0.0.1:PORT',
  '0177.0.0.1:PORT',
  '017700000001:PORT',
  '10.0.0.1:PORT',
  '192.168.1.1:PORT',
  'till.local:PORT',
  'host.docker.internal:PORT',
  'user@NAME:PORT',
  'user:password@localhost:PORT',
  'localhost:PORT@evil.example',
  'evil.example@localhost:PORT',
  'http://NAME:PORT',
  'NAME:PORT/',
  'NAME:PORT/path',
  'NAME:PORT?query',
  'NAME:PORT#part',
  'evil.example/NAME:PORT',
  'NAME:PORT, evil.example',
  'evil.example, NAME:PORT',
  'NAME:PORT NAME:PORT',
  'NAME\t:PORT',
  'local host:PORT',
  'NAME :PORT',
  '"localhost:PORT"',
  '\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1:PORT',
  'null',
  '*',
  '',
];

const OWN = 'Host: NAME:PORT';

export const FOREIGN_FORMS: readonly HostForm[] = [
  ...FOREIGN_HOSTS.map((host) => ({ what: `the host "${host}"`, lines: [`Host: ${host}`] })),
  { what: 'no host', lines: [] },
  { what: 'two hosts, ours first', lines: [OWN, 'Host: evil.example'] },
  { what: 'two hosts, ours last', lines: ['Host: evil.example', OWN] },
  { what: 'our host twice', lines: [OWN, OWN] },
  { what: 'both our names', lines: [OWN, 'Host: localhost:PORT'] },
  { what: 'a host of another spelling as well', lines: [OWN, 'HOST: evil.example'] },
  { what: 'our name as the forwarded host alone', lines: ['X-Forwarded-Host: NAME:PORT'] },
  { what: 'our name forwarded', lines: ['Host: evil.example', 'Forwarded: host="NAME:PORT"'] },
  { what: 'an absolute form of elsewhere', lines: [OWN], before: 'http://evil.example' },
  { what: 'an absolute form of elsewhere on the port', lines: [OWN], before: 'http://evil.example:PORT' },
  { what: 'an absolute form with a user', lines: [OWN], before: 'http://evil@NAME:PORT' },
  { what: 'an absolute form of another port', lines: [OWN], before: 'http://NAME:1' },
  { what: 'an absolute form without a port', lines: [OWN], before: 'http://NAME' },
  { what: 'an absolute form of another scheme', lines: [OWN], before: 'https://NAME:PORT' },
  {
    what: 'an absolute form of ours to a foreign host',
    lines: ['Host: evil.example'],
    before: 'http://NAME:PORT',
  },
];

export const OWN_FORMS: Readonly<Record<'api' | 'ui', readonly HostForm[]>> = {
  api: [
    { what: 'the number', lines: [OWN] },
    { what: 'the name', lines: ['Host: localhost:PORT'] },
  ],
  ui: [{ what: 'the name of this run', lines: [OWN] }],
};

/** The window is served under the name of its run alone. */
export const NO_NAMES_OF_WINDOW: readonly HostForm[] = ['127.0.0.1:PORT', 'localhost:PORT'].map((host) => ({
  what: `the host "${host}"`,
  lines: [`Host: ${host}`],
}));
