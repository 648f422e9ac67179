import { routesOf } from '../../support/routes-of.ts';
import type { Ground } from './ground.ts';
import { type Fate, requestBytes, type WireProbe } from './wire-probe.ts';

/** TRACE and CONNECT no page can send; the last ones nobody has a use for here. */
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ...['TRACE', 'CONNECT', 'PROPFIND', 'LINK', 'BREW'],
] as const;

/** The only paths of the API that ask for no token. */
const PUBLIC_PATHS = ['/health', '/openapi.json', '/api/auth/login', '/api/auth/refresh'];

/** Every route that there is, under every method, from somebody who is not signed in. */
export function routeProbes(ground: Ground): readonly WireProbe[] {
  return [...apiProbes(ground), ...uiProbes(ground), ...stolenCookieProbes(ground)];
}

/** Of the route table itself: a route that is added is covered unasked. */
export function apiRoutes({ api }: Ground): readonly string[] {
  return routesOf(api.app);
}

function apiProbes(ground: Ground): readonly WireProbe[] {
  const routes = new Set(apiRoutes(ground));
  const paths = new Set([...routes].map((route) => route.split(' ')[1] ?? ''));
  return [...paths].flatMap((path) => METHODS.map((method) => apiProbe(ground, method, path, routes)));
}

function apiProbe({ api }: Ground, method: string, path: string, routes: ReadonlySet<string>): WireProbe {
  const target = path.replaceAll(/\{\w+\}/g, '1');
  return {
    port: 'api',
    what: `${method} ${target} of the API without a token`,
    bytes: requestBytes({ hostName: '', method, path: target, headers: [] }, [`Host: localhost:${api.port}`]),
    fate: isPublic(path) ? 'any' : fateOf(method, routes.has(`${method} ${path}`)),
  };
}

function fateOf(method: string, isRoute: boolean): Fate {
  if (isRoute) return 'unauthorised';
  return method === 'CONNECT' ? 'closed' : 'refused';
}

function isPublic(path: string): boolean {
  return PUBLIC_PATHS.includes(path) || path === '/docs' || path.startsWith('/docs/');
}

const UI_PATHS = [
  ...['/', '/index.html', '/assets/main-abc.js', '/nothing', '/downloads/x', `/downloads/${'a'.repeat(22)}`],
  ...['/api/locations', '/api/orders?from=2026-11-01', '/api/auth/login', '/api/webhooks', '/api/', '/api'],
  ...[
    '/bridge/readSession',
    '/bridge/signOut',
    '/bridge/x',
    '/launch',
    '/launch?code=',
    '/launch/session',
    '/launch-address',
  ],
  ...['//', '/./', '/%2e%2e/', '/launch/', '/LAUNCH-ADDRESS', '/launch-address/', '/launch-address%2f'],
];

/** A browser without the cookie gets a page with advice, whatever it asks for. */
function uiProbes({ ui }: Ground): readonly WireProbe[] {
  const origin = `http://${ui.authority}`;
  return UI_PATHS.flatMap((path) =>
    METHODS.map((method): WireProbe => {
      const headers = [`Origin: ${origin}`, 'Cookie: tilldesk_x=x'];
      const target = { hostName: '', method, path, headers };
      return {
        port: 'ui',
        what: `${method} ${path} of the window without its cookie`,
        bytes: requestBytes(target, [`Host: ${ui.authority}`]),
        fate: uiFate(method, path),
      };
    }),
  );
}

/** Another port of this computer that a browser was led to has been sent the cookie, and nothing else. */
function stolenCookieProbes({ ui }: Ground): readonly WireProbe[] {
  const headers = [`Origin: http://${ui.authority}`, `Cookie: ${ui.cookie}`];
  const probe = (method: string, path: string, key: readonly string[] = []): WireProbe => ({
    port: 'ui',
    what: `${method} ${path} of the window with its cookie alone`,
    bytes: requestBytes({ hostName: '', method, path, headers: [...headers, ...key] }, [`Host: ${ui.authority}`]),
    fate: 'unauthorised',
  });
  return [
    ...['/api/me', '/api/locations', '/api/none'].map((path) => probe('GET', path)),
    ...['/bridge/readSession', '/bridge/signOut', '/api/webhooks'].map((path) => probe('POST', path)),
    probe('GET', '/api/me', ['X-Tilldesk-Window: ']),
    probe('GET', '/api/me', [`X-Tilldesk-Window: ${'A'.repeat(43)}`]),
  ];
}

function uiFate(method: string, path: string): Fate {
  if (method === 'CONNECT') return 'closed';
  // These look at what they are shown, and answer 401 by themselves.
  const looksItself = ['GET /launch', 'POST /launch/session', 'POST /launch-address'].includes(
    `${method} ${path.split('?')[0]}`,
  );
  return looksItself ? 'any' : 'refused';
}
