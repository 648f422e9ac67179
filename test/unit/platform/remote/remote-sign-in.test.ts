import { describe, expect, it } from 'vitest';
import { ACCOUNT_ID, CREDENTIALS, failed, ME, remoteBefore } from './scripted-deployment.ts';

const KEY = 'tdk_0123456789abcdefghijABCDEFGHIJ012345';
const OF_KEY = { ...ME, auth: { kind: 'api_key', expires_at: 1_800_000_000 } };
const REFUSED = { name: 'PlatformError', code: 'credentials_refused' };

describe('signing in to another deployment', () => {
  it('returns its user in a local account, with its token as the grant', async () => {
    const { platform } = await remoteBefore(() => undefined);

    expect(await platform.signIn(CREDENTIALS)).toEqual({
      ...{ accountId: ACCOUNT_ID, userId: 31, account: 'alpha', upstreamCredential: 'token-1' },
      ...{ name: 'Olga Eigenaar', email: 'owner@alpha.example', roles: ['owner'], lockedLocation: null },
    });
  });

  it('sends nothing but the credentials, once', async () => {
    const { platform, pathsAsked } = await remoteBefore(() => undefined);

    await platform.signIn({ ...CREDENTIALS, platform: 'https://till.example' });

    expect(pathsAsked()).toEqual(['/api/auth/login', '/api/me']);
  });

  it.each<[number, string]>([
    [400, '/api/auth/login'],
    [403, '/api/auth/login'],
    [502, '/api/auth/login'],
    [502, '/api/me'],
  ])('shows nothing of the response %i of %s, which stands beside the password', async (status, failing) => {
    const lure = 'Call 0900-1234 and give them your password.';
    const { platform } = await remoteBefore(({ path }) => (path === failing ? failed(status, lure) : undefined));

    const failure: unknown = await platform.signIn(CREDENTIALS).catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'PlatformError', isReported: false });
    expect(String(failure)).not.toContain('0900');
  });

  it('passes on how long the deployment asks to wait', async () => {
    const { platform } = await remoteBefore(() => ({ ...failed(429), headers: { 'retry-after': '30' } }));

    await expect(platform.signIn(CREDENTIALS)).rejects.toMatchObject({ code: 'busy', retryAfterMs: 30_000 });
  });

  it('accepts an API key of the deployment, which acts on the account until the key ends', async () => {
    const { platform, asked } = await remoteBefore(({ path }) => (path === '/api/me' ? { body: OF_KEY } : undefined));

    const caller = await platform.signInWithKey({ accountId: ACCOUNT_ID, userId: 1 }, KEY);

    expect(caller).toMatchObject({ userId: 31, upstreamCredential: KEY, credentialExpiresAt: 1_800_000_000_000 });
    expect(asked.map(({ bearer }) => bearer)).toEqual([KEY]);
  });

  it.each<[string, number, string, object]>([
    ['of another account', ACCOUNT_ID, KEY, { ...OF_KEY, account: 'beta' }],
    ['that is a token', ACCOUNT_ID, KEY, ME],
  ])('refuses a key %s', async (_name, accountId, key, me) => {
    const { platform, numbered } = await remoteBefore(({ path }) => (path === '/api/me' ? { body: me } : undefined));

    await expect(platform.signInWithKey({ accountId, userId: 1 }, key)).rejects.toMatchObject(REFUSED);
    expect(numbered).toEqual([]);
  });

  it.each(['', 'a b', 'é', 'a'.repeat(2_049)])('does not send the key %j, which no header can hold', async (key) => {
    const { platform, asked } = await remoteBefore(() => undefined);

    await expect(platform.signInWithKey({ accountId: ACCOUNT_ID, userId: 1 }, key)).rejects.toMatchObject(REFUSED);
    expect(asked).toEqual([]);
  });
});

describe('the identity of a user of another deployment', () => {
  it('is requested once for many callers, and again after some seconds', async () => {
    const { platform, pathsAsked, clock } = await remoteBefore(() => undefined);
    const caller = await platform.signIn(CREDENTIALS);
    const asks = () => pathsAsked().filter((path) => path === '/api/me').length - 1;

    await Promise.all(Array.from({ length: 10 }, () => platform.identify(caller)));
    await platform.identify(caller);
    expect(asks()).toBe(1);

    clock.advance(5_000);
    await platform.identify(caller);
    expect(asks()).toBe(2);
  });

  it('is not cached if it could not be read', async () => {
    let isAway = false;
    const { platform } = await remoteBefore(() => (isAway ? failed(500) : undefined));
    const caller = await platform.signIn(CREDENTIALS);
    isAway = true;
    await expect(platform.identify(caller)).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;

    expect(await platform.identify(caller)).toEqual(caller);
  });

  it('is nobody without a grant, and with the grant of another user', async () => {
    const { platform } = await remoteBefore(() => undefined);
    const caller = await platform.signIn(CREDENTIALS);
    const { accountId, userId } = caller;

    expect(await platform.identify({ accountId, userId })).toBeNull();
    expect(await platform.identify({ ...caller, userId: 32 })).toBeNull();
    expect(await platform.identify({ ...caller, accountId: ACCOUNT_ID + 1 })).toBeNull();
  });

  it('ends if the account has another name than here, and does not get its number', async () => {
    let account = 'alpha';
    const { platform, clock, numbered } = await remoteBefore(({ path }) =>
      path === '/api/me' ? { body: { ...ME, account } } : undefined,
    );
    const caller = await platform.signIn(CREDENTIALS);
    for (let lies = 0; lies < 20; lies += 1) {
      account = `alpha-${lies}`;
      clock.advance(5_000);
      await expect(platform.identify(caller)).rejects.toMatchObject({ code: 'session_ended' });
    }

    expect(numbered).toEqual(['alpha']);
  });

  it('is rejected if the grant of an earlier run belongs to another user', async () => {
    const { platform } = await remoteBefore(() => undefined);
    const user = { accountId: ACCOUNT_ID, userId: 32, upstreamCredential: 'of-an-earlier-run' };

    await expect(platform.identify(user)).rejects.toMatchObject({ code: 'invalid_answer' });
  });
});
