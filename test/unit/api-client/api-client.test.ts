import { describe, expect, it } from 'vitest';
import { createApiClient, type Transport } from '../../../electron/api-client/api-client.ts';
import { standingClock } from '../session/standing-clock.ts';

function clientOver(transport: Transport) {
  const clock = standingClock();
  return { clock, client: createApiClient({ baseAddress: 'http://127.0.0.1:4870', clock, transport }) };
}

const hanging: Transport = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the API client', () => {
  it('sends method, path with query, headers and body, and answers status, headers and bytes', async () => {
    const seen: Request[] = [];
    const { client, clock } = clientOver(async (request) => {
      seen.push(request);
      return new Response(Uint8Array.of(0xef, 0x00), { status: 201, headers: { 'x-request-id': 'r-7' } });
    });

    const answer = await client.send({
      method: 'POST',
      path: '/api/webhooks?a=1',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });

    expect(seen[0]?.url).toBe('http://127.0.0.1:4870/api/webhooks?a=1');
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(await seen[0]?.text()).toBe('{}');
    expect([answer.status, answer.headers.get('x-request-id'), ...answer.body]).toEqual([201, 'r-7', 0xef, 0]);
    expect(clock.waiting()).toEqual([]);
  });

  it('leaves out the headers that describe the transfer', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '9', etag: '"a"' };
    const { client } = clientOver(async () => new Response('x', { headers }));

    const answer = await client.send({ method: 'GET', path: '/' });

    expect([...answer.headers.keys()]).toEqual(['content-type', 'etag']);
  });

  it.each(['//evil.example/api', '/\\evil.example', '/@evil.example/'])(
    'never leaves the service for %s',
    async (path) => {
      const hosts: string[] = [];
      const { client } = clientOver(async ({ url }) => {
        hosts.push(new URL(url).host);
        return new Response();
      });

      await client.send({ method: 'GET', path });

      expect(hosts).toEqual(['127.0.0.1:4870']);
    },
  );

  it.each(['@evil.example/', '.evil.example/', 'http://evil.example/', ''])('refuses the path %j', async (path) => {
    const { client } = clientOver(async () => new Response());

    await expect(client.send({ method: 'GET', path })).rejects.toThrow();
  });

  it('follows no redirect', async () => {
    const { client } = clientOver(async ({ redirect }) => new Response(redirect));

    expect(new TextDecoder().decode((await client.send({ method: 'GET', path: '/' })).body)).toBe('manual');
  });

  it('times out at its deadline, not before', async () => {
    const { client, clock } = clientOver(hanging);
    let outcome = 'pending';
    const call = client.send({ method: 'GET', path: '/', deadlineMs: 500 }).catch(({ code }) => {
      outcome = code;
    });

    await clock.advance(499);
    expect(outcome).toBe('pending');
    await clock.advance(1);
    await call;
    expect(outcome).toBe('timeout');
  });

  it('times out too when only the body hangs', async () => {
    const { client, clock } = clientOver(async ({ signal }) => {
      const start = (controller: ReadableStreamDefaultController) =>
        signal.addEventListener('abort', () => controller.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    });

    const failure = expect(client.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'timeout' });
    await clock.advance(30_000);

    await failure;
  });

  it('tells a caller who gave up from a connection that broke', async () => {
    const giveUp = new AbortController();
    const given = clientOver(hanging).client.send({ method: 'GET', path: '/', signal: giveUp.signal });
    giveUp.abort();
    const broken = clientOver(() => Promise.reject(new TypeError('fetch failed'))).client;

    await expect(given).rejects.toMatchObject({ code: 'cancelled' });
    await expect(broken.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'unreachable' });
  });
});
