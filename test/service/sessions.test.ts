import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { endOtherSessions, listSessions } from '../../shared/contract/auth.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { STAND_IN_CALLER } from '../support/stand-in-platform.ts';

const { owner } = CREDENTIALS;

let service: FixtureService;
let token: string;
beforeEach(async () => {
  service = await startFixtureService();
  token = service.tokens.owner;
});
afterEach(() => service.stop());

async function makeKey(name: string, expiresAt: number | null = null): Promise<string> {
  const keys = createApiKeys({
    keys: createApiKeysRepository(service.store.db),
    platform: { identify: async () => STAND_IN_CALLER },
    clock: service.clock,
  });
  const user = await service.store.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  const { key } = await keys.create({ accountId: user.account_id, userId: user.id }, { name, expiresAt });
  return key;
}

const statusOf = async (secret: string) => (await service.send('GET', '/api/me', { token: secret })).status;
const end = (api_keys: boolean, secret = token) =>
  service.call(endOtherSessions, { token: secret, body: { api_keys } });

describe('somebody whose token was stolen', () => {
  it('sees it beside their own, and no session of anybody else', async () => {
    service.clock.advance(60_000);
    const stolen = await service.signIn(owner);
    await makeKey('nightly');
    const { data, total } = await service.read(listSessions, { token });
    expect(total).toBe(3);
    expect(data).toMatchObject([
      { kind: 'token', name: null, created_at: '2026-11-21T13:01:00+01:00', is_current: false },
      { kind: 'token', created_at: '2026-11-21T13:00:00+01:00', is_current: true },
      { kind: 'api_key', name: 'nightly', expires_at: null, last_used_at: null, is_current: false },
    ]);
    expect(JSON.stringify(data)).not.toContain(stolen);
  });

  it('ends it and all others, and goes on working; keys go on unless they are meant too', async () => {
    const [stolen, key] = [await service.signIn(owner), await makeKey('nightly')];
    expect(await end(false)).toEqual({ tokens: 1, api_keys: 0 });
    expect([await statusOf(stolen), await statusOf(token), await statusOf(key)]).toEqual([401, 200, 200]);
    expect(await end(true)).toEqual({ tokens: 0, api_keys: 1 });
    expect([await statusOf(key), await statusOf(token)]).toEqual([401, 200]);
    expect(await statusOf(service.tokens.accountant)).toBe(200);
  });

  it('leaves the thief no proof to guess the password with', async () => {
    const stolen = await service.signIn(owner);
    await end(false);
    const wrong = { ...owner, password: 'wrong' };
    for (let guess = 0; guess < 5; guess += 1) {
      await service.send('POST', '/api/auth/login', { body: wrong, token: stolen });
    }
    const next = await service.send('POST', '/api/auth/login', { body: wrong, token: stolen });
    expect(next.status).toBe(429);
  });
});

describe('an API key', () => {
  it('sees the sessions of its user and ends none', async () => {
    const key = await makeKey('leaked');
    const { data } = await service.read(listSessions, { token: key });
    expect(data.find((session) => session.is_current)).toMatchObject({ name: 'leaked' });
    const refused = await service.refusal('POST', endOtherSessions.path, {
      token: key,
      body: { api_keys: true },
    });
    expect(refused).toMatchObject({ status: 403, message: 'Sign in with a password to end sessions.' });
    expect(await statusOf(token)).toBe(200);
  });
});

describe('what has ended', () => {
  it('is on no list', async () => {
    await makeKey('short', service.clock.now() + 60_000);
    service.clock.advance(60_000);
    const { data } = await service.read(listSessions, { token });
    expect(data.map(({ kind }) => kind)).toEqual(['token']);
  });
});
