import { beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createAccountsRepository } from '../../electron/store/accounts/accounts-repository.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { endOtherSessions, listSessions } from '../../shared/contract/auth.ts';
import { listDeliveries, listWebhooks } from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';
import { insertDelivery } from '../support/webhook-rows.ts';

const { owner } = CREDENTIALS;
const PENDING = { status: 'pending', next_attempt_at: 9_000_000_000_000 } as const;

const service = openPerTest(startFixtureService);
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

async function makeKey(name: string, expiresAt: number | null = null): Promise<string> {
  const keys = createApiKeys({
    keys: createApiKeysRepository(service.store.db),
    platform: { identify: async () => null },
    clock: service.clock,
  });
  const user = await service.store.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  const { key } = await keys.create(
    { accountId: user.account_id, userId: user.id },
    { name, expiresAt, personalData: true },
  );
  return key;
}

const statusOf = async (secret: string) => (await service.send('GET', '/api/me', { token: secret })).status;
const end = (api_keys: boolean, secret = token) =>
  service.call(endOtherSessions, { token: secret, body: { api_keys } });

describe('a user whose token was stolen', () => {
  it("sees the thief's session with their own, and none of another user", async () => {
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

  it('ends it and all other sessions, and stays signed in; keys stay valid unless they are ended too', async () => {
    const [stolen, key] = [await service.signIn(owner), await makeKey('nightly')];
    expect(await end(false)).toEqual({ tokens: 1, api_keys: 0, webhooks: 0 });
    expect([await statusOf(stolen), await statusOf(token), await statusOf(key)]).toEqual([401, 200, 200]);
    expect(await end(true)).toEqual({ tokens: 0, api_keys: 1, webhooks: 0 });
    expect([await statusOf(key), await statusOf(token)]).toEqual([401, 200]);
    expect(await statusOf(service.tokens.accountant)).toBe(200);
  });

  it('leaves the thief no token that allows guessing the password', async () => {
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

describe('a user in whose name a thief subscribed webhooks', () => {
  const THIEF = { url: 'https://thief.example/hook', events: ['order.updated' as const] };
  const statusesOf = async () =>
    (await service.read(listWebhooks, { token: service.tokens.accountant })).data.map((webhook) => [
      webhook.status,
      webhook.disabled_reason,
    ]);

  it('sees those of a stolen token and of a leaked key with the sessions, and none of another user', async () => {
    const [stolen, key] = [await service.signIn(owner), await makeKey('leaked')];
    for (const secret of [stolen, key]) await subscribeTestWebhook(service, secret, THIEF);
    await subscribeTestWebhook(service, service.tokens.accountant);
    const { total, webhooks } = await service.read(listSessions, { token });
    expect(total).toBe(3);
    const listed = { url: THIEF.url, description: '', created_at: '2026-11-21T13:00:00+01:00', status: 'active' };
    expect(webhooks).toEqual([
      { id: 1, ...listed },
      { id: 2, ...listed },
    ]);
  });

  it('disables them together with the sessions on request, and those of no other user', async () => {
    const stolen = await service.signIn(owner);
    const { id } = await subscribeTestWebhook(service, stolen, THIEF);
    await subscribeTestWebhook(service, service.tokens.accountant);
    const { id: deliveryId } = await insertDelivery(service.store.db, id, PENDING);

    expect(await end(true)).toMatchObject({ webhooks: 0 });
    expect(await statusesOf()).toEqual([
      ['active', null],
      ['active', null],
    ]);
    const body = { api_keys: false, webhooks: true };
    expect(await service.call(endOtherSessions, { token, body })).toEqual({
      ...{ tokens: 0, api_keys: 0, webhooks: 1 },
    });
    expect(await statusesOf()).toEqual([
      ['disabled', 'subscriber_ended'],
      ['active', null],
    ]);
    const { webhooks } = await service.read(listSessions, { token });
    expect(webhooks).toMatchObject([{ id, status: 'disabled' }]);
    const log = await service.read(listDeliveries, { token, id });
    expect(log.data).toMatchObject([{ id: deliveryId, status: 'failed' }]);
  });

  it('keeps them after a change of password, and the operator ends them with everything else', async () => {
    const [stolen, key] = [await service.signIn(owner), await makeKey('leaked')];
    await subscribeTestWebhook(service, stolen, THIEF);
    const accounts = createAccountsRepository(service.store.db);
    expect(await accounts.changePassword({ ...owner, passwordHash: 'another' })).toEqual({
      ...{ apiKeys: 1, webhooks: 1 },
    });
    expect([await statusOf(stolen), await statusOf(key)]).toEqual([401, 200]);
    expect(await statusesOf()).toEqual([['active', null]]);

    const at = service.clock.now();
    expect(await accounts.revokeAccess({ ...owner, at })).toEqual({ tokens: 0, apiKeys: 1, webhooks: 1 });
    expect(await statusOf(key)).toBe(401);
    expect(await statusesOf()).toEqual([['disabled', 'subscriber_ended']]);
    expect(await accounts.revokeAccess({ ...owner, email: 'nobody@alpha.example', at })).toBeNull();
  });
});

describe('an API key', () => {
  it('can list the sessions of its user but end none', async () => {
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

describe('an ended session or key', () => {
  it('is in no list', async () => {
    await makeKey('short', service.clock.now() + 60_000);
    service.clock.advance(60_000);
    const { data } = await service.read(listSessions, { token });
    expect(data.map(({ kind }) => kind)).toEqual(['token']);
  });
});
