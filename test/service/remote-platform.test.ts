import { describe, expect, it } from 'vitest';
import { createApiKeyService, createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { listProducts } from '../../shared/contract/products.ts';
import {
  listDeliveries,
  listWebhooks,
  pingWebhook,
  readWebhook,
  removeWebhook,
  rotateWebhookSecret,
  subscribeWebhook,
} from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { ACCOUNT, CREDENTIALS, USER } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const RECEIVER = { url: 'https://receiver.example/hook', events: ['order.updated' as const] };

const there = await openPerFile(startFixtureService);
const store = await openPerFile(openTestStore);
const here = await openPerFile(() => startRemoteService(store, `http://127.0.0.1:${there.port}`));
const token = await here.signIn(CREDENTIALS.owner);
const apiKeysOf = (of: Store, platform: RemoteService['several']['platform']) =>
  createApiKeys({ keys: createApiKeysRepository(of.db), platform, clock: here.clock });
const rowsOf = (table: 'webhooks' | 'tokens' | 'remote_accounts') => store.db.selectFrom(table).selectAll().execute();

describe('a service connected to another deployment', () => {
  it('signs a user in there, and answers like that deployment', async () => {
    const { auth: _, ...me } = await here.read(readMe, { token });
    const { auth: __, ...meThere } = await there.read(readMe, { token: there.tokens.owner });
    expect(me).toEqual(meThere);

    const query = { limit: 5 };
    expect(await here.read(listProducts, { token, query })).toEqual(
      await there.read(listProducts, { token: there.tokens.owner, query }),
    );
  });

  it('refuses users whom the other deployment refuses, with the same message', async () => {
    const body = { ...CREDENTIALS.owner, password: 'wrong' };
    const answers = await Promise.all([here, there].map((at) => at.refusal('POST', '/api/auth/login', { body })));
    expect(answers.map(({ status, message }) => ({ status, message }))).toEqual([
      { status: 401, message: 'Account, e-mail or password is wrong.' },
      { status: 401, message: 'Account, e-mail or password is wrong.' },
    ]);
  });

  it('stores the account under its own number, and the other token only encrypted', async () => {
    const [row] = await rowsOf('tokens');
    expect(row).toMatchObject({ account_id: 1_000_000_001, user_id: USER.owner });
    expect(await rowsOf('remote_accounts')).toMatchObject([{ account: CREDENTIALS.owner.account }]);
    const sealed = JSON.stringify(await rowsOf('tokens'));
    for (const { token_hash } of await there.store.db.selectFrom('tokens').selectAll().execute()) {
      expect(sealed).not.toContain(token_hash);
    }
  });

  it('answers a missing record with 404, and an unknown shop with 400', async () => {
    expect((await here.refusal('GET', '/api/products/999999', { token })).status).toBe(404);
    expect((await here.refusal('GET', '/api/orders?from=2026-10-01&shop_id=999999', { token })).status).toBe(400);
  });
});

describe('an API key for another deployment', () => {
  it('is used there with the key that it stores, as long as that key is valid', async () => {
    const keysThere = createApiKeys({
      keys: createApiKeysRepository(there.store.db),
      platform: here.several.platform,
      clock: there.clock,
    });
    const user = { accountId: ACCOUNT.alpha, userId: USER.owner };
    const { key: platformKey, record } = await keysThere.create(user, {
      name: 'carried',
      expiresAt: null,
      personalData: true,
    });
    const { several } = here;
    const caller = (await several.platform.signIn(CREDENTIALS.owner)) ?? null;
    const keyStore = createApiKeyService(apiKeysOf(store, several.platform), several.platform);
    const { key } = await keyStore.create(caller, { name: 'Excel', expiresAt: null, personalData: true }, platformKey);

    expect((await here.read(readMe, { token: key })).user.id).toBe(USER.owner);
    await keysThere.revokeAny(record.id);
    expect((await here.send('GET', '/api/products?limit=1', { token: key })).status).toBe(401);
  });
});

describe('webhooks at another deployment', () => {
  it('are stored and delivered there, and nothing is stored here', async () => {
    const headers = { 'idempotency-key': 'once' };
    const made = await here.call(subscribeWebhook, { token, body: RECEIVER, headers });
    const again = await here.call(subscribeWebhook, { token, body: RECEIVER, headers });
    expect(again).toEqual(made);

    expect(await rowsOf('webhooks')).toEqual([]);
    expect(await here.read(listWebhooks, { token })).toEqual(
      await there.read(listWebhooks, { token: there.tokens.owner }),
    );
    const { id } = made;
    expect(await here.call(pingWebhook, { token, id })).toMatchObject({ kind: 'ping' });
    expect(await here.read(listDeliveries, { token, id })).toMatchObject({ total: 1 });
    expect((await here.call(rotateWebhookSecret, { token, id })).secret).not.toBe(made.secret);
    await here.call(removeWebhook, { token, id });
    expect((await here.refusal('GET', readWebhook.path.replace('{id}', String(id)), { token })).status).toBe(404);
  });

  it('are refused as there, and the problem of the address is stated once', async () => {
    const body = { ...RECEIVER, url: 'https://10.0.0.1/hook' };
    expect(await here.refusal('POST', subscribeWebhook.path, { token, body })).toMatchObject({
      status: 400,
      message: 'url has to be an HTTPS address that is public.',
    });
  });
});
