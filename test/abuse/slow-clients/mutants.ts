import { mutantsOf } from '../harness/mutant.ts';

export const MUTANTS = mutantsOf(['no-headers-limit', 'one-sided-limit'], {
  'electron/service/server/create-server.ts': {
    'no-headers-limit': [
      'headers may take as long as a body',
      `headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsChecking`,
      `requestTimeout: limits.requestTimeoutMs,
    connectionsChecking`,
    ],
    'one-sided-limit': [
      'the limit of bodies is set after that of headers was taken from the default, which swaps the two',
      `headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsChecking`,
      'connectionsChecking',
    ],
    'no-request-limit': [
      'a body may take for ever',
      `requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout`,
      'keepAliveTimeout',
    ],
    'rarely-looked-at': [
      'the limits are looked at as rarely as Node does by itself',
      'connectionsCheckingInterval: limits.timeoutCheckMs,\n  };',
      '};',
    ],
    'kept-for-long': [
      'connections are kept for as long as Fastify does by itself',
      `keepAliveTimeout: limits.keepAliveMs,
    handlerTimeout`,
      'handlerTimeout',
    ],
    'unread-for-ever': [
      'an answer waits for ever for a client that does not read',
      `_payload, done) => {
    limitResponseTime(reply.raw, limits.unreadTimeoutMs);`,
      '_payload, done) => {',
    ],
    'no-most-connections': [
      'one client may have as many connections as it likes',
      'app.server.maxConnections = limits.maxConnections;',
      '',
    ],
    'few-connections': [
      'so few connections are taken that idle ones keep everybody out',
      'app.server.maxConnections = limits.maxConnections;',
      'app.server.maxConnections = 16;',
    ],
    'unread-until-silence': [
      'a client that does not read may stay as long as it says something now and then',
      'setTimeout(() => answer.destroy(), limitMs)',
      'setTimeout(() => answer.setTimeout(limitMs), 0)',
    ],
  },
  'electron/hosts/browser/ui-server.ts': {
    'ui-no-headers-limit': [
      'headers to the port of the window may take as long as a body',
      'headersTimeout: limits.headersTimeoutMs,',
      '',
    ],
    'ui-unread-for-ever': [
      'the port of the window waits for ever for a client that does not read',
      'setTimeout(() => raw.destroy(), unreadTimeoutMs)',
      'setTimeout(() => undefined, 0)',
    ],
    'ui-no-most-connections': [
      'one client may have as many connections to the port of the window as it likes',
      'app.server.maxConnections = limits.maxConnections;',
      '',
    ],
  },
});
