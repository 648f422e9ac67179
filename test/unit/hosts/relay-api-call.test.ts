import { describe, expect, it } from 'vitest';
import {
  type ApiAnswer,
  ApiFailure,
  type ApiFailureCode,
  type ApiRequest,
} from '../../../electron/api-client/api-client.ts';
import type { UiCore } from '../../../electron/bridge/host.ts';
import { createOtherSessionError } from '../../../electron/bridge/signed-in-caller.ts';
import { type PageRequest, relayApiCall } from '../../../electron/hosts/api-relay.ts';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../../shared/contract/window-headers.ts';
import { leavingTargets } from './leaving-targets.ts';

function coreThat(send: (call: ApiRequest) => Promise<ApiAnswer> = answerOk) {
  const sent: ApiRequest[] = [];
  const sessionIds: (string | null)[] = [];
  const core: UiCore = {
    handle: async () => ({ ok: true, value: null }),
    readDocumentation: () => Promise.reject(new Error('nobody reads it')),
    mayFetch: async () => false,
    send: (call, sessionId) => {
      sent.push(call);
      sessionIds.push(sessionId);
      return send(call);
    },
  };
  return { core, sent, sessionIds };
}

const answerOk = async (): Promise<ApiAnswer> => ({
  status: 200,
  headers: new Headers(),
  body: new TextEncoder().encode('{}'),
});

function read(target: string, method = 'GET'): PageRequest {
  return { method, target, header: () => null, body: new Uint8Array() };
}

function write(
  method: string,
  target: string,
  body = '',
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): PageRequest {
  const header = (name: string) => headers[name] ?? null;
  return { method, target, header, body: new TextEncoder().encode(body) };
}

describe('relayApiCall', () => {
  it('names the session that the page shows, and refuses with 409 a call of another one', async () => {
    const { core, sessionIds } = coreThat(() => Promise.reject(createOtherSessionError()));
    const header = (name: string) => (name === SESSION_ID_HEADER ? 'session-a' : null);
    const { status, headers } = await relayApiCall(core, { ...read('/api/shops'), header });
    expect(sessionIds).toEqual(['session-a']);
    expect(status).toBe(409);
    expect(headers[SESSION_ID_HEADER]).toBe(OTHER_SESSION);
  });

  it('distinguishes a 409 of the API from its own', async () => {
    const headers = new Headers({ [SESSION_ID_HEADER]: OTHER_SESSION });
    const { core } = coreThat(async () => ({ ...(await answerOk()), status: 409, headers }));
    const answer = await relayApiCall(core, read('/api/shops'));
    expect([answer.status, answer.headers]).toEqual([409, {}]);
  });

  it.each([...leavingTargets(), '/health', '/apiary', '/api', '//evil.example/api/', 'api/shops'])(
    'responds to %s with a 404 of the usual form and calls nothing',
    async (target) => {
      const { core, sent } = coreThat();
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await relayApiCall(core, read(target, method));
        expect([status, sent]).toEqual([404, []]);
        expect(JSON.parse(String(body))).toMatchObject({ error: 'Not Found', status: 404 });
      }
    },
  );

  it.each([
    '/api/shops',
    '/api/products?q=../..',
    '/api/products?q=a\\b',
    '/api/products/...',
    '/api/products/a%2fb',
    '/api/products/1.5',
  ])('relays %s unchanged', async (target) => {
    const { core, sent } = coreThat();
    expect((await relayApiCall(core, read(target))).status).toBe(200);
    expect(sent).toEqual([{ method: 'GET', path: target }]);
  });

  it.each<ApiFailureCode>(['unreachable', 'timeout', 'cancelled', 'invalid_answer'])(
    'turns %s of our own service into 503',
    async (code) => {
      const { core } = coreThat(() => Promise.reject(new ApiFailure(code)));
      expect((await relayApiCall(core, read('/api/shops'))).status).toBe(503);
    },
  );

  it('leaves a 502 of the service unchanged', async () => {
    const { core } = coreThat(async () => ({ ...(await answerOk()), status: 502 }));
    expect((await relayApiCall(core, read('/api/shops'))).status).toBe(502);
  });
});

describe('a call that the page cancels', () => {
  it('is cancelled by the session if it is a read; a write continues', async () => {
    const { core, sent } = coreThat();
    const { signal } = new AbortController();
    await relayApiCall(core, { ...read('/api/shops'), signal });
    await relayApiCall(core, { ...write('DELETE', '/api/webhooks/3'), signal });
    expect(sent.map((call) => call.signal)).toEqual([signal, undefined]);
  });
});

describe('a write from the page', () => {
  const HOOKS = '/api/webhooks';

  it('is passed on with its method, path and body, byte for byte', async () => {
    const { core, sent } = coreThat();
    const body = '{ "url" : "https://a.example/é" }';
    await relayApiCall(core, write('POST', HOOKS, body));
    await relayApiCall(core, write('DELETE', `${HOOKS}/3`));
    expect(sent).toEqual([
      {
        method: 'POST',
        path: HOOKS,
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(body),
      },
      { method: 'DELETE', path: `${HOOKS}/3`, headers: {} },
    ]);
  });

  it('is passed on with its idempotency key and no other header', async () => {
    const { core, sent } = coreThat();
    const headers = {
      'content-type': 'application/json; charset=UTF-8',
      'idempotency-key': 'k1',
      authorization: 'Bearer of somebody',
      cookie: 'a=b',
      host: 'evil.example',
      origin: 'https://evil.example',
      'content-length': '2',
      'transfer-encoding': 'chunked',
    };
    await relayApiCall(core, write('POST', HOOKS, '{}', headers));
    expect(sent[0]?.headers).toEqual({ 'content-type': 'application/json', 'idempotency-key': 'k1' });
  });

  it('gets the response of the API, also 204', async () => {
    const { core } = coreThat(async () => ({ status: 204, headers: new Headers(), body: new Uint8Array() }));
    const answer = await relayApiCall(core, write('DELETE', `${HOOKS}/3`));
    expect(answer).toEqual({ status: 204, headers: {}, body: new Uint8Array() });
  });

  it.each(['PUT', 'PATCH', 'TRACE', 'OPTIONS', 'CONNECT', 'PROPFIND', 'post', 'get', ''])(
    'with the method "%s" is 405 and calls nothing',
    async (method) => {
      const { core, sent } = coreThat();
      const { status, headers } = await relayApiCall(core, write(method, HOOKS, '{}'));
      expect([status, headers.allow, sent]).toEqual([405, 'GET, HEAD, POST, DELETE', []]);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/jsonx',
    'text/plain; application/json',
    '',
  ])('of the type "%s" is 415 and calls nothing', async (type) => {
    const { core, sent } = coreThat();
    const { status } = await relayApiCall(core, write('POST', HOOKS, '{}', { 'content-type': type }));
    expect([status, sent]).toEqual([415, []]);
    expect((await relayApiCall(core, write('POST', HOOKS, '{}', {}))).status).toBe(415);
  });

  it('of more than 256 KiB is 413 and calls nothing', async () => {
    const { core, sent } = coreThat();
    const { status } = await relayApiCall(core, write('POST', HOOKS, 'x'.repeat(256 * 1024 + 1)));
    expect([status, sent]).toEqual([413, []]);
    expect((await relayApiCall(core, write('POST', HOOKS, 'x'.repeat(256 * 1024)))).status).toBe(200);
  });

  it.each([
    '/api/auth/login',
    '/api/auth/refresh',
    '/api/%61uth/login',
    '/api/auth%2flogin',
    '/api/auth/log%69n',
    '/api/auth/login?x=1',
    '/api//auth/login',
    '/api/auth//login',
    '/api/auth/login/',
    '/api/auth/login#x',
    '/api/auth;x/login',
    '/api/webhooks?x=1',
  ])('to %s is 404, because the page may not get a token', async (target) => {
    const { core, sent } = coreThat();
    const { status } = await relayApiCall(core, write('POST', target, '{}'));
    expect([status, sent]).toEqual([404, []]);
  });
});
