import type { Ground } from './ground.ts';
import { apiRoutes } from './route-probes.ts';
import { requestBytes, type WireProbe } from './wire-probe.ts';

/** A valid token in any place but the one, and what is no token in the one. */
export function tokenProbes(ground: Ground): readonly WireProbe[] {
  const { port, token } = ground.api;
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
  return readRoutes(ground).flatMap((path) =>
    [...inPath, ...inHeaders].map(([query = '', ...lines]): WireProbe => {
      const target = { hostName: '127.0.0.1', method: 'GET', path: `${path}${query}`, headers: lines };
      return {
        port: 'api',
        what: `GET ${path} with ${query === '' ? 'a header that is no token' : 'the token in the address'}`,
        bytes: requestBytes(target, [`Host: 127.0.0.1:${port}`]),
        fate: 'unauthorised',
      };
    }),
  );
}

const FIRST = 4;

function readRoutes(ground: Ground): readonly string[] {
  const paths = apiRoutes(ground).filter((route) => route.startsWith('GET /api/') && !route.includes('{'));
  return paths.slice(0, FIRST).map((route) => route.slice('GET '.length));
}
