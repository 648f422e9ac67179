import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createServiceTransport } from '../../../electron/api-client/proven-transport.ts';
import { UPSTREAM_LIMITS } from '../../../electron/api-client/upstream-limits.ts';
import { createServiceProof, proveChallenge } from '../../../electron/base/instance-proof.ts';
import { standingClock } from '../session/standing-clock.ts';
import { localDeployment } from './local-deployment.ts';

const NONCE = 'ab'.repeat(32);
const CALL = { method: 'GET', path: '/api/shops', headers: { authorization: 'Bearer tdk_secret' } };
const JSON_TYPE = { 'content-type': 'application/json' };

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, JSON_TYPE).end(JSON.stringify(body));

/** Answers the challenge like the program that has the nonce, and any other call with `listener`. */
function service(nonce: string, listener: RequestListener = json({})): RequestListener {
  return (request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge');
    if (challenge === null) return listener(request, response);
    return json({ status: 'ok', hmac: proveChallenge(nonce, challenge) })(request, response);
  };
}

async function provenCallTo(listener: RequestListener, nonce: string | null = NONCE) {
  const { baseAddress, requests, server } = await localDeployment(listener);
  const readProof = () => (nonce === null ? null : createServiceProof(baseAddress, nonce));
  const deps = { baseAddress, authorities: [], clock: standingClock(), limits: UPSTREAM_LIMITS };
  return { requests, server, answer: createServiceTransport(deps, readProof).send(CALL) };
}

describe('createServiceTransport', () => {
  it('sends the call over the connection whose other end has proved its identity', async () => {
    const ports: unknown[] = [];
    const { answer, requests } = await provenCallTo((request, response) => {
      ports.push(request.socket.remotePort);
      service(NONCE)(request, response);
    });
    expect((await answer).status).toBe(200);
    expect(requests.map(({ headers }) => 'authorization' in headers)).toEqual([false, true]);
    expect(new Set(ports).size).toBe(1);
  });

  it.each([
    ['answers with another nonce', service('cd'.repeat(32))],
    ['answers something else', json({ status: 'ok' })],
    ['answers with a page', (_request, response) => response.writeHead(200).end('<p>Hello</p>')],
    ['redirects', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ] as readonly (readonly [string, RequestListener])[])(
    'sends no key to a program that %s',
    async (_what, listener) => {
      const { answer, requests } = await provenCallTo(listener);
      await expect(answer).rejects.toMatchObject({ reason: 'unproven' });
      expect(requests).toHaveLength(1);
      expect(JSON.stringify(requests)).not.toContain('tdk_secret');
    },
  );

  it('sends nothing if the other end cannot prove its identity', async () => {
    const { answer, requests } = await provenCallTo(service(NONCE), null);
    await expect(answer).rejects.toMatchObject({ reason: 'unproven' });
    expect(requests).toEqual([]);
  });

  it('does not send the key over another connection, whose other end may be another program', async () => {
    let connections = 0;
    const bytes: string[] = [];
    const { baseAddress, server } = await localDeployment((request, response) => {
      response.setHeader('connection', 'close');
      service(NONCE)(request, response);
    });
    server.on('connection', (socket: Socket) => {
      connections += 1;
      socket.on('data', (chunk) => bytes.push(String(chunk)));
    });
    const deps = { baseAddress, authorities: [], clock: standingClock(), limits: UPSTREAM_LIMITS };
    const proven = createServiceTransport(deps, () => createServiceProof(baseAddress, NONCE));
    await expect(proven.send(CALL)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(bytes.join('')).toContain('challenge=');
    expect(bytes.join('')).not.toContain('tdk_secret');
    expect(connections).toBeLessThanOrEqual(2);
  });
});
