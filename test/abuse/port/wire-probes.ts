import { listRoutes } from '../../support/routes-of.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { Ports } from './open-ports.ts';

export type PortName = keyof Ports;

export const PORT_NAMES: readonly PortName[] = ['api', 'ui'];

/** A request that does or returns something unless its address or origin is refused. */
export interface Target {
  /** The name under which the port accepts it, without the port number. */
  readonly hostName: string;
  readonly method: string;
  readonly path: string;
  /** What the port requires from everybody. */
  readonly headers: readonly string[];
  readonly body?: string;
}

/** One connection with one request, and the expected result. */
export interface WireProbe {
  readonly port: PortName;
  /** What is tried, for the reader of a finding. */
  readonly what: string;
  /** Sent in latin1. */
  readonly bytes: string;
  /**
   * `refused`: an error, no handler, nothing of the shop. `forbidden`: the same with 403. `unauthorised`: the same with
   * 401 and, from the API, a hint. `any`: it may be answered, in good form. `closed`: no answer is needed.
   */
  readonly fate: 'refused' | 'forbidden' | 'unauthorised' | 'any' | 'closed';
}

/** The bytes of a request; `address` is its Host line or what replaces it. */
export function requestBytes(target: Target, address: readonly string[], further: readonly string[] = []): string {
  const { method, path, headers, body } = target;
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${method} ${path} HTTP/1.1`, ...address, ...headers, ...further, ...length, 'Connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

type TargetName = 'read' | 'public' | 'change';

/** The target of an attack on a port, with everything except the right address or origin. */
export function targetOn({ api, ui }: Ports, port: PortName, name: TargetName): Target {
  const json = 'Content-Type: application/json';
  if (port === 'api') {
    const hostName = '127.0.0.1';
    const headers = [`Authorization: Bearer ${api.token}`];
    if (name === 'read') return { hostName, method: 'GET', path: '/api/locations', headers };
    if (name === 'public') return { hostName, method: 'GET', path: '/health', headers: [] };
    const body = JSON.stringify(CREDENTIALS.owner);
    return { hostName, method: 'POST', path: '/api/auth/login', headers: [json], body };
  }
  const [hostName = ''] = ui.authority.split(':');
  const headers = [`Cookie: ${ui.cookie}`, `X-Tilldesk-Page: ${ui.pageCall}`];
  if (name === 'read') return { hostName, method: 'GET', path: '/api/locations', headers };
  if (name === 'change') {
    const sent = [...headers, `Origin: http://${ui.authority}`, json];
    return { hostName, method: 'POST', path: '/bridge/signOut', headers: sent, body: '{}' };
  }
  // Another start of the program calls by number.
  const proven = [`Origin: http://127.0.0.1:${ui.port}`, `X-Tilldesk-Proof: ${ui.proof}`];
  return { hostName: '127.0.0.1', method: 'POST', path: '/launch-address', headers: proven };
}

/** A way to name, or not to name, the host of a request. `NAME` is the name of the called port, `PORT` its number. */
interface HostForm {
  readonly what: string;
  /** The Host lines. */
  readonly lines: readonly string[];
  /** Put before the path, for the absolute form of a request. */
  readonly before?: string;
}

/** None of these is a name of the port. */
const FOREIGN_HOSTS = (
  'evil.example|evil.example:PORT|rebind.example:PORT|localhost.evil.example:PORT|evil.localhost:PORT|' +
  'evil.NAME.localhost:PORT|localhost.evil:PORT|NAME.evil.example:PORT|evil-NAME:PORT|evil.NAME:PORT|' +
  'xlocalhost:PORT|xNAME:PORT|NAME.nip.io:PORT|localtest.me:PORT|localhost|NAME|localhost:|NAME:|localhost:1|' +
  'NAME:80|NAME:443|NAME:PORT0|NAME:0PORT|NAME:+PORT|NAME:PORT.|NAME:PORT:PORT|localhost.:PORT|NAME.:PORT|' +
  'LOCALHOST:PORT|Localhost:PORT|locaLhost:PORT|loc%61lhost:PORT|[::1]:PORT|::1:PORT|[::ffff:127.0.0.1]:PORT|' +
  '[::ffff:7f00:1]:PORT|[::]:PORT|0.0.0.0:PORT|0:PORT|127.1:PORT|127.0.1:PORT|127.0.0.2:PORT|127.000.000.001:PORT|' +
  '2130706433:PORT|0x7f000001:PORT|0x7f.0.0.1:PORT|0177.0.0.1:PORT|017700000001:PORT|10.0.0.1:PORT|' +
  '192.168.1.1:PORT|till.local:PORT|host.docker.internal:PORT|user@NAME:PORT|user:password@localhost:PORT|' +
  'localhost:PORT@evil.example|evil.example@localhost:PORT|http://NAME:PORT|NAME:PORT/|NAME:PORT/path|' +
  'NAME:PORT?query|NAME:PORT#part|evil.example/NAME:PORT|NAME:PORT, evil.example|evil.example, NAME:PORT|' +
  'NAME:PORT NAME:PORT|NAME\t:PORT|local host:PORT|NAME :PORT|"localhost:PORT"|' +
  '\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1:PORT|null|*|'
).split('|');

const OWN = 'Host: NAME:PORT';

const ofHost = (host: string): HostForm => ({ what: `the host "${host}"`, lines: [`Host: ${host}`] });

const FOREIGN_FORMS: readonly HostForm[] = [
  ...FOREIGN_HOSTS.map(ofHost),
  { what: 'no host', lines: [] },
  { what: 'two hosts, ours first', lines: [OWN, 'Host: evil.example'] },
  { what: 'two hosts, ours last', lines: ['Host: evil.example', OWN] },
  { what: 'our host twice', lines: [OWN, OWN] },
  { what: 'both our names', lines: [OWN, 'Host: localhost:PORT'] },
  { what: 'also a host with another spelling', lines: [OWN, 'HOST: evil.example'] },
  { what: 'our name only as the forwarded host', lines: ['X-Forwarded-Host: NAME:PORT'] },
  { what: 'our name forwarded', lines: ['Host: evil.example', 'Forwarded: host="NAME:PORT"'] },
  { what: 'an absolute form for another host', lines: [OWN], before: 'http://evil.example' },
  { what: 'an absolute form for another host on the port', lines: [OWN], before: 'http://evil.example:PORT' },
  { what: 'an absolute form with a user', lines: [OWN], before: 'http://evil@NAME:PORT' },
  { what: 'an absolute form of another port', lines: [OWN], before: 'http://NAME:1' },
  { what: 'an absolute form without a port', lines: [OWN], before: 'http://NAME' },
  { what: 'an absolute form of another scheme', lines: [OWN], before: 'https://NAME:PORT' },
  { what: 'an absolute form of ours to a foreign host', lines: ['Host: evil.example'], before: 'http://NAME:PORT' },
];

/** The window is served only under the name of its run. */
const NO_NAMES_OF_WINDOW = ['127.0.0.1:PORT', 'localhost:PORT'].map(ofHost);

/** Requests of a page whose name points to this computer, and every other request for another host. */
export function hostProbes(ports: Ports): readonly WireProbe[] {
  return PORT_NAMES.flatMap((port) =>
    (['read', 'public', 'change'] as const).flatMap((name) => {
      const target = targetOn(ports, port, name);
      const filled = (text: string) =>
        text.replaceAll('NAME', target.hostName).replaceAll('PORT', String(ports[port].port));
      const isNamed = port === 'ui' && name !== 'public';
      return [...FOREIGN_FORMS, ...(isNamed ? NO_NAMES_OF_WINDOW : [])].map(
        ({ what, lines, before = '' }): WireProbe => {
          const sent = { ...target, path: filled(`${before}${target.path}`) };
          const bytes = requestBytes(sent, lines.map(filled));
          // The API returns 400 for a request without a host, and 403 for one with another host.
          const isNameless = port === 'api' && !lines.some((line) => /^host:/i.test(line));
          const fate = isNameless ? 'refused' : 'forbidden';
          return { port, what: `${what} at ${target.method} ${target.path} of ${port}`, bytes, fate };
        },
      );
    }),
  );
}

/** `NAME` and `PORT` are those of the called port, `OTHER` is the other port of the program. */
const FOREIGN_ORIGINS = (
  'https://evil.example|http://evil.example|http://evil.example:PORT|null|NULL||file://|file:///|app://bundle|' +
  'app://evil|app://*|tauri://localhost|vscode-webview://evil|chrome-extension://abcdefghijklmnopabcdefghijklmnop|' +
  'moz-extension://0b1f4e6c-0000-4000-8000-000000000000|data:|about:blank|blob:http://NAME:PORT|https://NAME:PORT|' +
  'https://localhost:PORT|ws://NAME:PORT|http://NAME|http://localhost|http://NAME:1|http://localhost:3000|' +
  'http://127.0.0.1:OTHER|http://localhost:OTHER|http://NAME:PORT0|http://NAME:PORT/|http://NAME:PORT.evil.example|' +
  'http://localhost.evil.example:PORT|http://evil.example#http://NAME:PORT|http://evil.example/http://NAME:PORT|' +
  'evil-http://NAME:PORT|http://user@NAME:PORT|http://localhost.:PORT|http://LOCALHOST:PORT|HTTP://NAME:PORT|' +
  'http://[::1]:PORT|http://0.0.0.0:PORT|http://127.1:PORT|http://2130706433:PORT|NAME:PORT|localhost|*|' +
  'http://NAME:PORT, https://evil.example|https://evil.example http://NAME:PORT'
).split('|');

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Requests of a page with any other origin, whatever its browser sends. */
export function originProbes(ports: Ports): readonly WireProbe[] {
  const forms = [
    ...FOREIGN_ORIGINS.map((origin) => [`Origin: ${origin}`]),
    ['Origin: http://NAME:PORT', 'Origin: https://evil.example'],
  ];
  return PORT_NAMES.flatMap((port) => {
    const [own, other] = port === 'api' ? [ports.api, ports.ui] : [ports.ui, ports.api];
    return METHODS.flatMap((method) => {
      // Without the origin, which the attack replaces.
      const { headers, ...target } = targetOn(ports, port, method === 'POST' ? 'change' : 'read');
      const sent = { ...target, method, headers: headers.filter((line) => !line.startsWith('Origin:')) };
      const filled = (line: string) =>
        line
          .replaceAll('NAME', target.hostName)
          .replaceAll('PORT', String(own.port))
          .replaceAll('OTHER', String(other.port));
      return forms.map((form): WireProbe => {
        const lines = form.map(filled);
        const what = `${lines.join(' and ')} at ${method} ${target.path} of ${port}`;
        const bytes = requestBytes(sent, [`Host: ${target.hostName}:${own.port}`], lines);
        return { port, what, bytes, fate: 'forbidden' };
      });
    });
  });
}

const SITES = [['cross-site'], ['same-site'], ['Cross-Site'], ['same-origin', 'cross-site'], ['none', 'same-site']];
const MODES = ['navigate', 'cors', 'no-cors', 'same-origin', 'websocket', null];
const DESTINATIONS = ['document', 'iframe', 'embed', 'image', 'script', 'empty', null];
const SITE_PATHS = {
  api: ['/api/locations', '/', '/docs', '/openapi.json'],
  ui: ['/api/locations', '/', '/launch', '/launch/session'],
} as const;

/** A link on another site may open the documentation, and the page that admits a browser. */
const LINKED = ['/docs', '/openapi.json', '/launch'];

/** The headers of a browser when a page loads an image, a script, a frame and so on, without an Origin. */
export function siteProbes(ports: Ports): readonly WireProbe[] {
  const headers = SITES.flatMap((sites) =>
    MODES.flatMap((mode) =>
      DESTINATIONS.map((destination) => ({
        isLink: mode === 'navigate' && destination === 'document',
        lines: [
          ...sites.map((site) => `Sec-Fetch-Site: ${site}`),
          ...(mode === null ? [] : [`Sec-Fetch-Mode: ${mode}`]),
          ...(destination === null ? [] : [`Sec-Fetch-Dest: ${destination}`]),
        ],
      })),
    ),
  );
  return PORT_NAMES.flatMap((port) =>
    SITE_PATHS[port].flatMap((path) => {
      const target = { ...targetOn(ports, port, 'read'), path };
      return headers.map(({ isLink, lines }): WireProbe => {
        const what = `${lines.join(', ')} at ${target.method} ${path} of ${port}`;
        const bytes = requestBytes(target, [`Host: ${target.hostName}:${ports[port].port}`], lines);
        return { port, what, bytes, fate: isLink && LINKED.includes(path) ? 'any' : 'forbidden' };
      });
    }),
  );
}

/** No page can send TRACE and CONNECT; the last ones have no use here. */
const ALL_METHODS = [...METHODS, 'TRACE', 'CONNECT', 'PROPFIND', 'LINK', 'BREW'];

/** The only paths of the API that need no token. */
const PUBLIC_PATH = /^(\/|\/health|\/openapi\.json|\/api\/auth\/(login|refresh)|\/docs(\/.*)?)$/;

const UI_PATHS = [
  ...['/', '/index.html', '/assets/main-abc.js', '/nothing', '/downloads/x', `/downloads/${'a'.repeat(22)}`],
  ...['/api/locations', '/api/orders?from=2026-11-01', '/api/auth/login', '/api/webhooks', '/api/', '/api'],
  ...['/bridge/readSession', '/bridge/signOut', '/bridge/x'],
  ...['/launch', '/launch?code=', '/launch/session', '/launch/page', '/launch/proof', '/launch-address'],
  ...['//', '/./', '/%2e%2e/', '/launch/', '/LAUNCH-ADDRESS', '/launch-address/', '/launch-address%2f'],
];

/** These check their input, and return 401 themselves. */
const LOOKS_ITSELF = /^(GET \/launch|POST \/launch\/(session|page|proof)|POST \/launch-address)(\?.*)?$/;

/**
 * Every route with every method, without a token or cookie, or with only the cookie. Those of the API come from its
 * route table, so new routes are included automatically.
 */
export function routeProbes({ api, ui }: Ports): readonly WireProbe[] {
  const routes = new Set(listRoutes(api.app));
  const apiPaths = new Set([...routes].map((route) => route.split(' ')[1] ?? ''));
  const fateOf = (method: string, path: string): WireProbe['fate'] => {
    if (PUBLIC_PATH.test(path)) return 'any';
    if (routes.has(`${method} ${path}`)) return 'unauthorised';
    return method === 'CONNECT' ? 'closed' : 'refused';
  };
  const uiFateOf = (method: string, path: string): WireProbe['fate'] => {
    if (method === 'CONNECT') return 'closed';
    return LOOKS_ITSELF.test(`${method} ${path}`) ? 'any' : 'refused';
  };
  const sent = (method: string, path: string, host: string, headers: readonly string[] = []) =>
    requestBytes({ hostName: '', method, path, headers }, [`Host: ${host}`]);
  const origin = `Origin: http://${ui.authority}`;
  // Another port of this computer that the browser has opened has the cookie, and nothing else.
  const withCookie = (method: string, path: string, key: readonly string[] = []): WireProbe => ({
    port: 'ui',
    what: `${method} ${path} of the window with its cookie alone`,
    bytes: sent(method, path, ui.authority, [origin, `Cookie: ${ui.cookie}`, ...key]),
    fate: 'unauthorised',
  });
  return [
    ...[...apiPaths].flatMap((path) =>
      ALL_METHODS.map((method): WireProbe => {
        const filled = path.replaceAll(/\{\w+\}/g, '1');
        const what = `${method} ${filled} of the API without a token`;
        return { port: 'api', what, bytes: sent(method, filled, `localhost:${api.port}`), fate: fateOf(method, path) };
      }),
    ),
    // A browser without the cookie gets a page with advice, whatever it requests.
    ...UI_PATHS.flatMap((path) =>
      ALL_METHODS.map((method): WireProbe => {
        const what = `${method} ${path} of the window without its cookie`;
        const bytes = sent(method, path, ui.authority, [origin, 'Cookie: tilldesk_x=x']);
        return { port: 'ui', what, bytes, fate: uiFateOf(method, path) };
      }),
    ),
    ...['/api/me', '/api/locations', '/api/none'].map((path) => withCookie('GET', path)),
    ...['/bridge/readSession', '/bridge/signOut', '/api/webhooks'].map((path) => withCookie('POST', path)),
    withCookie('GET', '/api/me', ['X-Tilldesk-Page: ']),
    withCookie('GET', '/api/me', [`X-Tilldesk-Page: ${'A'.repeat(43)}.1`]),
  ];
}

const ROUTES_OF_TOKENS = 4;

/** A valid token in every wrong place, and invalid tokens in the right one. */
export function tokenProbes({ api }: Ports): readonly WireProbe[] {
  const { port, token } = api;
  const inPath = ['token', 'access_token', 'api_key', 'key', 'bearer', 'auth'].map((name) => [`?${name}=${token}`]);
  const inHeaders = [
    `Cookie: token=${token}`,
    `X-Api-Key: ${token}`,
    `X-Auth-Token: ${token}`,
    `Authentication: Bearer ${token}`,
    `Proxy-Authorization: Bearer ${token}`,
    `Authorization: ${token}`,
    `Authorization: Token ${token}`,
    `Authorization: Basic ${Buffer.from(`owner:${token}`).toString('base64')}`,
    `Authorization: Bearer`,
    `Authorization: Bearer ${token} ${token}`,
    `Authorization: Bearer ${token},${token}`,
    `Authorization: Bearer ${token.slice(0, -1)}`,
    `Authorization: Bearer ${token.toUpperCase()}`,
    `Authorization: Bearer ${token}x`,
    `Authorization: Bearer null`,
    `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}`,
  ].map((line) => ['', line]);
  const reads = listRoutes(api.app).filter((route) => route.startsWith('GET /api/') && !route.includes('{'));
  return reads.slice(0, ROUTES_OF_TOKENS).flatMap((route) =>
    [...inPath, ...inHeaders].map(([query = '', ...headers]): WireProbe => {
      const path = route.slice('GET '.length);
      const target = { hostName: '127.0.0.1', method: 'GET', path: `${path}${query}`, headers };
      const what = `GET ${path} with ${query === '' ? 'a header that is no token' : 'the token in the address'}`;
      return { port: 'api', what, bytes: requestBytes(target, [`Host: 127.0.0.1:${port}`]), fate: 'unauthorised' };
    }),
  );
}

const GET = 'GET / HTTP/1.1\r\nHost: AUTHORITY\r\n';
const END = 'Connection: close\r\n\r\n';

const NOISE: readonly (readonly [what: string, bytes: string])[] = [
  ['a line that is not HTTP', 'NOISE\r\n\r\n'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['headers that are too large', `${GET}X-A: ${'x'.repeat(40_000)}\r\n${END}`],
  ['two kinds of length', `${GET}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${END}{}`],
  ['a path that cannot be read', `GET /api/locations/%zz HTTP/1.1\r\nHost: AUTHORITY\r\n${END}`],
  ['an expectation', `${GET}Expect: a-miracle\r\n${END}`],
  ['an upgrade', `GET /api/me HTTP/1.1\r\nHost: AUTHORITY\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
  ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n'],
];

/** They never reach a route, and so no hook. */
const UNROUTED = ['/%zz', `/downloads/${'x'.repeat(200)}`];

/** Bytes that fail before they are a request, and what no route can have. The answer still has the headers. */
export function noiseProbes({ api, ui }: Ports): readonly WireProbe[] {
  return PORT_NAMES.flatMap((port) => [
    ...NOISE.map(([what, noise]): WireProbe => {
      const bytes = noise.replaceAll('AUTHORITY', port === 'ui' ? ui.authority : `127.0.0.1:${api.port}`);
      return { port, what: `${what} to ${port}`, bytes, fate: 'refused' };
    }),
    ...UNROUTED.map((path): WireProbe => {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${END}`;
      return { port, what: `${path.slice(0, 20)} of another host to ${port}`, bytes, fate: 'forbidden' };
    }),
  ]);
}
