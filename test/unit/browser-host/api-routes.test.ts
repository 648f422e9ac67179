import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../electron/session/api-failure.ts';
import { exchangeRaw } from '../../support/http-exchange.ts';
import { leavingTargets } from '../pages/leaving-targets.ts';
import { answerOf, type RunningUi, startUi } from './running-ui.ts';

let ui: RunningUi;
beforeEach(async () => {
  ui = await startUi();
});
afterEach(() => ui.stop());

describe('GET /api/*', () => {
  it('hands path and query on as they were sent', async () => {
    const target = '/api/products?q=caf%C3%A9+%22x%22&limit=1&limit=2&&x';
    const answer = await ui.send('GET', target, { headers: await ui.enter() });
    expect(ui.asked).toEqual([target]);
    expect(JSON.parse(answer.text)).toEqual({ target });
  });

  it.each(leavingTargets())('relays nothing for %s', async (target) => {
    const { cookie } = await ui.enter();
    const head = [
      `GET ${target} HTTP/1.1`,
      `Host: 127.0.0.1:${ui.port}`,
      `Cookie: ${cookie}`,
      'Connection: close',
    ];
    expect(await exchangeRaw(ui.port, `${head.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(ui.asked).toEqual([]);
  });

  it('hands status, type, request id and waiting time back, and no cookie', async () => {
    await ui.stop();
    const told = { 'x-request-id': 'r1', 'retry-after': '4', 'set-cookie': 'a=b', server: 'x' };
    ui = await startUi({ read: async () => answerOf(429, { status: 429 }, told) });
    const answer = await ui.send('GET', '/api/shops', { headers: await ui.enter() });
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

  it('answers a service that cannot be reached with a 503 of the usual form', async () => {
    await ui.stop();
    ui = await startUi({ read: () => Promise.reject(new ApiFailure('unreachable')) });
    const answer = await ui.send('GET', '/api/shops', { headers: await ui.enter() });
    expect(JSON.parse(answer.text)).toEqual({
      error: 'Service Unavailable',
      message: 'The service could not be reached.',
      status: 503,
      request_id: answer.headers['x-request-id'],
    });
  });

  it('tells nothing of a failure inside, and logs it', async () => {
    await ui.stop();
    ui = await startUi({ read: () => Promise.reject(new Error('inner detail')) });
    const answer = await ui.send('GET', '/api/shops', { headers: await ui.enter() });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('inner detail');
    expect(JSON.stringify(ui.records)).toContain('inner detail');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no %s', async (method) => {
    const answer = await ui.send(method, '/api/auth/login', { headers: await ui.enter(), body: {} });
    expect([answer.status, ui.asked]).toEqual([404, []]);
  });

  it('answers HEAD without a body', async () => {
    const answer = await ui.send('HEAD', '/api/shops', { headers: await ui.enter() });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});
