import { describe, expect, it } from 'vitest';
import type { CredentialVault } from '../../../electron/session/credential-vault.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { CREDENTIALS, errorAnswer, json, ME, PASSWORD } from './service-double.ts';
import { settled } from './standing-clock.ts';
import { keeperAtRest, LIST_SHOPS, storedSession, storedSignIn, vaultWith } from './stored-session.ts';

const lost = () => Promise.reject(new TypeError('fetch failed'));

describe('signing in', () => {
  it('logs in once, reads the user and keeps the token', async () => {
    const { keeper, service } = keeperAtRest();

    const state = await keeper.signIn(CREDENTIALS, false);

    expect(state).toEqual({
      kind: 'signed-in',
      me: ME,
      platform: null,
      sessionId: expect.any(String),
      signInId: null,
      remembered: [],
      keepsPassword: false,
    });
    expect(keeper.token()).toBe('token-1');
    expect(service.calls.map(({ call }) => call)).toEqual(['POST /api/auth/login', 'GET /api/me']);
  });

  it('refuses wrong credentials with the message of the service, and asks once', async () => {
    const { keeper, service } = keeperAtRest();
    service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));

    await expect(keeper.signIn(CREDENTIALS, true)).rejects.toMatchObject({
      code: 'refused',
      status: 401,
      message: 'Wrong credentials.',
      requestId: 'r-1',
    });

    expect(service.calls).toHaveLength(1);
    expect(keeper.state()).toEqual({ kind: 'signed-out', remembered: [], keepsPassword: false, reason: null });
  });

  it.each([
    ['a throttled login', () => errorAnswer(429, 'Too many attempts.'), { code: 'failed', status: 429 }],
    ['a failing platform', () => errorAnswer(502, 'Not now.'), { code: 'failed', status: 502 }],
    ['a service that is away', lost, { code: 'unreachable', status: null }],
    [
      'nonsense',
      () => ({ ...json(200, ''), body: new TextEncoder().encode('<html>') }),
      { code: 'failed', status: null },
    ],
  ])('fails fast on %s', async (_name, reply, expected) => {
    const { keeper, service } = keeperAtRest();
    service.reply('POST /api/auth/login', reply);

    await expect(keeper.signIn(CREDENTIALS, false)).rejects.toMatchObject(expected);

    expect(service.calls).toHaveLength(1);
  });

  it('revokes the token if it cannot read the user', async () => {
    const { keeper, service } = keeperAtRest();
    service.reply('GET /api/me', () => errorAnswer(500, 'Broken.'));

    await expect(keeper.signIn(CREDENTIALS, false)).rejects.toMatchObject({ status: 500 });

    expect(service.revoked).toEqual(['token-1']);
    expect(keeper.token()).toBeNull();
  });

  it('revokes the token of the session that it replaces', async () => {
    const { keeper, service } = await storedSession();

    await keeper.signIn({ ...CREDENTIALS, email: 'other@alpha.example' }, false);

    expect(service.revoked).toEqual(['token-1']);
    expect(keeper.token()).toBe('token-2');
  });

  it('has no effect if somebody signs out meanwhile, and its token is revoked', async () => {
    const { keeper, service } = keeperAtRest();

    const signingIn = keeper.signIn(CREDENTIALS, true);
    await keeper.signOut();

    await expect(signingIn).rejects.toMatchObject({ code: 'superseded' });
    expect(service.revoked).toEqual(['token-1']);
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', remembered: [] });
  });
});

describe('remembering the sign-in', () => {
  it('stores the password in the vault once it is known to be correct', async () => {
    const { keeper, vault } = keeperAtRest();

    await keeper.signIn(CREDENTIALS, true);

    expect(await vault.read()).toMatchObject([{ ...CREDENTIALS, name: 'Olga' }]);
  });

  it('forgets an earlier sign-in of the same person if it is not wanted, and no other', async () => {
    const vault = await vaultWith(storedSignIn({ id: 'other', account: 'beta' }), storedSignIn());
    const { keeper } = keeperAtRest(vault);
    await keeper.restore();

    await keeper.signIn(CREDENTIALS, false);

    expect(await vault.read()).toMatchObject([{ account: 'beta' }]);
  });

  it('does not fail if the vault fails: that is logged, without the password', async () => {
    const broken: CredentialVault = {
      ...createMemoryVault(),
      write: () => Promise.reject(new Error('the key ring is locked')),
    };
    const { keeper, log } = keeperAtRest(broken);

    expect(await keeper.signIn(CREDENTIALS, true)).toMatchObject({ kind: 'signed-in' });

    expect(log.text()).toContain('the key ring is locked');
    expect(log.text()).not.toContain('canary');
  });

  it('signs in with what is stored in the vault', async () => {
    const vault = await vaultWith(storedSignIn());

    expect(await keeperAtRest(vault).keeper.restore()).toMatchObject({ kind: 'signed-in', me: ME, signInId: 'one' });
  });

  it('stays signed out and makes no call if nothing is remembered', async () => {
    const { keeper, service } = keeperAtRest();

    expect(await keeper.restore()).toEqual({ kind: 'signed-out', remembered: [], keepsPassword: false, reason: null });
    expect(service.calls).toHaveLength(0);
  });

  it('reports and forgets a remembered password that is refused', async () => {
    const vault = await vaultWith(storedSignIn());
    const { keeper, service } = keeperAtRest(vault);
    service.reply('POST /api/auth/login', () => errorAnswer(401, 'Wrong credentials.'));

    expect(await keeper.restore()).toEqual({
      kind: 'signed-out',
      remembered: [expect.objectContaining({ id: 'one', needsPassword: true })],
      keepsPassword: false,
      reason: 'restore-refused',
    });
    expect(await vault.read()).toEqual([storedSignIn({ password: null })]);
  });

  it('reports that the service is unavailable and keeps the remembered password', async () => {
    const vault = await vaultWith(storedSignIn());
    const { keeper, service } = keeperAtRest(vault);
    service.reply('POST /api/auth/login', lost);

    expect(await keeper.restore()).toEqual({
      kind: 'signed-out',
      remembered: [expect.objectContaining({ id: 'one', needsPassword: false })],
      keepsPassword: false,
      reason: 'restore-failed',
    });
  });
});

describe('restoring a session that failed because the platform was unavailable', () => {
  async function failedRestore() {
    const rig = keeperAtRest(await vaultWith(storedSignIn()));
    rig.service.reply('POST /api/auth/login', lost);
    await rig.keeper.restore();
    return { ...rig, comeBack: () => rig.service.reply('POST /api/auth/login') };
  }

  it('is repeated, and signs in once the platform responds', async () => {
    const { keeper, comeBack } = await failedRestore();
    await keeper.restoreAgain();
    expect(keeper.state()).toMatchObject({ kind: 'signed-out', reason: 'restore-failed' });
    comeBack();
    await keeper.restoreAgain();
    expect(keeper.state()).toMatchObject({ kind: 'signed-in', me: ME });
  });

  it('is not repeated while somebody signs in, nor after that', async () => {
    const { keeper, service, comeBack } = await failedRestore();
    comeBack();
    const signingIn = keeper.signIn(CREDENTIALS, false);
    await keeper.restoreAgain();
    await signingIn;
    const calls = service.calls.length;
    await keeper.restoreAgain();
    expect(keeper.state()).toMatchObject({ kind: 'signed-in' });
    expect(service.calls).toHaveLength(calls);
  });

  it('is not repeated after a sign-out', async () => {
    const { keeper, service, comeBack } = await failedRestore();
    comeBack();
    await keeper.signIn(CREDENTIALS, true);
    await keeper.signOut();
    const calls = service.calls.length;
    await keeper.restoreAgain();
    expect(keeper.state()).toMatchObject({ kind: 'signed-out' });
    expect(service.calls).toHaveLength(calls);
  });
});

describe('a window that is closed while the program continues', () => {
  it('ends a sign-in whose password is not remembered, and its tokens once the work is done', async () => {
    const { keeper, service } = keeperAtRest();
    await keeper.signIn(CREDENTIALS, false);
    const work = Promise.withResolvers<void>();
    const left = keeper.leaveWindow(work.promise);
    expect([keeper.state().kind, service.revoked]).toEqual(['signed-out', []]);
    work.resolve();
    await left;
    expect(service.revoked).toEqual(['token-1']);
  });

  it('keeps a remembered sign-in', async () => {
    const { keeper, service } = keeperAtRest();
    await keeper.signIn(CREDENTIALS, true);
    await keeper.leaveWindow(Promise.resolve());
    expect([keeper.state().kind, service.revoked]).toEqual(['signed-in', []]);
  });

  it('does not complete a sign-in in progress', async () => {
    const { keeper } = keeperAtRest();
    const signingIn = keeper.signIn(CREDENTIALS, false);
    await keeper.leaveWindow(Promise.resolve());
    await expect(signingIn).rejects.toMatchObject({ code: 'superseded' });
    expect(keeper.state().kind).toBe('signed-out');
  });
});

describe('signing out', () => {
  it('revokes the token at once and forgets the password, but not the user', async () => {
    const { keeper, service, vault } = await storedSession(true);

    await keeper.signOut();

    expect(service.revoked).toEqual(['token-1']);
    expect(await vault.read()).toMatchObject([{ email: CREDENTIALS.email, password: null }]);
    expect(keeper.token()).toBeNull();
    expect(keeper.state()).toEqual({
      kind: 'signed-out',
      remembered: [expect.objectContaining({ email: CREDENTIALS.email, needsPassword: true })],
      keepsPassword: false,
      reason: null,
    });
  });

  it('also revokes an older token that has not expired', async () => {
    const { keeper, service, clock } = await storedSession();
    await clock.advance(26 * 60_000);

    await keeper.signOut();

    expect(service.revoked).toEqual(['token-1', 'token-2']);
  });

  it('stops refreshing', async () => {
    const { keeper, service, clock } = await storedSession();

    await keeper.signOut();
    await clock.advance(60 * 60_000);

    expect(service.calls).toHaveLength(0);
  });

  it('makes later calls without a token, so that the service responds with 401', async () => {
    const { keeper, service } = await storedSession();
    await keeper.signOut();

    const answer = await keeper.request(LIST_SHOPS);

    expect(answer.status).toBe(401);
    expect(service.calls).toMatchObject([{ call: 'GET /api/shops', token: null }]);
  });

  it('revokes a token that arrives afterwards', async () => {
    const { keeper, service, clock } = await storedSession();
    let letGo = () => {};
    service.reply('POST /api/auth/refresh', async () => {
      await new Promise<void>((resume) => {
        letGo = resume;
      });
      return json(200, { token: 'late', expires_at: 1, expires_in: 1800 });
    });
    await clock.advance(25 * 60_000);

    await keeper.signOut();
    letGo();
    await settled();

    expect(service.revoked).toEqual(['token-1', 'late']);
    expect(keeper.token()).toBeNull();
  });
});

describe('the log', () => {
  it('never contains the password or a token, even if a response echoes them', async () => {
    const { keeper, service, log } = await storedSession(true);
    service.reply('GET /api/shops', ({ token }) => errorAnswer(500, `no luck for ${token} or Bearer ${token}`));
    service.reply(
      'POST /api/auth/login',
      ({ body }) => errorAnswer(502, `could not read ${body}`),
      () => errorAnswer(502, `tried ${PASSWORD} for nothing`),
      () => Promise.reject(new TypeError(`lost ${PASSWORD}`)),
    );

    await keeper.request(LIST_SHOPS);
    for (const remember of [true, false, true]) {
      await expect(keeper.signIn(CREDENTIALS, remember)).rejects.toThrow();
    }

    expect(log.lines).toHaveLength(4);
    expect(log.text()).not.toMatch(/canary|token-1|olga@/);
  });
});
