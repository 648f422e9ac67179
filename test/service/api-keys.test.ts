import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserReference } from '../../electron/base/caller.ts';
import { generateApiKey } from '../../electron/service/security/api-key-format.ts';
import { type ApiKeys, createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { isOnPostgres } from '../support/is-on-postgres.ts';
import { ACCOUNT, LOCATION, SHOP, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const OWNER: UserReference = { accountId: ACCOUNT.alpha, userId: USER.owner };
const STAFF: UserReference = { accountId: ACCOUNT.alpha, userId: USER.staff };

const service = openPerTest(startFixtureService);
let apiKeys: ApiKeys;
beforeEach(() => {
  const identify = async () => null;
  const keys = createApiKeysRepository(service.store.db);
  apiKeys = createApiKeys({ keys, platform: { identify }, clock: service.clock });
});

const keyOf = (user: UserReference, expiresAt: number | null = null) =>
  apiKeys.create(user, { name: 'Excel', expiresAt, personalData: true });
const statusWith = async (token: string) => (await service.send('GET', '/api/shops', { token })).status;

/** Simulates a full disk. */
async function refuseUpdates(db: Kysely<StoreSchema>): Promise<void> {
  const trigger = sql`create trigger full_disk before update on api_keys`;
  if (!isOnPostgres()) {
    await sql`${trigger} begin select raise(abort, 'disk full'); end`.execute(db);
    return;
  }
  const body = sql.lit(`begin raise exception using errcode = '53100', message = 'disk full'; end`);
  await sql`create function refuse_updates() returns trigger language plpgsql as ${body}`.execute(db);
  await sql`${trigger} for each row execute function refuse_updates()`.execute(db);
}

describe('an API key', () => {
  it('is sent as a bearer token, and /api/me names it as an API key', async () => {
    const { key } = await keyOf(OWNER);
    expect(await service.read(readMe, { token: key })).toMatchObject({
      account: 'alpha',
      user: { id: USER.owner },
      auth: { kind: 'api_key', expires_at: null },
    });
  });

  it.each(['tdk_', generateApiKey(), generateApiKey().slice(0, -2)])(
    'gets a separate hint if it is refused: %s',
    async (token) => {
      const { hint } = await service.refusal('GET', '/api/me', { token });
      expect(hint).toMatch(/^Check that all of the API key was pasted\. .* make another one on the local API page/);
      expect(hint).not.toContain('/api/auth/login');
    },
  );

  it('shows its expiry at /api/me, and is refused afterwards', async () => {
    const { key } = await keyOf(OWNER, NOW_MS + 90 * 24 * 3_600_000);
    const { auth } = await service.read(readMe, { token: key });
    expect(auth).toEqual({ kind: 'api_key', expires_at: NOW_MS / 1000 + 90 * 24 * 3_600 });
    service.clock.advance(90 * 24 * 3_600_000 - 1);
    expect(await statusWith(key)).toBe(200);
    service.clock.advance(1);
    expect(await statusWith(key)).toBe(401);
  });

  it('has no expiry unless one was given', async () => {
    const { key } = await keyOf(OWNER);
    service.clock.advance(10 * 365 * 24 * 3_600_000);
    expect(await statusWith(key)).toBe(200);
  });

  it('sees what its user sees, and no more', async () => {
    const { key } = await keyOf(STAFF);
    const { data } = await service.read(listShops, { token: key });
    expect(data.map(({ id }) => id).sort()).toEqual([SHOP.utrecht1, SHOP.utrecht2].sort());
    const query = { from: '2026-10-01', location_id: LOCATION.amsterdam };
    const target = `${listOrders.path}?${new URLSearchParams({ ...query, location_id: String(query.location_id) })}`;
    expect((await service.refusal('GET', target, { token: key })).status).toBe(400);
  });

  it.each<[string, (keyId: number) => unknown]>([
    ['after its revocation', (keyId) => apiKeys.revoke(OWNER, keyId)],
    ['after its expiry', () => service.clock.advance(DAY_MS)],
    [
      'once its user is deactivated',
      () => service.store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute(),
    ],
  ])('is refused from the next call on %s, like any wrong key', async (_when, end) => {
    const { key, record } = await keyOf(OWNER, NOW_MS + DAY_MS);
    expect(await statusWith(key)).toBe(200);
    await end(record.id);
    const [ended, wrong] = [
      await service.refusal('GET', '/api/shops', { token: key }),
      await service.refusal('GET', '/api/shops', { token: generateApiKey() }),
    ];
    expect({ ...ended, request_id: '' }).toEqual({ ...wrong, request_id: '' });
  });

  it('is not accepted in the URL or twice', async () => {
    const { key } = await keyOf(OWNER);
    expect((await service.refusal('GET', `/api/shops?token=${key}`)).status).toBe(401);
    expect(await statusWith(`${key} ${key}`)).toBe(401);
  });

  it('works even if its last use cannot be stored, and the warning does not contain it', async () => {
    const { key, record } = await keyOf(OWNER);
    await refuseUpdates(service.store.db);
    expect(await statusWith(key)).toBe(200);
    const warnings = service.records.filter(({ level }) => level === 40);
    expect(warnings).toMatchObject([
      { msg: 'the last use of an API key could not be stored', apiKeyId: record.id, err: expect.anything() },
    ]);
    expect(JSON.stringify(warnings)).not.toContain(key.slice(4, 34));
  });

  it('is logged by its name and never by its value', async () => {
    const { key } = await keyOf(OWNER);
    await statusWith(key);
    await service.send('GET', `/api/${key}`);
    expect(service.records.at(-2)).toMatchObject({ userId: USER.owner, apiKey: 'Excel', status: 200 });
    expect(JSON.stringify(service.records)).not.toContain(key.slice(4, 34));
  });
});
