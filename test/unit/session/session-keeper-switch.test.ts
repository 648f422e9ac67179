import { describe, expect, it } from 'vitest';
import { CREDENTIALS, errorAnswer, ME } from './service-double.ts';
import { keeperAtRest, LIST_SHOPS, storedSignIn, vaultWith } from './stored-session.ts';

const FAR = 'https://till.example';
const MINUTE_MS = 60_000;

describe('another user of this computer, who listens on the port of a platform over plain HTTP', () => {
  const NEAR = 'http://127.0.0.1:18700';

  it('does not get the remembered password with a 401 or a refresh: the session ends, and the user is asked', async () => {
    const { keeper, service, clock } = keeperAtRest();
    await keeper.signIn({ ...CREDENTIALS, platform: NEAR }, true);
    service.calls.length = 0;
    await clock.advance(29 * MINUTE_MS);
    service.forgetTokens();

    expect((await keeper.request(LIST_SHOPS)).status).toBe(401);

    expect(service.callsOf('POST /api/auth/')).toEqual([]);
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
    expect(keeper.state().remembered).toMatchObject([{ platform: NEAR, needsPassword: false }]);
  });

  it('does not get it when the program starts', async () => {
    const { keeper, service } = keeperAtRest(await vaultWith(storedSignIn({ platform: NEAR })));

    expect(await keeper.restore()).toMatchObject({ kind: 'signed-out', reason: null });

    expect(service.calls).toEqual([]);
    expect(await keeper.switchTo('one')).toMatchObject({ kind: 'signed-in', platform: NEAR });
  });
});

/** A keeper signed in to the shops of the program itself, with another platform remembered. */
async function twoRemembered() {
  const vault = await vaultWith(
    storedSignIn({ id: 'here', lastUsedAt: 2 }),
    storedSignIn({ id: 'there', platform: FAR, account: 'far', lastUsedAt: 1 }),
  );
  const kept = keeperAtRest(vault);
  await kept.keeper.restore();
  kept.service.calls.length = 0;
  return kept;
}

describe('switching to another remembered sign-in', () => {
  it('ends the current session and its token, and begins the other one', async () => {
    const { keeper, service } = await twoRemembered();

    const state = await keeper.switchTo('there');

    expect(state).toMatchObject({ kind: 'signed-in', me: ME, platform: FAR, signInId: 'there' });
    expect(service.revoked).toEqual(['token-1']);
    expect(keeper.token()).toBe('token-2');
    expect(JSON.parse(service.calls[0]?.body ?? '')).toMatchObject({ account: 'far' });
  });

  it('makes it the last used one, which is restored at the next start', async () => {
    const { keeper, vault } = await twoRemembered();

    await keeper.switchTo('there');

    expect(keeper.state().remembered.map(({ id }) => id)).toEqual(['there', 'here']);
    expect(await keeperAtRest(vault).keeper.restore()).toMatchObject({ platform: FAR });
  });

  it.each([
    ['its platform is away', () => errorAnswer(502, 'The service could not be reached.')],
    ['its password is refused', () => errorAnswer(401, 'Wrong credentials.')],
    ['nobody answers', () => Promise.reject(new TypeError('fetch failed'))],
  ])('does not change the current session if %s', async (_what, reply) => {
    const { keeper, service } = await twoRemembered();
    service.reply('POST /api/auth/login', reply);

    await expect(keeper.switchTo('there')).rejects.toThrow();

    expect(keeper.state()).toMatchObject({ kind: 'signed-in', platform: null, signInId: 'here' });
    expect(service.revoked).toEqual([]);
    expect((await keeper.request(LIST_SHOPS)).status).toBe(200);
  });

  it('forgets a password that is refused, and never sends it again', async () => {
    const { keeper, service } = await twoRemembered();
    service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));
    await expect(keeper.switchTo('there')).rejects.toMatchObject({ code: 'refused' });

    await expect(keeper.switchTo('there')).rejects.toMatchObject({ code: 'not_remembered' });

    expect(service.callsOf('POST /api/auth/login')).toHaveLength(1);
  });

  it('refuses an unknown id', async () => {
    const { keeper, service } = await twoRemembered();

    await expect(keeper.switchTo('nobody')).rejects.toMatchObject({ code: 'not_remembered' });
    expect(service.calls).toEqual([]);
  });

  it('has no effect if somebody signs out meanwhile', async () => {
    const { keeper, service } = await twoRemembered();

    const switching = keeper.switchTo('there');
    await keeper.signOut();

    await expect(switching).rejects.toMatchObject({ code: 'superseded' });
    expect(service.revoked).toEqual(['token-1', 'token-2']);
    expect(keeper.state().kind).toBe('signed-out');
  });

  it('does not restore a sign-in that is forgotten while it is being used', async () => {
    const { keeper, vault } = await twoRemembered();

    const switching = keeper.switchTo('there');
    await keeper.forget('there');

    expect(await switching).toMatchObject({ platform: FAR, signInId: null, remembered: [{ id: 'here' }] });
    expect((await vault.read()).map(({ id }) => id)).toEqual(['here']);
  });

  it('sends no password to the window', async () => {
    const { keeper } = await twoRemembered();

    expect(JSON.stringify([keeper.state(), await keeper.switchTo('there')])).not.toContain('canary');
  });
});

describe('forgetting a remembered sign-in', () => {
  it('removes all of it, and does not sign out the current user', async () => {
    const { keeper, vault } = await twoRemembered();

    const state = await keeper.forget('here');

    expect(state).toMatchObject({ kind: 'signed-in', signInId: null, remembered: [{ id: 'there' }] });
    expect((await vault.read()).map(({ id }) => id)).toEqual(['there']);
  });

  it('removes everything if all are forgotten', async () => {
    const { keeper, vault } = await twoRemembered();

    expect(await keeper.forget(null)).toMatchObject({ kind: 'signed-in', remembered: [] });
    expect(await vault.read()).toEqual([]);
  });
});

describe('the platform of a session', () => {
  it('is sent to the service at login, at each refresh and at the login after a 401', async () => {
    const { keeper, service, clock } = keeperAtRest();
    await keeper.signIn({ ...CREDENTIALS, platform: FAR }, false);
    await clock.advance(25 * MINUTE_MS);
    service.forgetTokens();
    await keeper.request(LIST_SHOPS);

    const asked = service.callsOf('POST /api/auth/');
    expect(asked.map(({ call }) => call)).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/refresh',
      'POST /api/auth/login',
    ]);
    expect(asked.map(({ mark }) => mark)).toEqual(
      ['true', 'false', 'false'].map((isTyped) => `{"platform":"${FAR}","isTyped":${isTyped}}`),
    );
  });

  it('is sent for the program itself as well, so that the default platform is not used', async () => {
    const { keeper, service } = keeperAtRest();

    await keeper.signIn(CREDENTIALS, false);

    expect(service.callsOf('POST /api/auth/login')).toMatchObject([{ mark: '{"platform":null,"isTyped":true}' }]);
  });

  it('is sent with no other call', async () => {
    const { keeper, service } = await twoRemembered();

    await keeper.request(LIST_SHOPS);

    expect(service.calls).toMatchObject([{ call: 'GET /api/shops', mark: null }]);
  });
});

describe('starting again', () => {
  it('signs nobody in after the last user has signed out', async () => {
    const { keeper, vault } = await twoRemembered();
    await keeper.signOut();

    const { keeper: restarted, service } = keeperAtRest(vault);

    expect(await restarted.restore()).toMatchObject({ kind: 'signed-out', reason: null });
    expect(service.calls).toEqual([]);
  });
});
