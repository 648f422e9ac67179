import { describe, expect, it } from 'vitest';
import { PASSWORD_REFUSED } from '../../../shared/contract/auth.ts';
import { errorAnswer, json } from './service-double.ts';
import { LIST_SHOPS, storedSession } from './stored-session.ts';

const MINUTE_MS = 60_000;
const lost = () => Promise.reject(new TypeError('fetch failed'));

describe('a call of the signed-in user', () => {
  it('has the token, whatever authorization it came with', async () => {
    const { keeper, service } = await storedSession();

    const answer = await keeper.request({ ...LIST_SHOPS, headers: { Authorization: 'Bearer other' } });

    expect(answer.status).toBe(200);
    expect(service.calls).toMatchObject([{ call: 'GET /api/shops', token: 'token-1' }]);
  });

  it('logs in once and is repeated once after a 401', async () => {
    const { keeper, service } = await storedSession();
    service.forgetTokens();

    const answer = await keeper.request({ method: 'POST', path: '/api/webhooks', body: '{"url":"x"}' });

    expect(answer.status).toBe(200);
    expect(service.calls).toMatchObject([
      { call: 'POST /api/webhooks', token: 'token-1', body: '{"url":"x"}' },
      { call: 'POST /api/auth/login', token: 'token-1' },
      { call: 'POST /api/webhooks', token: 'token-2', body: '{"url":"x"}' },
    ]);
  });

  it('is logged if it got no response, but not if the page cancelled it', async () => {
    const { keeper, service, log } = await storedSession();
    service.reply('GET /api/shops', lost, () => new Promise(() => {}));
    await expect(keeper.request(LIST_SHOPS)).rejects.toMatchObject({ code: 'unreachable' });
    const givenUp = new AbortController();
    const call = keeper.request({ ...LIST_SHOPS, signal: givenUp.signal });
    givenUp.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(log.lines).toHaveLength(1);
  });

  it('passes on a second 401 and stays signed in', async () => {
    const { keeper, service } = await storedSession();
    service.reply('GET /api/shops', () => errorAnswer(401, 'Never.'));

    expect((await keeper.request(LIST_SHOPS)).status).toBe(401);

    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(service.callsOf('GET /api/shops')).toHaveLength(2);
    expect(keeper.state().kind).toBe('signed-in');
  });

  it('does not send a password that the service has already refused', async () => {
    const { keeper, service } = await storedSession();
    const challenge = { 'www-authenticate': `Bearer realm="Tilldesk", ${PASSWORD_REFUSED}` };
    service.reply('GET /api/shops', () =>
      errorAnswer(401, 'The platform no longer accepts this sign-in. Sign in again.', challenge),
    );

    const answers = await Promise.all(Array.from({ length: 3 }, () => keeper.request(LIST_SHOPS)));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(service.callsOf('POST /api/auth/')).toHaveLength(0);
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
  });

  it('shares one login among eight that got a 401 at the same time', async () => {
    const { keeper, service } = await storedSession();
    service.forgetTokens();

    const answers = await Promise.all(Array.from({ length: 8 }, () => keeper.request(LIST_SHOPS)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(service.callsOf('GET /api/shops')).toHaveLength(16);
  });

  it('is repeated with the newer token and without a login if its 401 comes late', async () => {
    const { keeper, service } = await storedSession();
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

  it('ends the session as expired if the login is refused, and passes on the 401', async () => {
    const { keeper, service, vault } = await storedSession(true);
    service.forgetTokens();
    service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));

    const answers = await Promise.all([keeper.request(LIST_SHOPS), keeper.request(LIST_SHOPS)]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(new TextDecoder().decode(answers[0]?.body)).toContain('The token is not valid.');
    expect(keeper.state()).toEqual({
      kind: 'signed-out',
      remembered: [expect.objectContaining({ needsPassword: true })],
      keepsPassword: false,
      reason: 'expired',
    });
    expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    expect(await vault.read()).toMatchObject([{ password: null }]);
  });

  it.each([429, 500, 502])(
    'returns the response of a login that failed with %i, and stays signed in',
    async (status) => {
      const { keeper, service } = await storedSession();
      service.forgetTokens();
      service.reply('POST /api/auth/login', () => errorAnswer(status, 'Not now.'));

      expect((await keeper.request(LIST_SHOPS)).status).toBe(status);

      expect(keeper.state().kind).toBe('signed-in');
      expect(service.callsOf('POST /api/auth/')).toHaveLength(1);
    },
  );

  it('fails if the login returns something that is not a token, and passes none of it on', async () => {
    const { keeper, service } = await storedSession();
    service.forgetTokens();
    service.reply('POST /api/auth/login', () => json(200, { tokens: ['canary'] }));

    await expect(keeper.request(LIST_SHOPS)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it('fails if the login gets no response, and stays signed in', async () => {
    const { keeper, service } = await storedSession();
    service.forgetTokens();
    service.reply('POST /api/auth/login', lost);

    await expect(keeper.request(LIST_SHOPS)).rejects.toMatchObject({ code: 'unreachable' });

    expect(keeper.state().kind).toBe('signed-in');
  });

  it('logs in first, and once, after the computer slept beyond the expiry', async () => {
    const { keeper, service, clock } = await storedSession();
    clock.sleep(3 * 60 * MINUTE_MS);

    const answers = await Promise.all([keeper.request(LIST_SHOPS), keeper.request(LIST_SHOPS)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(service.calls.map(({ call }) => call)).toEqual(['POST /api/auth/login', 'GET /api/shops', 'GET /api/shops']);
  });
});
