import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpsTransport } from '../../../electron/api-client/https-transport.ts';
import { UPSTREAM_LIMITS } from '../../../electron/api-client/upstream-limits.ts';
import { standingClock } from '../session/standing-clock.ts';
import { localDeployment } from './local-deployment.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const READ = { method: 'GET', path: '/api/shops?start=0' };
const fine: RequestListener = (_request, response) => response.writeHead(200, JSON_TYPE).end('{}');

async function transportTo(listener: RequestListener, path = '') {
  const deployment = await localDeployment(listener);
  const clock = standingClock();
  const transport = createHttpsTransport({
    baseAddress: `${deployment.baseAddress}${path}`,
    authorities: [],
    clock,
    limits: UPSTREAM_LIMITS,
  });
  onTestFinished(() => transport.close());
  return { ...deployment, clock, transport };
}

/** Starts a call to a deployment that never completes its response. */
async function hanging(listener: RequestListener, call: { readonly deadlineMs?: number } = {}) {
  const arrived = Promise.withResolvers<void>();
  const at = await transportTo((request, response) => {
    listener(request, response);
    arrived.resolve();
  });
  let failure: unknown = null;
  const ended = at.transport.send({ ...READ, ...call }).catch((error: unknown) => {
    failure = error;
  });
  await arrived.promise;
  return { ...at, ended, failure: () => failure };
}

/** A response that switches to another protocol. */
const SWITCH = 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';

describe('a deployment that switches to another protocol', () => {
  it('counts as not having answered, and every call to it ends at once', async () => {
    const { transport, clock, server } = await transportTo((request) => void request.socket.write(SWITCH));

    for (let call = 0; call < UPSTREAM_LIMITS.maxConnections + 1; call += 1) {
      await expect(transport.send(READ)).rejects.toMatchObject({ reason: 'unexpected' });
    }
    expect(clock.waiting()).toEqual([]);
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('is waited for until the deadline if it announces a response and sends none', async () => {
    const { clock, ended, failure } = await hanging((request) => {
      request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
    });

    await clock.advance(15_000);
    await ended;
    expect(failure()).toMatchObject({ code: 'timeout' });
  });
});

describe('createHttpsTransport', () => {
  it('requests paths below the base address as plain JSON, and returns the headers that are needed', async () => {
    const { transport, requests } = await transportTo((_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'retry-after': '7', 'set-cookie': 'a=b' }).end('{"a":1}');
    }, '/till/');

    const answer = await transport.send({ ...READ, headers: { authorization: 'Bearer x' } });

    expect(answer.status).toBe(200);
    expect(new TextDecoder().decode(answer.body)).toBe('{"a":1}');
    expect(['retry-after', 'set-cookie', 'etag'].map((name) => answer.headers.get(name))).toEqual(['7', null, null]);
    expect(requests).toEqual([
      {
        url: '/till/api/shops?start=0',
        headers: expect.objectContaining({ authorization: 'Bearer x', 'accept-encoding': 'identity' }),
      },
    ]);
  });

  it('stays on its deployment whatever the path says', async () => {
    const { transport, requests } = await transportTo(fine);

    await transport.send({ method: 'GET', path: '//evil.example/api' });
    await expect(transport.send({ method: 'GET', path: '@evil.example/' })).rejects.toThrow(TypeError);
    await expect(transport.send({ method: 'GET', path: '/a b' })).rejects.toThrow(TypeError);

    expect(requests.map(({ url }) => url)).toEqual(['//evil.example/api']);
  });

  it('sends a body, and accepts a response without one', async () => {
    const bodies: string[] = [];
    const { transport } = await transportTo(async (request, response) => {
      for await (const chunk of request) bodies.push(String(chunk));
      response.writeHead(204).end();
    });

    const { status, body } = await transport.send({ method: 'POST', path: '/api', body: '{"b":2}' });

    expect([status, body.length, bodies]).toEqual([204, 0, ['{"b":2}']]);
  });

  it.each(['GET', 'DELETE', 'POST'])(
    'sends the length of a body, so that it cannot become a second request: %s',
    async (method) => {
      const bodies: string[] = [];
      const { transport, requests } = await transportTo(async (request, response) => {
        for await (const chunk of request) bodies.push(String(chunk));
        response.writeHead(204).end();
      });
      const body = 'GET /none HTTP/1.1\r\nHost: evil.example\r\n\r\n';

      await transport.send({ method, path: '/api', body });

      expect([requests.length, bodies]).toEqual([1, [body]]);
    },
  );

  it('fails at once if the other side ends the connection without a response', async () => {
    const { transport } = await transportTo((request) => void request.socket.end());

    await expect(transport.send(READ)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('waits 15 seconds for headers', async () => {
    const { clock, ended, failure } = await hanging(() => undefined);

    await clock.advance(14_999);
    expect(failure()).toBeNull();
    await clock.advance(1);
    await ended;
    expect(failure()).toMatchObject({ code: 'timeout', message: 'The service did not answer in time.' });
    expect(clock.waiting()).toEqual([]);
  });

  it('waits 30 seconds for the whole response, however much arrives meanwhile', async () => {
    let drip = () => true;
    const { clock, ended, failure, server } = await hanging((_request, response) => {
      response.writeHead(200, JSON_TYPE).write('[');
      drip = () => response.write(' ');
    });
    // The headers have arrived, so only the deadline of the whole response remains.
    await expect.poll(() => clock.waiting()).toEqual([30_000]);

    for (let second = 0; second < 29; second += 1) {
      drip();
      await clock.advance(1_000);
    }
    expect(failure()).toBeNull();
    await clock.advance(1_000);
    await ended;
    expect(failure()).toMatchObject({ code: 'timeout' });
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('gives a call the timeout that it asks for', async () => {
    const { clock, ended, failure } = await hanging(() => undefined, { deadlineMs: 400 });

    await clock.advance(400);
    await ended;
    expect(failure()).toMatchObject({ code: 'timeout' });
  });

  it('is cancelled together with the call', async () => {
    const { transport } = await transportTo(() => giveUp.abort());
    const giveUp = new AbortController();

    const call = transport.send({ ...READ, signal: giveUp.signal });

    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(transport.send({ ...READ, signal: giveUp.signal })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('reuses its connection for the next call', async () => {
    const { transport, server } = await transportTo(fine);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });

    await transport.send(READ);
    await transport.send(READ);
    expect(connections).toBe(1);
  });

  it.each([
    ['{}', 'text/html', 'not_json'],
    ['{}', 'application/json; charset=utf-8', null],
    ['{}', 'application/jsonp', 'not_json'],
    [' '.repeat(UPSTREAM_LIMITS.maxBytes + 1), 'application/json', 'too_large'],
  ])('checks the size and the type of a response (%#)', async (text, type, reason) => {
    const { transport } = await transportTo((_request, response) => {
      response.writeHead(200, { 'content-type': type, 'transfer-encoding': 'chunked' }).end(text);
    });

    const told = await transport.send(READ).then(
      () => null,
      (error: unknown) => error,
    );

    expect(told).toEqual(reason === null ? null : expect.objectContaining({ reason }));
  });

  it('reads at most 64 KiB of an error', async () => {
    const { transport } = await transportTo((_request, response) => {
      response.writeHead(500).end(' '.repeat(64 * 1024 + 1));
    });

    await expect(transport.send(READ)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('reports that nothing listens at the address', async () => {
    const { transport, server } = await transportTo(fine);
    server.close();
    await once(server, 'close');

    await expect(transport.send(READ)).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

function connectionsOf(server: { getConnections(told: (error: unknown, count: number) => void): unknown }) {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
