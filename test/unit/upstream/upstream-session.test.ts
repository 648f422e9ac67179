import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../../electron/session/api-client.ts';
import { createUpstreamSession } from '../../../electron/upstream/upstream-session.ts';
import { recordedLog } from '../session/recorded-log.ts';
import { settled, standingClock } from '../session/standing-clock.ts';

const CREDENTIALS = { account: 'far', email: 'owner@far.example', password: 'correct horse' };
const READ = { method: 'GET', path: '/api/shops' };

/** A deployment that takes the password and the newest token, and a session of somebody there. */
function sessionUnderTest(loginStatus = 200) {
  const clock = standingClock();
  const at = { loginStatus, logins: 0, reads: 0, isRevoked: false };
  const answer = (status: number, body: unknown) => ({
    status,
    headers: new Headers(),
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  const logIn = () => {
    at.logins += 1;
    at.isRevoked = false;
    return answer(at.loginStatus, {
      ...{ token: `token-${at.logins}`, expires_at: 1, expires_in: 1_800 },
      ...(at.loginStatus !== 200 && { message: 'db at 10.0.0.1' }),
    });
  };
  const client = {
    async send({ method, headers }: ApiRequest) {
      await settled();
      if (method === 'POST') return logIn();
      at.reads += 1;
      const isGood = !at.isRevoked && headers?.authorization === `Bearer token-${at.logins}`;
      return answer(isGood ? 200 : 401, {});
    },
  };
  const session = createUpstreamSession({ client, clock, log: recordedLog() }, CREDENTIALS);
  const ask = () => session.send(READ).then(({ status }) => status, String);
  const askAtOnce = () => Promise.all(Array.from({ length: 100 }, ask));
  return { at, clock, session, ask, askAtOnce };
}

const REFUSED = 'SignInError: The service refused account, e-mail or password.';

describe('createUpstreamSession', () => {
  it('signs in once for many calls, and once more when the token is no longer good', async () => {
    const { at, askAtOnce } = sessionUnderTest();

    expect(new Set(await askAtOnce())).toEqual(new Set([200]));
    expect(at).toMatchObject({ logins: 1, reads: 100 });
    at.isRevoked = true;
    expect(new Set(await askAtOnce())).toEqual(new Set([200]));
    expect(at).toMatchObject({ logins: 2, reads: 300 });
  });

  it('never sends a password again that was refused, until there is another', async () => {
    const { at, session, ask, askAtOnce } = sessionUnderTest(401);

    expect(new Set(await askAtOnce())).toEqual(new Set([REFUSED]));
    expect(await ask()).toBe(REFUSED);
    expect(at).toMatchObject({ logins: 1, reads: 0 });

    at.loginStatus = 200;
    session.replaceCredentials({ ...CREDENTIALS, password: 'another horse' });
    expect(await ask()).toBe(200);
    expect(at.logins).toBe(2);
  });

  it('remembers a password that was refused later on as well', async () => {
    const { at, clock, ask } = sessionUnderTest();
    await ask();
    at.isRevoked = true;
    at.loginStatus = 401;

    expect(await ask()).toBe(401);
    expect([await ask(), await ask()]).toEqual([REFUSED, REFUSED]);
    await clock.advance(3_600_000);
    expect(at.logins).toBe(2);
  });

  it('tells nothing of why a login failed, and tries with the next call', async () => {
    const { at, ask } = sessionUnderTest(500);

    expect(await ask()).toBe('SignInError: The service could not sign in.');
    at.loginStatus = 200;
    expect(await ask()).toBe(200);
    expect(at.logins).toBe(2);
  });

  it('renews nothing and sends nothing once it has ended', async () => {
    const { at, clock, session, ask } = sessionUnderTest();
    await ask();

    session.end();
    await clock.advance(3_600_000);

    expect(await ask()).toBe(REFUSED);
    expect(at.logins).toBe(1);
  });
});
