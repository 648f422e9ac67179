import type { Sabotage } from '../harness/sabotage.ts';

const HOST_GUARD = 'electron/service/security/address-guard.ts';
const ORIGIN_GUARD = 'electron/service/security/address-guard.ts';
const REQUEST_GUARD = 'electron/service/security/request-guard.ts';
const TOKEN_GUARD = 'electron/service/security/request-guard.ts';
const ADDRESS_GUARD = 'electron/service/security/address-guard.ts';
const UI_GUARD = 'electron/hosts/browser/ui-server.ts';
const UI_SERVER = 'electron/hosts/browser/ui-server.ts';

/** One of each kind: the tests have no time for more. */
const TRIED_IN_TESTS = [
  'host-ends',
  'origin-of-changes',
  'no-site-check',
  'open-prefix',
  'ui-no-cookie-check',
  'ui-unrouted-unguarded',
];

function planted(name: string, flaw: string, file: string, find: string, put: string): Sabotage {
  return { name, flaw, edit: { file, find, put }, leftToAbuse: !TRIED_IN_TESTS.includes(name) };
}

const OF_THE_API: readonly Sabotage[] = [
  planted(
    'no-host-check',
    'the service answers whatever host is asked for',
    ADDRESS_GUARD,
    'checkHost(message, origins);',
    '',
  ),
  planted(
    'host-begins',
    'a host that begins with that of the service will do',
    HOST_GUARD,
    'authorities.includes(host)',
    'authorities.some((own) => host.startsWith(own))',
  ),
  planted(
    'host-ends',
    'a host that ends with that of the service will do',
    HOST_GUARD,
    'authorities.includes(host)',
    'authorities.some((own) => host.endsWith(own))',
  ),
  planted(
    'host-within',
    'a host that has that of the service within it will do',
    HOST_GUARD,
    'authorities.includes(host)',
    'authorities.some((own) => host.includes(own))',
  ),
  planted('second-host', 'a second Host header is not seen', HOST_GUARD, 'further.length === 0', 'true'),
  planted(
    'absolute-form',
    'a target in absolute form is taken for a path',
    HOST_GUARD,
    "!targetsOwn(message.url ?? '', origins)",
    'false',
  ),
  planted(
    'origin-app',
    'every app:// origin is its own',
    ORIGIN_GUARD,
    '!own.includes(origin)',
    "!own.includes(origin) && !origin.startsWith('app://')",
  ),
  planted(
    'origin-null',
    'the origin null is its own',
    ORIGIN_GUARD,
    '!own.includes(origin)',
    "!own.includes(origin) && origin !== 'null'",
  ),
  planted(
    'origin-of-changes',
    'the origin counts for changes alone',
    ORIGIN_GUARD,
    "headerValues(message, 'origin').some(",
    "message.method !== 'GET' && headerValues(message, 'origin').some(",
  ),
  planted(
    'no-site-check',
    'the browser is not listened to when it says that another site asks',
    ORIGIN_GUARD,
    'isForeign && !followsLink(message)',
    'false',
  ),
  planted(
    'site-same',
    'every other port of this computer counts as its own site',
    ORIGIN_GUARD,
    "['cross-site', 'same-site']",
    "['cross-site']",
  ),
  planted(
    'open-prefix',
    'the addresses below one prefix are public',
    REQUEST_GUARD,
    "if (access === 'public') return;",
    "if (access === 'public' || request.url.startsWith('/api/reports')) return;",
  ),
  planted(
    'token-in-address',
    'a token in the address is as good as one in its header',
    TOKEN_GUARD,
    'BEARER_FORM.exec(authorization)?.[1]',
    'BEARER_FORM.exec(authorization)?.[1] ?? message.url?.split("token=")[1]',
  ),
  planted(
    'open-listener',
    'the service listens on every address of the computer',
    'electron/service/server/create-server.ts',
    'app.listen({ host, port',
    "app.listen({ host: '0.0.0.0', port",
  ),
  planted(
    'bare-socket-errors',
    'what fails before it is a request is answered without headers',
    'electron/service/server/socket-errors.ts',
    '...standardHeaders(requestId, isEncrypted),',
    '',
  ),
];

const OF_THE_WINDOW: readonly Sabotage[] = [
  planted(
    'ui-no-cookie-check',
    'the port of the window asks for no cookie',
    UI_SERVER,
    "if (judged !== 'let-in') {",
    'if (false) {',
  ),
  planted(
    'ui-no-key-check',
    'the cookie alone lets into the port of the window, though browsers show it to other ports',
    UI_SERVER,
    'headers[WINDOW_KEY_HEADER], !opensWithCookieAlone',
    'headers[WINDOW_KEY_HEADER], false',
  ),
  planted(
    'ui-unrouted-unguarded',
    'the port of the window answers a path that cannot be read before it looks at the host',
    UI_SERVER,
    'if (!refuseStranger(parts, request, reply)) answerError(error, request, reply);',
    'answerError(error, request, reply.headers(UI_HEADERS));',
  ),
  planted(
    'ui-any-host',
    'the port of the window answers whatever host is asked for',
    UI_GUARD,
    'host === undefined || hosts.length > 1 || host !== own',
    'false',
  ),
  planted(
    'ui-site-same',
    'every other port of this computer is the own site of the window',
    UI_GUARD,
    "site !== 'none' && site !== 'same-origin'",
    "site.toLowerCase() === 'cross-site'",
  ),
  planted(
    'ui-open-listener',
    'the port of the window is open on every address of the computer',
    'electron/hosts/browser/window-port.ts',
    "host: '127.0.0.1', port",
    "host: '0.0.0.0', port",
  ),
  planted(
    'ui-bare-socket-errors',
    'the port of the window answers what is no request without headers',
    'electron/hosts/browser/ui-server.ts',
    '...UI_HEADERS, ',
    '',
  ),
];

/** Each is a line that somebody could have written. */
export const SABOTAGES: readonly Sabotage[] = [...OF_THE_API, ...OF_THE_WINDOW];
