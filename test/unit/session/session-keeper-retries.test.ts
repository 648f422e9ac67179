import { describe, expect, it } from 'vitest';
import { errorAnswer, json } from './service-double.ts';
import { LIST_SHOPS, storedSession } from './stored-session.ts';

const MINUTE_MS = 60_000;
const lost = () => Promise.reject(new TypeError('fetch failed'));

describe('retrying', () => {
  it.each([429, 500, 502])('while the user waits stops at the first %i', async (status) => {
    const { keeper, service } = await storedSession();
    service.reply('GET /api/shops', () => errorAnswer(status, 'Not now.', { 'retry-after': '1' }));

    expect((await keeper.request(LIST_SHOPS)).status).toBe(status);

    expect(service.calls).toHaveLength(1);
  });

  it('while the user waits stops at the first timeout, after 30 seconds', async () => {
    const { keeper, service, clock } = await storedSession();
    service.reply('GET /api/shops', () => new Promise<never>(() => {}));

    const call = keeper.request(LIST_SHOPS);
    const failure = expect(call).rejects.toMatchObject({ code: 'timeout' });
    await clock.advance(30_000);

    await failure;
    expect(service.calls).toHaveLength(1);
  });

  it.each([
    ['502', () => errorAnswer(502, 'Not now.')],
    ['500', () => errorAnswer(500, 'Broken.')],
    ['a lost connection', lost],
  ])('in the background repeats a read after 2, 8 and 30 seconds on %s', async (_name, reply) => {
    const { keeper, service, clock } = await storedSession();
    const startMs = clock.now();
    service.reply('GET /api/shops', reply);

    const call = keeper.request(LIST_SHOPS, 'background').catch((error: unknown) => error);
    await clock.advance(10 * MINUTE_MS);
    await call;

    expect(service.callsOf('GET /api/shops').map(({ atMs }) => (atMs - startMs) / 1000)).toEqual([0, 2, 10, 40]);
  });

  it('in the background repeats a read that timed out', async () => {
    const { keeper, service, clock } = await storedSession();
    service.reply(
      'GET /api/shops',
      () => new Promise<never>(() => {}),
      () => json(200, {}),
    );

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(32_000);

    expect((await call).status).toBe(200);
  });

  it('in the background stops at the first success', async () => {
    const { keeper, service, clock } = await storedSession();
    service.reply(
      'GET /api/shops',
      () => errorAnswer(502, 'Not now.'),
      lost,
      () => json(200, {}),
    );

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(10_000);

    expect((await call).status).toBe(200);
  });

  it('in the background waits as long as a 429 asks, at most three times', async () => {
    const { keeper, service, clock } = await storedSession();
    const startMs = clock.now();
    service.reply('GET /api/shops', () => errorAnswer(429, 'Slow down.', { 'retry-after': '17' }));

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(10 * MINUTE_MS);

    expect((await call).status).toBe(429);
    expect(service.calls.map(({ atMs }) => (atMs - startMs) / 1000)).toEqual([0, 17, 34, 51]);
  });

  it('in the background counts the retries of all kinds together', async () => {
    const { keeper, service, clock } = await storedSession();
    const throttled = () => errorAnswer(429, 'Slow down.', { 'retry-after': '1' });
    service.reply('GET /api/shops', () => errorAnswer(502, 'Not now.'), throttled, lost, throttled);

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(10 * MINUTE_MS);

    expect((await call).status).toBe(429);
    expect(service.calls).toHaveLength(4);
  });

  it.each([400, 403, 404, 503])('in the background passes on a %i at once', async (status) => {
    const { keeper, service } = await storedSession();
    service.reply('GET /api/shops', () => errorAnswer(status, 'No.'));

    expect((await keeper.request(LIST_SHOPS, 'background')).status).toBe(status);

    expect(service.calls).toHaveLength(1);
  });

  it('in the background never repeats a call that is not a read', async () => {
    const { keeper, service } = await storedSession();
    service.reply('POST /api/webhooks', () => errorAnswer(502, 'Not now.'));

    const answer = await keeper.request({ method: 'POST', path: '/api/webhooks' }, 'background');

    expect(answer.status).toBe(502);
    expect(service.calls).toHaveLength(1);
  });
});
