import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createSessionKeeper } from '../../electron/session/session-keeper.ts';
import { createAccountsRepository } from '../../electron/store/accounts/accounts-repository.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { createTokensRepository } from '../../electron/store/accounts/tokens-repository.ts';
import { PLATFORM_HEADER } from '../../shared/contract/auth.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { exchangeRaw } from '../support/http-exchange.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { CREDENTIALS, seedFixtureShop } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const LOGIN = '/api/auth/login';
const DAY_MS = 24 * 60 * 60 * 1000;
const { owner, accountant } = CREDENTIALS;
const WRONG = { ...owner, password: 'wrong' };

const clock = openPerTest(() => createFixedClock(NOW));
const store = openPerTest(() => openTestStore({ clock }));
let platform: Platform;
let service: RunningService;
const NO_VAULT = { isPersistent: false, read: async () => [], write: async () => undefined };

beforeEach(async () => {
  await seedFixtureShop(store.db);
  platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  service = await startService({ platform, clock, store });
});
afterEach(() => service.stop());

interface Sent {
  readonly token?: string;
  readonly isWindow?: boolean;
  /** In the window: the password is remembered and nobody typed it. */
  readonly isRemembered?: boolean;
  readonly path?: string;
}

async function statusOf(
  body: object,
  { token, isWindow = false, isRemembered = false, path = LOGIN }: Sent = {},
): Promise<number> {
  if (!isWindow) return (await service.send('POST', path, { body, token })).status;
  const headers = {
    [PLATFORM_HEADER]: JSON.stringify({ platform: null, isTyped: !isRemembered }),
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return (await service.window.send({ method: 'POST', path, headers, body: JSON.stringify(body) })).status;
}

async function statusesOf(count: number, body: object, sent?: Sent): Promise<number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < count; made += 1) statuses.push(await statusOf(body, sent));
  return statuses;
}

/** An attacker who knows the name of the owner and no password. */
async function lockOut(): Promise<void> {
  await Promise.all(Array.from({ length: 40 }, () => statusOf(WRONG)));
  expect(await statusOf(owner)).toBe(429);
}

async function statusSentTwice(token: string): Promise<string | undefined> {
  const body = JSON.stringify(owner);
  const bearer = `Authorization: Bearer ${token}`;
  const lines = [`POST ${LOGIN} HTTP/1.1`, `Host: 127.0.0.1:${service.port}`, bearer, bearer];
  lines.push('Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close', '', body);
  return (await exchangeRaw(service.port, lines.join('\r\n'))).split(' ')[1];
}

describe('a user who was signed in, while an attacker guesses their password', () => {
  it('signs in again with their token, at login and refresh, as often as needed', async () => {
    const token = await service.signIn(owner);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(200);
    await lockOut();
    expect(await statusOf(owner, { token, path: '/api/auth/refresh' })).toBe(200);
  });

  it('can use a token that ended less than 30 days ago, and none that ended earlier', async () => {
    const token = await service.signIn(owner);
    clock.advance(30 * DAY_MS);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(200);
    clock.advance(30 * 60 * 1000);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(429);
  });

  it('can use an API key, even one that has ended', async () => {
    const keys = createApiKeys({ keys: createApiKeysRepository(store.db), platform, clock });
    const { key } = await keys.create(await platform.signIn(owner), {
      name: 'nightly',
      expiresAt: clock.now() + DAY_MS,
      personalData: true,
    });
    await lockOut();
    expect(await statusOf(owner, { token: key })).toBe(200);
    clock.advance(30 * DAY_MS);
    await lockOut();
    expect(await statusOf(owner, { token: key })).toBe(200);
    clock.advance(DAY_MS);
    await lockOut();
    expect(await statusOf(owner, { token: key })).toBe(429);
  });

  it('needs no token in the session of the window', async () => {
    await lockOut();
    expect(await statusOf(owner, { isWindow: true })).toBe(200);
    const session = createSessionKeeper({
      ...{ client: service.window, clock, vault: NO_VAULT, log: service.app.log },
      revoke: async () => undefined,
    });
    await lockOut();
    await session.signIn({ ...owner, platform: null }, false);
    clock.advance(30 * 60 * 1000);
    await lockOut();
    const answer = await session.request({ method: 'GET', path: '/api/me' });
    expect(answer.status).toBe(200);
    await session.signOut();
  });
});

describe('a proof of an earlier sign-in', () => {
  it('gives no extra guesses if it is stolen: the sixth wrong password revokes it permanently', async () => {
    const token = await service.signIn(owner);
    await lockOut();
    expect(await statusesOf(8, WRONG, { token })).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(await statusOf(owner, { token })).toBe(429);
    clock.advance(2 * DAY_MS);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(429);
  });

  it('allows six of a hundred concurrent wrong passwords, on as many sockets', async () => {
    const token = await service.signIn(owner);
    await lockOut();
    const guesses = await Promise.all(Array.from({ length: 30 }, () => statusOf(WRONG, { token })));
    expect(guesses.filter((status) => status === 401)).toHaveLength(6);
  });

  it('is valid only for its own user', async () => {
    const token = await service.signIn(accountant);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(429);
    expect(await statusOf({ ...accountant, account: 'beta' }, { token })).toBe(401);
  });

  it('cannot be invented, duplicated or revoked', async () => {
    const token = await service.signIn(owner);
    await lockOut();
    expect(await statusOf(owner, { token: `${token.slice(0, -1)}_` })).toBe(429);
    expect(await statusSentTwice(token)).toBe('429');
    const tokens = createTokensRepository(store.db);
    const [{ token_hash: hash } = { token_hash: '' }] = await store.db
      .selectFrom('tokens')
      .select('token_hash')
      .execute();
    await tokens.revoke(hash);
    expect(await statusOf(owner, { token })).toBe(429);
  });

  it('leaves the pause of others unchanged: a success with it gives them no further guesses', async () => {
    const token = await service.signIn(owner);
    await lockOut();
    expect(await statusOf(owner, { token })).toBe(200);
    expect(await statusesOf(2, WRONG)).toEqual([429, 429]);
  });

  it('is counted in the window too, and is valid again after the right password', async () => {
    expect(await statusesOf(6, WRONG, { isWindow: true })).toEqual(Array(6).fill(401));
    expect(await statusesOf(6, WRONG, { isWindow: true })).toEqual([401, 401, 401, 401, 401, 429]);
    clock.advance(1_000);
    expect(await statusOf(owner, { isWindow: true })).toBe(200);
    await lockOut();
    expect(await statusOf(owner, { isWindow: true })).toBe(200);
  });
});

describe('a user whose password is changed', () => {
  it('is signed out everywhere, and an earlier token is no longer a proof', async () => {
    const [token, other] = [await service.signIn(owner), await service.signIn(accountant)];
    const changed = { ...owner, password: 'correct horse battery' };
    const passwordHash = await cheapHasher.hash(changed.password);
    const accounts = createAccountsRepository(store.db);
    expect(await accounts.changePassword({ ...owner, passwordHash })).toEqual({ apiKeys: 0, webhooks: 0 });
    expect((await service.send('GET', '/api/me', { token })).status).toBe(401);
    expect((await service.send('GET', '/api/me', { token: other })).status).toBe(200);
    await lockOut();
    expect(await statusOf(changed, { token })).toBe(429);
    clock.advance(60_000);
    expect(await statusOf(changed)).toBe(200);
    expect(await accounts.changePassword({ ...owner, email: 'nobody@alpha.example', passwordHash })).toBeNull();
  });

  it('is signed out in the window, which deletes the stored password', async () => {
    const session = createSessionKeeper({
      ...{ client: service.window, clock, vault: NO_VAULT, log: service.app.log },
      revoke: async () => undefined,
    });
    await session.signIn({ ...owner, platform: null }, true);
    const passwordHash = await cheapHasher.hash('correct horse battery');
    await createAccountsRepository(store.db).changePassword({ ...owner, passwordHash });
    expect((await session.request({ method: 'GET', path: '/api/me' })).status).toBe(401);
    expect(session.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
    expect(session.state().remembered).toMatchObject([{ needsPassword: true }]);
  });
});

describe('what is stored about proofs', () => {
  it('contains neither a token nor a name, and expires with them', async () => {
    const token = await service.signIn(owner);
    await statusesOf(2, WRONG, { token });
    const [kept, ...more] = await store.db.selectFrom('sign_in_proofs').selectAll().execute();
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ failures: 2, proof_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${token}|${owner.email}`));
    clock.advance(31 * DAY_MS);
    await service.signIn(owner);
    expect(await store.db.selectFrom('sign_in_proofs').selectAll().execute()).toHaveLength(1);
  });
});

describe('an attacker at an unlocked window who guesses the password', () => {
  it('gets no extra guesses by signing in with the remembered password in between', async () => {
    const guesses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      guesses.push(...(await statusesOf(5, WRONG, { isWindow: true })));
      await statusOf(owner, { isWindow: true, isRemembered: true });
    }
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(guesses.at(-1)).toBe(429);
  });

  it('gets no extra guesses by creating a key for every six of them', async () => {
    const keys = createApiKeys({ keys: createApiKeysRepository(store.db), platform, clock });
    const caller = await platform.signIn(owner);
    const guesses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { key } = await keys.create(caller, { name: `key ${round}`, expiresAt: null, personalData: true });
      guesses.push(...(await statusesOf(6, WRONG, { token: key })));
    }
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(guesses.at(-1)).toBe(429);
  });
});
