import type { Ground, PortName } from './ground.ts';
import type { WireProbe } from './wire-probe.ts';

/** What fails before it is a request, and what no route can have. The answer has the headers all the same. */
export function noiseProbes(ground: Ground): readonly WireProbe[] {
  return (['api', 'ui'] as const).flatMap((port) => [
    ...NOISE.map(([what, bytes]) => noiseProbe(ground, port, what, bytes)),
    ...UNROUTED.map((path): WireProbe => {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${END}`;
      return {
        ...noiseProbe(ground, port, `${path.slice(0, 20)} of another host`, bytes),
        fate: 'forbidden',
      };
    }),
  ]);
}

const GET = 'GET / HTTP/1.1\r\nHost: AUTHORITY\r\n';
const END = 'Connection: close\r\n\r\n';

const NOISE: readonly (readonly [what: string, bytes: string])[] = [
  ['a line that is not HTTP', 'NOISE\r\n\r\n'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ['headers that are too large', `${GET}X-A: ${'x'.repeat(40_000)}\r\n${END}`],
  ['a header without a colon', `${GET}nonsense\r\n${END}`],
  ['two kinds of length', `${GET}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${END}{}`],
  ['a path that cannot be read', `GET /api/locations/%zz HTTP/1.1\r\nHost: AUTHORITY\r\n${END}`],
  ['a path that is none', `GET * HTTP/1.1\r\nHost: AUTHORITY\r\n${END}`],
  ['an expectation', `${GET}Expect: a-miracle\r\n${END}`],
  ['an upgrade', `${GET}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
  ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n'],
];

/** They never come to a route, and with it to no hook. */
const UNROUTED = ['/%zz', `/downloads/${'x'.repeat(200)}`];

function authorityOf({ api, ui }: Ground, port: PortName): string {
  return port === 'ui' ? ui.authority : `127.0.0.1:${api.port}`;
}

function noiseProbe(ground: Ground, port: PortName, what: string, bytes: string): WireProbe {
  return {
    port,
    what: `${what} to ${port}`,
    bytes: bytes.replaceAll('AUTHORITY', authorityOf(ground, port)),
    fate: 'refused',
  };
}
