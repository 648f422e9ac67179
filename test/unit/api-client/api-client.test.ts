import { describe, expect, it } from 'vitest';
import {
  type ApiAnswer,
  createApiClient,
  type OutgoingCall,
  type Transport,
} from '../../../electron/api-client/api-client.ts';
import { standingClock } from '../session/standing-clock.ts';

function clientOver(transport: Transport) {
  const clock = standingClock();
  return { clock, client: createApiClient({ baseAddress: 'http://127.0.0.1:4870', clock, transport }) };
}

const EMPTY: ApiAnswer = { status: 200, headers: new Headers(), body: new Uint8Array() };

const hanging: Transport = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the API client', () => {
  it('sends method, path with query, headers and body, and returns status, headers and bytes', async () => {
    const seen: OutgoingCall[] = [];
    const { client, clock } = clientOver(async (request) => {
      seen.push(request);
      return { status: 201, headers: new Headers({ 'x-request-id': 'r-7' }), body: Uint8Array.of(0xef, 0x00) };
    });

    const answer = await client.send({
      method: 'POST',
      path: '/api/webhooks?a=1',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });

    expect(seen[0]?.url).toBe('http://127.0.0.1:4870/api/webhooks?a=1');
    expect(seen[0]?.headers).toEqual({ 'content-type': 'application/json' });
    expect(seen[0]?.body).toBe('{}');
    expect([answer.status, answer.headers.get('x-request-id'), ...answer.body]).toEqual([201, 'r-7', 0xef, 0]);
    expect(clock.waiting()).toEqual([]);
  });

  it.each(['//evil.example/api', '/\\evil.example', '/@evil.example/'])(
    'never leaves the service for %s',
    async (path) => {
      const hosts: string[] = [];
      const { client } = clientOver(async ({ url }) => {
        hosts.push(new URL(url).host);
        return EMPTY;
      });

      await client.send({ method: 'GET', path });

      expect(hosts).toEqual(['127.0.0.1:4870']);
    },
  );

  it.each(['@evil.example/', '.evil.example/', 'http://evil.example/', ''])('refuses the path %j', async (path) => {
    const { client } = clientOver(async () => EMPTY);

    await expect(client.send({ method: 'GET', path })).rejects.toThrow();
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

  it('makes no calls after it is closed, and ends those in progress', async () => {
    const [closing, sent] = [new AbortController(), [] as OutgoingCall[]];
    const transport: Transport = (call) => {
      sent.push(call);
      return hanging(call);
    };
    const target = { baseAddress: 'http://127.0.0.1:4870', clock: standingClock() };
    const client = createApiClient({ ...target, transport, closed: closing.signal });
    const waiting = client.send({ method: 'GET', path: '/' });
    closing.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'unreachable' });
    await expect(client.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(sent).toHaveLength(1);
  });

  it('distinguishes a caller who cancelled from a connection that broke', async () => {
    const giveUp = new AbortController();
    const given = clientOver(hanging).client.send({ method: 'GET', path: '/', signal: giveUp.signal });
    giveUp.abort();
    const broken = clientOver(() => Promise.reject(new TypeError('fetch failed'))).client;

    await expect(given).rejects.toMatchObject({ code: 'cancelled' });
    await expect(broken.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'unreachable' });
  });
});
