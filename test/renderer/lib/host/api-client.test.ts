import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, callApi, readApi } from '../../../../renderer/lib/host/api-client.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { listDeliveries, pingWebhook, removeWebhook, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';

let requests: Request[];
let answer: () => Promise<Response>;

beforeEach(() => {
  requests = [];
  answer = async () => Response.json({ id: 3 });
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push(new Request(new URL(address, 'http://127.0.0.1'), init));
    return answer();
  });
});
/** The last request, as it is sent. */
function sent() {
  const { method, url, headers } = requests.at(-1) ?? new Request('http://nothing.example');
  const { pathname, search } = new URL(url);
  return { method, target: pathname + search, headers: Object.fromEntries(headers) };
}

function failsWith(status: number, headers: Record<string, string>, body: unknown = null) {
  answer = async () => Response.json(body, { status, headers });
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const thrown: unknown = await call.catch((error: unknown) => error);
  if (thrown instanceof ApiFailure) return thrown;
  throw new Error('did not fail as it should');
}

describe('callApi', () => {
  it('sends method, body and headers of the contract', async () => {
    const body = { url: 'https://a.example/', events: ['order.updated' as const] };
    const made = await callApi(subscribeWebhook, { body, headers: { 'idempotency-key': 'k1' } });
    expect(made.id).toBe(3);
    expect(sent()).toMatchObject({ method: 'POST', target: '/api/webhooks' });
    expect(sent().headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
    expect(await requests[0]?.json()).toEqual(body);
  });

  it('leaves out a header that is undefined, and the type if there is no body', async () => {
    await callApi(pingWebhook, { id: 3 });
    expect(sent()).toMatchObject({ method: 'POST', target: '/api/webhooks/3/ping' });
    expect(sent().headers).toEqual({ accept: 'application/json' });
    expect(await requests[0]?.text()).toBe('');
  });

  it('returns null if there is no body', async () => {
    answer = async () => new Response(null, { status: 204 });
    expect(await callApi(removeWebhook, { id: 3 })).toBeNull();
    expect(sent()).toMatchObject({ method: 'DELETE', target: '/api/webhooks/3' });
  });
});

describe('readApi', () => {
  it('sends its parameters without the empty ones', async () => {
    await readApi(listDeliveries, { id: 3, query: { status: undefined, sort: '-id', start: 0, limit: 50 } });
    expect(sent()).toMatchObject({ method: 'GET', target: '/api/webhooks/3/deliveries?sort=-id&start=0&limit=50' });
  });
});

describe('a failure', () => {
  it('has message, status and request', async () => {
    failsWith(400, {}, { error: 'Bad Request', message: 'url is taken.', status: 400, request_id: 'r-1' });
    const failure = await failureOf(callApi(pingWebhook, { id: 3 }));
    expect(failure).toMatchObject({ message: 'url is taken.', status: 400, requestId: 'r-1', retryAfterS: null });
  });

  it('reads from a 429 how long to wait', async () => {
    const body = { error: 'Too Many Requests', message: 'Too many pings.', status: 429, request_id: 'r-1' };
    failsWith(429, { 'retry-after': '42' }, body);
    expect(await failureOf(callApi(pingWebhook, { id: 3 }))).toMatchObject({ status: 429, retryAfterS: 42 });
  });

  it.each(['', 'soon', '0'])('has no time to wait if a 429 says "%s"', async (retryAfter) => {
    failsWith(429, { 'retry-after': retryAfter });
    expect((await failureOf(readApi(listShops))).retryAfterS).toBeNull();
  });

  it('has no status if there was no answer', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failureOf(callApi(pingWebhook, { id: 3 }))).toMatchObject({ status: null, retryAfterS: null });
  });
});
