import type { Sabotage } from '../harness/sabotage.ts';

const SERVER = 'electron/service/server/create-server.ts';
const UI_SERVER = 'electron/hosts/browser/ui-server.ts';

function planted(name: string, flaw: string, file: string, find: string, put = ''): Sabotage {
  return { name, flaw, edit: { file, find, put }, leftToAbuse: true };
}

/** Each is a limit that somebody forgot, or believed to be the default. */
export const SABOTAGES: readonly Sabotage[] = [
  {
    ...planted(
      'no-headers-limit',
      'headers may take as long as a body',
      SERVER,
      'headersTimeout: limits.headersTimeoutMs,\n    requestTimeout: limits.requestTimeoutMs,\n    connectionsChecking',
      'requestTimeout: limits.requestTimeoutMs,\n    connectionsChecking',
    ),
    leftToAbuse: false,
  },
  {
    ...planted(
      'one-sided-limit',
      'the limit of bodies is set after that of headers was taken from the default, which swaps the two',
      SERVER,
      'headersTimeout: limits.headersTimeoutMs,\n    requestTimeout: limits.requestTimeoutMs,\n    connectionsChecking',
      'connectionsChecking',
    ),
    leftToAbuse: false,
  },
  planted(
    'no-request-limit',
    'a body may take for ever',
    SERVER,
    'requestTimeout: limits.requestTimeoutMs,\n    keepAliveTimeout',
    'keepAliveTimeout',
  ),
  planted(
    'rarely-looked-at',
    'the limits are looked at as rarely as Node does by itself',
    SERVER,
    'connectionsCheckingInterval: limits.timeoutCheckMs,\n  };',
    '};',
  ),
  planted(
    'kept-for-long',
    'connections are kept for as long as Fastify does by itself',
    SERVER,
    'keepAliveTimeout: limits.keepAliveMs,\n    handlerTimeout',
    'handlerTimeout',
  ),
  planted(
    'unread-for-ever',
    'an answer waits for ever for a client that does not read',
    SERVER,
    "app.addHook('onSend', async (_, reply) => limitResponseTime(reply.raw, limits.unreadTimeoutMs));",
  ),
  planted(
    'no-most-connections',
    'one client may have as many connections as it likes',
    SERVER,
    'app.server.maxConnections = limits.maxConnections;',
  ),
  planted(
    'few-connections',
    'so few connections are taken that idle ones keep everybody out',
    SERVER,
    'app.server.maxConnections = limits.maxConnections;',
    'app.server.maxConnections = 16;',
  ),
  planted(
    'unread-until-silence',
    'a client that does not read may stay as long as it says something now and then',
    'electron/service/server/create-server.ts',
    'setTimeout(() => answer.destroy(), limitMs)',
    'setTimeout(() => answer.setTimeout(limitMs), 0)',
  ),
  planted(
    'ui-no-headers-limit',
    'headers to the port of the window may take as long as a body',
    UI_SERVER,
    'headersTimeout: limits.headersTimeoutMs,',
  ),
  planted(
    'ui-unread-for-ever',
    'the port of the window waits for ever for a client that does not read',
    UI_SERVER,
    'setTimeout(() => raw.destroy(), unreadTimeoutMs)',
    'setTimeout(() => undefined, 0)',
  ),
  planted(
    'ui-no-most-connections',
    'one client may have as many connections to the port of the window as it likes',
    UI_SERVER,
    'app.server.maxConnections = limits.maxConnections;',
  ),
];
