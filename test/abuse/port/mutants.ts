import { mutantsOf } from '../harness/mutant.ts';

const IN_TESTS = [
  'host-ends',
  'origin-of-changes',
  'no-site-check',
  'open-prefix',
  'ui-no-cookie-check',
  'ui-unrouted-unguarded',
];

export const MUTANTS = mutantsOf(IN_TESTS, {
  'electron/service/security/address-guard.ts': {
    'no-host-check': ['the service answers whatever host is asked for', 'checkHost(message, origins);', ''],
    'host-begins': [
      'a host that begins with that of the service will do',
      'authorities.includes(host)',
      'authorities.some((own) => host.startsWith(own))',
    ],
    'host-ends': [
      'a host that ends with that of the service will do',
      'authorities.includes(host)',
      'authorities.some((own) => host.endsWith(own))',
    ],
    'host-within': [
      'a host that has that of the service within it will do',
      'authorities.includes(host)',
      'authorities.some((own) => host.includes(own))',
    ],
    'second-host': ['a second Host header is not seen', 'further.length === 0', 'true'],
    'absolute-form': [
      'a target in absolute form is taken for a path',
      "!targetsOwn(message.url ?? '', origins)",
      'false',
    ],
    'origin-app': [
      'every app:// origin is its own',
      '!own.includes(origin)',
      "!own.includes(origin) && !origin.startsWith('app://')",
    ],
    'origin-null': [
      'the origin null is its own',
      '!own.includes(origin)',
      "!own.includes(origin) && origin !== 'null'",
    ],
    'origin-of-changes': [
      'the origin counts for changes alone',
      "headerValues(message, 'origin').some(",
      "message.method !== 'GET' && headerValues(message, 'origin').some(",
    ],
    'no-site-check': [
      'a request that the browser marks as that of another site is answered',
      'isForeign && !followsLink(message)',
      'false',
    ],
    'site-same': [
      'every other port of this computer counts as its own site',
      "['cross-site', 'same-site']",
      "['cross-site']",
    ],
  },
  'electron/service/security/request-guard.ts': {
    'open-prefix': [
      'the addresses below one prefix are public',
      "if (access === 'public') return;",
      "if (access === 'public' || request.url.startsWith('/api/reports')) return;",
    ],
    'token-in-address': [
      'a token in the address is as good as one in its header',
      "const bearer = bearerIn(headerValues(message, 'authorization'));",
      'const bearer = message.url?.split("token=")[1] ?? bearerIn(headerValues(message, \'authorization\'));',
    ],
  },
  'electron/service/server/create-server.ts': {
    'open-listener': [
      'the service listens on every address of the computer',
      'app.listen({ host, port',
      "app.listen({ host: '0.0.0.0', port",
    ],
  },
  'electron/service/server/socket-errors.ts': {
    'bare-socket-errors': [
      'what fails before it is a request is answered without headers',
      '...standardHeaders(requestId, isEncrypted),',
      '',
    ],
  },
  'electron/hosts/browser/ui-server.ts': {
    'ui-no-cookie-check': [
      'the port of the window asks for no cookie',
      "if (judged !== 'let-in') return",
      'if (false) return',
    ],
    'ui-no-key-check': [
      'the cookie alone lets into the port of the window, though browsers show it to other ports',
      'opensWithCookieAlone ? entrance',
      'headers.cookie !== undefined ? entrance',
    ],
    'ui-unrouted-unguarded': [
      'the port of the window answers a path that cannot be read before it looks at the host',
      'if (!refuseStranger(deps, request, reply)) answerError(error, request, reply);',
      'answerError(error, request, reply.headers(UI_HEADERS));',
    ],
    'ui-any-host': [
      'the port of the window answers whatever host is asked for',
      'host === undefined || hosts.length > 1 || host !== own',
      'false',
    ],
    'ui-site-same': [
      'every other port of this computer is the own site of the window',
      "site !== 'none' && site !== 'same-origin'",
      "site.toLowerCase() === 'cross-site'",
    ],
    'ui-bare-socket-errors': [
      'the port of the window answers what is no request without headers',
      '...UI_HEADERS, ',
      '',
    ],
  },
  'electron/hosts/browser/window-port.ts': {
    'ui-open-listener': [
      'the port of the window is open on every address of the computer',
      "host: '127.0.0.1', port",
      "host: '0.0.0.0', port",
    ],
  },
});
