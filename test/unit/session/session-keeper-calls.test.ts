import { describe, expect, it } from 'vitest';
import { keptSession, LIST_SHOPS } from './kept-session.ts';
import { errorAnswer, json } from './service-double.ts';
import { settled } from './standing-clock.ts';

const MINUTE_MS = 60_000;
const lost = () => Promise.reject(new TypeError('fetch failed'));

describe('a call of the signed-in user', () => {
  it('carries the token, whatever authorization it came with', async () => {
    const { keeper, service } = await keptSession();

    const answer = await keeper.request({ ...LIST_SHOPS, headers: { Authorization: 'Bearer other' } });

    expect(answer.status).toBe(200);
    expect(service.calls).toMatchObject([{ call: 'GET /api/shops', token: 'token-1' }]);
  });

  it('logs in once and is repeated once after a 401', async () => {
    const { keeper, service } = await keptSession();
    service.forgetTokens();

    const answer = await keeper.request({ method: 'POST', path: '/api/webhooks', body: '{"url":"x"}' });

    expect(answer.status).toBe(200);
    expect(service.calls).toMatchObject([
      { call: 'POST /api/webhooks', token: 'token-1', body: '{"url":"x"}' },
      { call: 'POST /api/auth/login', token: null },
      { call: 'POST /api/webhooks', token: 'token-2', body: '{"url":"x"}' },
    ]);
  });

  it('passes a second 401 on and stays signed in', async () => {
    const { keeper, service } = await keptSession();
    service.reply('GET /api/shops', () => errorAnswer(401, 'Never.'));

    expect((await keeper.request(LIST_SHOPS)).status).toBe(401);

    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(service.callsOf('GET /api/shops')).toHaveLength(2);
    expect(keeper.state().kind).toBe('signed-in');
  });

  it('shares one login among eight that got a 401 at the same time', async () => {
    const { keeper, service } = await keptSession();
    service.forgetTokens();

    const answers = await Promise.all(Array.from({ length: 8 }, () => keeper.request(LIST_SHOPS)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(service.callsOf('GET /api/shops')).toHaveLength(16);
  });

  it('is repeated with the newer token and no login when its 401 comes late', async () => {
    const { keeper, service } = await keptSession();
    let answerLate = () => {};
    service.reply('GET /api/late', async ({ token }) => {
      if (token === 'token-2') return json(200, {});
      await new Promise<void>((resume) => {
        answerLate = resume;
      });
      return errorAnswer(401, 'Old token.');
    });
    service.forgetTokens();
    const late = keeper.request({ method: 'GET', path: '/api/late' });
    await keeper.request(LIST_SHOPS);

    answerLate();

    expect((await late).status).toBe(200);
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(service.callsOf('GET /api/late').map(({ token }) => token)).toEqual(['token-1', 'token-2']);
  });

  it('ends the session as expired when the login is refused, and the 401 is passed on', async () => {
    const { keeper, service, vault } = await keptSession(true);
    service.forgetTokens();
    service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));

    const answers = await Promise.all([keeper.request(LIST_SHOPS), keeper.request(LIST_SHOPS)]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(new TextDecoder().decode(answers[0]?.body)).toContain('The token is not valid.');
    expect(keeper.state()).toEqual({ kind: 'signed-out', remembersSignIn: false, reason: 'expired' });
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(await vault.read()).toBeNull();
  });

  it.each([429, 500, 502])(
    'answers what a login that failed with %i answered, and stays signed in',
    async (status) => {
      const { keeper, service } = await keptSession();
      service.forgetTokens();
      service.reply('POST /api/auth/login', () => errorAnswer(status, 'Not now.'));

      expect((await keeper.request(LIST_SHOPS)).status).toBe(status);

      expect(keeper.state().kind).toBe('signed-in');
      expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    },
  );

  it('fails when the login gets no answer, and stays signed in', async () => {
    const { keeper, service } = await keptSession();
    service.forgetTokens();
    service.reply('POST /api/auth/login', lost);

    await expect(keeper.request(LIST_SHOPS)).rejects.toMatchObject({ code: 'unreachable' });

    expect(keeper.state().kind).toBe('signed-in');
  });

  it('logs in once, and first, after a sleep beyond the expiry', async () => {
    const { keeper, service, clock } = await keptSession();
    clock.sleep(3 * 60 * MINUTE_MS);

    const answers = await Promise.all([keeper.request(LIST_SHOPS), keeper.request(LIST_SHOPS)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(service.calls.map(({ call }) => call)).toEqual([
      'POST /api/auth/login',
      'GET /api/shops',
      'GET /api/shops',
    ]);
  });
});

describe('refreshing', () => {
  it('happens 25 minutes after the issue, not a moment earlier, and goes on', async () => {
    const { service, clock } = await keptSession();

    await clock.advance(25 * MINUTE_MS - 1);
    expect(service.calls).toHaveLength(0);

    await clock.advance(1);
    expect(service.calls.map(({ call }) => call)).toEqual(['POST /api/auth/refresh']);

    await clock.advance(25 * MINUTE_MS);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(2);
  });

  it('counts anew from a login in between', async () => {
    const { keeper, service, clock } = await keptSession();
    await clock.advance(10 * MINUTE_MS);
    service.forgetTokens();
    await keeper.request(LIST_SHOPS);

    await clock.advance(25 * MINUTE_MS - 1);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(0);
    await clock.advance(1);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(1);
  });

  it('is repeated after 2, 8 and 30 seconds while it fails in a passing way, then left', async () => {
    const { keeper, service, clock } = await keptSession();
    const startMs = clock.now() + 25 * MINUTE_MS;
    service.reply('POST /api/auth/refresh', () => errorAnswer(502, 'Not now.'));

    await clock.advance(29 * MINUTE_MS);

    const tries = service.callsOf('POST /api/auth/refresh').map(({ atMs }) => (atMs - startMs) / 1000);
    expect(tries).toEqual([0, 2, 10, 40]);
    expect(keeper.state().kind).toBe('signed-in');
  });

  it('is not tried again when it was refused; the token lives on, and its end is the session’s', async () => {
    const { keeper, service, clock } = await keptSession();
    service.reply('POST /api/auth/refresh', () => errorAnswer(401, 'Wrong credentials.'));

    await clock.advance(29 * MINUTE_MS);
    expect((await keeper.request(LIST_SHOPS)).status).toBe(200);
    await clock.advance(60 * MINUTE_MS);
    service.forgetTokens();
    expect((await keeper.request(LIST_SHOPS)).status).toBe(401);

    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
  });

  it('under way is joined by a call that gets a 401', async () => {
    const { keeper, service, clock } = await keptSession();
    let letGo = () => {};
    service.reply('POST /api/auth/refresh', async () => {
      await new Promise<void>((resume) => {
        letGo = resume;
      });
      return json(200, { token: 'token-9', expires_at: 1, expires_in: 1800 });
    });
    service.reply('GET /api/shops', ({ token }) =>
      token === 'token-9' ? json(200, {}) : errorAnswer(401, 'Old.'),
    );
    await clock.advance(25 * MINUTE_MS);

    const call = keeper.request(LIST_SHOPS);
    await settled();
    letGo();

    expect((await call).status).toBe(200);
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
  });

  it('lets nobody wait for its pauses: a call with a 401 logs in at once', async () => {
    const { keeper, service, clock } = await keptSession();
    service.reply('POST /api/auth/refresh', () => errorAnswer(502, 'Not now.'));
    await clock.advance(25 * MINUTE_MS);
    service.forgetTokens();

    expect((await keeper.request(LIST_SHOPS)).status).toBe(200);

    await clock.advance(MINUTE_MS);
    expect(service.callsOf('POST /api/auth/').map(({ call }) => call)).toEqual([
      'POST /api/auth/refresh',
      'POST /api/auth/login',
    ]);
  });
});

describe('patience', () => {
  it.each([429, 500, 502])('of someone who waits ends at the first %i', async (status) => {
    const { keeper, service } = await keptSession();
    service.reply('GET /api/shops', () => errorAnswer(status, 'Not now.', { 'retry-after': '1' }));

    expect((await keeper.request(LIST_SHOPS)).status).toBe(status);

    expect(service.calls).toHaveLength(1);
  });

  it('of someone who waits ends at the first timeout, after 30 seconds', async () => {
    const { keeper, service, clock } = await keptSession();
    service.reply('GET /api/shops', () => new Promise<Response>(() => {}));

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
    const { keeper, service, clock } = await keptSession();
    const startMs = clock.now();
    service.reply('GET /api/shops', reply);

    const call = keeper.request(LIST_SHOPS, 'background').catch((error: unknown) => error);
    await clock.advance(10 * MINUTE_MS);
    await call;

    expect(service.callsOf('GET /api/shops').map(({ atMs }) => (atMs - startMs) / 1000)).toEqual([
      0, 2, 10, 40,
    ]);
  });

  it('in the background repeats a read that timed out', async () => {
    const { keeper, service, clock } = await keptSession();
    service.reply(
      'GET /api/shops',
      () => new Promise<Response>(() => {}),
      () => json(200, {}),
    );

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(32_000);

    expect((await call).status).toBe(200);
  });

  it('in the background ends with the first success', async () => {
    const { keeper, service, clock } = await keptSession();
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

  it('in the background waits as long as a 429 says, three times at most', async () => {
    const { keeper, service, clock } = await keptSession();
    const startMs = clock.now();
    service.reply('GET /api/shops', () => errorAnswer(429, 'Slow down.', { 'retry-after': '17' }));

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(10 * MINUTE_MS);

    expect((await call).status).toBe(429);
    expect(service.calls.map(({ atMs }) => (atMs - startMs) / 1000)).toEqual([0, 17, 34, 51]);
  });

  it('in the background counts the repeats of all kinds together', async () => {
    const { keeper, service, clock } = await keptSession();
    const throttled = () => errorAnswer(429, 'Slow down.', { 'retry-after': '1' });
    service.reply('GET /api/shops', () => errorAnswer(502, 'Not now.'), throttled, lost, throttled);

    const call = keeper.request(LIST_SHOPS, 'background');
    await clock.advance(10 * MINUTE_MS);

    expect((await call).status).toBe(429);
    expect(service.calls).toHaveLength(4);
  });

  it.each([400, 403, 404, 503])('in the background passes a %i on at once', async (status) => {
    const { keeper, service } = await keptSession();
    service.reply('GET /api/shops', () => errorAnswer(status, 'No.'));

    expect((await keeper.request(LIST_SHOPS, 'background')).status).toBe(status);

    expect(service.calls).toHaveLength(1);
  });

  it('in the background never repeats what is not a read', async () => {
    const { keeper, service } = await keptSession();
    service.reply('POST /api/webhooks', () => errorAnswer(502, 'Not now.'));

    const answer = await keeper.request({ method: 'POST', path: '/api/webhooks' }, 'background');

    expect(answer.status).toBe(502);
    expect(service.calls).toHaveLength(1);
  });
});
