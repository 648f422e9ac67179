import { describe, expect, it } from 'vitest';
import { errorAnswer, json } from '../session/service-double.ts';
import { settled } from '../session/standing-clock.ts';
import { LIST_SHOPS, storedSession } from '../session/stored-session.ts';

const MINUTE_MS = 60_000;

describe('refreshing', () => {
  it('happens 25 minutes after the token was issued, no earlier, and again after that', async () => {
    const { service, clock } = await storedSession();

    await clock.advance(25 * MINUTE_MS - 1);
    expect(service.calls).toHaveLength(0);

    await clock.advance(1);
    expect(service.calls.map(({ call }) => call)).toEqual(['POST /api/auth/refresh']);

    await clock.advance(25 * MINUTE_MS);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(2);
  });

  it('starts its 25 minutes again after a login in between', async () => {
    const { keeper, service, clock } = await storedSession();
    await clock.advance(10 * MINUTE_MS);
    service.forgetTokens();
    await keeper.request(LIST_SHOPS);

    await clock.advance(25 * MINUTE_MS - 1);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(0);
    await clock.advance(1);
    expect(service.callsOf('POST /api/auth/refresh')).toHaveLength(1);
  });

  it('is retried after 2, 8 and 30 seconds if it fails temporarily, and then given up', async () => {
    const { keeper, service, clock } = await storedSession();
    const startMs = clock.now() + 25 * MINUTE_MS;
    service.reply('POST /api/auth/refresh', () => errorAnswer(502, 'Not now.'));

    await clock.advance(29 * MINUTE_MS);

    const tries = service.callsOf('POST /api/auth/refresh').map(({ atMs }) => (atMs - startMs) / 1000);
    expect(tries).toEqual([0, 2, 10, 40]);
    expect(keeper.state().kind).toBe('signed-in');
  });

  it('is not retried after a refusal; the session then ends when its token expires', async () => {
    const { keeper, service, clock } = await storedSession();
    service.reply('POST /api/auth/refresh', () => errorAnswer(401, 'Wrong credentials.'));

    await clock.advance(29 * MINUTE_MS);
    expect((await keeper.request(LIST_SHOPS)).status).toBe(200);
    await clock.advance(60 * MINUTE_MS);
    service.forgetTokens();
    expect((await keeper.request(LIST_SHOPS)).status).toBe(401);

    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
  });

  it('that is in progress is joined by a call that gets a 401', async () => {
    const { keeper, service, clock } = await storedSession();
    let letGo = () => {};
    service.reply('POST /api/auth/refresh', async () => {
      await new Promise<void>((resume) => {
        letGo = resume;
      });
      return json(200, { token: 'token-9', expires_at: 1, expires_in: 1800 });
    });
    service.reply('GET /api/shops', ({ token }) => (token === 'token-9' ? json(200, {}) : errorAnswer(401, 'Old.')));
    await clock.advance(25 * MINUTE_MS);

    const call = keeper.request(LIST_SHOPS);
    await settled();
    letGo();

    expect((await call).status).toBe(200);
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
  });

  it('does not delay a call with a 401 by its pauses: the call logs in at once', async () => {
    const { keeper, service, clock } = await storedSession();
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

describe('a call whose token was replaced meanwhile', () => {
  it('is repeated with the newer token, without a second login', async () => {
    const { keeper, service } = await storedSession();
    const over = Promise.withResolvers<void>();
    let calls = 0;
    service.reply('POST /api/auth/login', () => json(200, { token: 'token-9', expires_at: 1, expires_in: 1800 }));
    service.reply('GET /api/shops', async ({ token }) => {
      calls += 1;
      if (calls === 1) await over.promise;
      return token === 'token-9' ? json(200, {}) : errorAnswer(401, 'Old.');
    });

    const late = keeper.request(LIST_SHOPS);
    await settled();
    expect((await keeper.request(LIST_SHOPS)).status).toBe(200);
    over.resolve();

    expect((await late).status).toBe(200);
    expect(service.callsOf('POST /api/auth/login')).toHaveLength(1);
  });
});
