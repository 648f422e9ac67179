import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../../electron/api-client/api-client.ts';
import { SESSION_ID_HEADER } from '../../../../shared/contract/window-headers.ts';
import { PAGE_CALL_HEADER } from '../../../../shared/contract/window-page.ts';
import { exchangeRaw } from '../../../support/http-exchange.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { leavingTargets } from '../leaving-targets.ts';
import { answerOf, type RunningUi, startUi } from './running-ui.ts';

let ui: RunningUi;
beforeEach(async () => {
  entered = null;
  ui = await startUi();
});
afterEach(() => ui.stop());

/** Headers that a browser sends after it was let in, which happens once. */
let entered: ReturnType<RunningUi['enter']> | null = null;
const signs = () => (entered ??= ui.enter());

describe('the id of the session that the page shows', () => {
  it('is passed to the API and to the bridge; null if the page names none', async () => {
    const headers = { ...(await signs()), [SESSION_ID_HEADER]: 'session-a' };
    await ui.send('GET', '/api/shops', { headers });
    await ui.send('POST', '/bridge/readAbout', { headers, body: '{}' });
    await ui.send('GET', '/api/shops', { headers: await signs() });
    expect(ui.sessionIds).toEqual(['session-a', 'session-a', null]);
  });
});

describe('GET /api/*', () => {
  it('passes path and query on unchanged', async () => {
    const target = '/api/products?q=caf%C3%A9+%22x%22&limit=1&limit=2&&x';
    const answer = await ui.send('GET', target, { headers: await signs() });
    expect(ui.asked).toEqual([target]);
    expect(JSON.parse(answer.text)).toEqual({ target });
  });

  it.each(leavingTargets())('relays nothing for %s', async (target) => {
    const { [PAGE_CALL_HEADER]: key } = await signs();
    const head = [`GET ${target} HTTP/1.1`, `Host: ${ui.authority}`, `X-Tilldesk-Page: ${key}`, 'Connection: close'];
    expect(await exchangeRaw(ui.port, `${head.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(ui.asked).toEqual([]);
  });

  it('passes status, type, request id and waiting time back, and no cookie', async () => {
    await ui.stop();
    const told = { 'x-request-id': 'r1', 'retry-after': '4', 'set-cookie': 'a=b', server: 'x' };
    ui = await startUi({ answer: async () => answerOf(429, { status: 429 }, told) });
    const answer = await ui.send('GET', '/api/shops', { headers: await signs() });
    expect(answer).toMatchObject({ status: 429, text: '{"status":429}' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'r1',
      'retry-after': '4',
      'cache-control': 'no-store',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.server).toBeUndefined();
  });

  it('responds with a 503 of the usual form if the service cannot be reached', async () => {
    await ui.stop();
    entered = null;
    ui = await startUi({ answer: () => Promise.reject(new ApiFailure('unreachable')) });
    const answer = await ui.send('GET', '/api/shops', { headers: await signs() });
    expect(JSON.parse(answer.text)).toEqual({
      error: 'Service Unavailable',
      message: 'The service could not be reached.',
      status: 503,
      request_id: answer.headers['x-request-id'],
    });
  });

  it('hides the cause of an internal failure, and logs it', async () => {
    await ui.stop();
    entered = null;
    ui = await startUi({ answer: () => Promise.reject(new Error('inner detail')) });
    const answer = await ui.send('GET', '/api/shops', { headers: await signs() });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('inner detail');
    expect(JSON.stringify(ui.records)).toContain('inner detail');
  });

  it('cancels a call when the page does, unless it was answered', async () => {
    await ui.stop();
    entered = null;
    ui = await startUi({
      answer: ({ path }) => (path === '/api/shops' ? Promise.resolve(answerOf(200, {})) : new Promise(() => {})),
    });
    const { [PAGE_CALL_HEADER]: key } = await signs();
    const socket = connect(ui.port, '127.0.0.1');
    const ask = (target: string) =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${ui.authority}\r\nX-Tilldesk-Page: ${key}\r\n\r\n`);
    ask('/api/shops');
    await once(socket, 'data');
    ask('/api/orders');
    await waitFor(() => expect(ui.sent).toHaveLength(2));
    socket.destroy();
    await waitFor(() => expect(ui.sent.map(({ signal }) => signal?.aborted)).toEqual([false, true]));
  });

  it('answers HEAD without a body', async () => {
    const answer = await ui.send('HEAD', '/api/shops', { headers: await signs() });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('POST and DELETE /api/*', () => {
  const HOOKS = '/api/webhooks';

  it('pass method, path, body and idempotency key on', async () => {
    const headers = { ...(await signs()), 'idempotency-key': 'k1', authorization: 'Bearer x' };
    await ui.send('POST', HOOKS, { headers, body: '{"url":  1}' });
    await ui.send('DELETE', `${HOOKS}/3`, { headers: await signs() });
    expect(ui.sent).toEqual([
      {
        method: 'POST',
        path: HOOKS,
        headers: { 'idempotency-key': 'k1', 'content-type': 'application/json' },
        body: new TextEncoder().encode('{"url":  1}'),
      },
      { method: 'DELETE', path: `${HOOKS}/3`, headers: {} },
    ]);
  });

  it('pass a repeated idempotency key on, so that it is refused', async () => {
    const { origin, [PAGE_CALL_HEADER]: key } = await signs();
    const head = [
      `POST ${HOOKS} HTTP/1.1`,
      `Host: ${ui.authority}`,
      `X-Tilldesk-Page: ${key}`,
      `Origin: ${origin}`,
      'Idempotency-Key: a',
      'Idempotency-Key: b',
      'Content-Length: 0',
      'Connection: close',
    ];
    await exchangeRaw(ui.port, `${head.join('\r\n')}\r\n\r\n`);
    expect(ui.sent[0]?.headers).toEqual({ 'idempotency-key': 'a, b' });
  });

  it('pass 201 and 204 back, the latter without body and type', async () => {
    await ui.stop();
    entered = null;
    ui = await startUi({
      answer: async ({ method }) =>
        method === 'POST' ? answerOf(201, { id: 3 }) : { status: 204, headers: new Headers(), body: new Uint8Array() },
    });
    const headers = await signs();
    expect(await ui.send('POST', HOOKS, { headers, body: {} })).toMatchObject({ status: 201, text: '{"id":3}' });
    const removed = await ui.send('DELETE', `${HOOKS}/3`, { headers });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(removed.headers).not.toHaveProperty('content-type');
  });

  it('are refused without an origin', async () => {
    const { cookie } = await signs();
    for (const method of ['POST', 'DELETE']) {
      expect((await ui.send(method, `${HOOKS}/3`, { headers: { cookie } })).status).toBe(403);
    }
    expect(ui.sent).toEqual([]);
  });

  it('are refused without the cookie', async () => {
    const { origin } = await signs();
    for (const method of ['POST', 'DELETE']) {
      const answer = await ui.send(method, `${HOOKS}/3`, { headers: { origin }, body: {} });
      expect([answer.status, ui.sent]).toEqual([401, []]);
    }
  });

  it.each([256 * 1024 + 1, 1024 * 1024])('refuse a body of %i bytes', async (length) => {
    const answer = await ui.send('POST', HOOKS, { headers: await signs(), body: 'x'.repeat(length) });
    expect([answer.status, ui.sent]).toEqual([413, []]);
    const requestId = answer.headers['x-request-id'];
    expect(JSON.parse(answer.text)).toMatchObject({ status: 413, request_id: requestId });
  });

  it.each(['/api/auth/login', '/api/%61uth/refresh', '/%61pi/auth/login', '/api/x/../auth/login'])(
    'never return a token: %s',
    async (target) => {
      const answer = await ui.send('POST', target, { headers: await signs(), body: {} });
      expect([answer.status, ui.sent]).toEqual([404, []]);
    },
  );

  it.each(leavingTargets())('relay nothing for %s', async (target) => {
    const { origin, [PAGE_CALL_HEADER]: key } = await signs();
    for (const method of ['POST', 'DELETE']) {
      const head = [
        `${method} ${target} HTTP/1.1`,
        `Host: ${ui.authority}`,
        `X-Tilldesk-Page: ${key}`,
        `Origin: ${origin}`,
        'Content-Length: 0',
        'Connection: close',
      ];
      expect(await exchangeRaw(ui.port, `${head.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[04] /);
    }
    expect(ui.sent).toEqual([]);
  });
});
