import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { login, readMe, refresh } from '../../shared/contract/auth.ts';
import { NOW } from '../support/fixed-clock.ts';
import { createGrantingPlatform, GRANTED_CALLER, KEY_CREDENTIAL } from '../support/granting-platform.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { openPerTest } from '../support/test-scope.ts';

const store = openPerTest(openTestStore);
let platform: ReturnType<typeof createGrantingPlatform>;
let service: RunningService;

const statusOf = async (token: string) => (await service.send('GET', readMe.path, { token })).status;
const warnings = () => service.records.filter(({ msg }) => String(msg).includes('its row in the store'));
const restart = async () => {
  await service.stop();
  service = await startService({ store, platform });
};

beforeEach(async () => {
  platform = createGrantingPlatform();
  service = await startService({ store, platform });
});
afterEach(() => service.stop());

describe('the upstream credential of a platform, under attack', () => {
  it('cannot be read from a stolen store: no row has it or decrypts to it', async () => {
    await service.signIn(STAND_IN_CREDENTIALS);
    const [row] = await store.db.selectFrom('tokens').selectAll().execute();

    expect(row?.sealed_grant).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(String(row?.sealed_grant).slice(3), 'base64url').toString('latin1')).not.toContain('grant');
    expect(JSON.stringify(service.records)).not.toContain('grant 1');
  });

  it('does not work if it is moved to another token', async () => {
    const stolen = await service.signIn(STAND_IN_CREDENTIALS);
    const own = await service.signIn(STAND_IN_CREDENTIALS);
    const [first, second] = await store.db.selectFrom('tokens').selectAll().orderBy('issued_at').execute();
    const swap = (row = first, upstreamCredential = second?.sealed_grant ?? null) =>
      store.db
        .updateTable('tokens')
        .set({ sealed_grant: upstreamCredential })
        .where('token_hash', '=', String(row?.token_hash))
        .execute();
    await swap();
    await swap(second, first?.sealed_grant ?? null);

    expect([await statusOf(stolen), await statusOf(own)]).toEqual([401, 401]);
    expect(platform.shown).toEqual([]);
    expect(warnings()).toHaveLength(2);
  });

  it.each([
    ['account', { account_id: 1 }],
    ['user', { user_id: 8 }],
  ])('does not work if another %s is stored with it', async (_, changed) => {
    const token = await service.signIn(STAND_IN_CREDENTIALS);
    await store.db.updateTable('tokens').set(changed).execute();

    expect(await statusOf(token)).toBe(401);
    expect(warnings()).toHaveLength(1);
  });

  it('is in no answer', async () => {
    const { text } = await service.send('POST', login.path, { body: STAND_IN_CREDENTIALS });
    const { token } = JSON.parse(text);
    const me = await service.send('GET', readMe.path, { token });

    expect(text + me.text).not.toContain('grant');
  });
});

describe('a token of a platform with upstream credentials', () => {
  it('sends the platform the upstream credential of its sign-in, also after a restart', async () => {
    const first = await service.signIn(STAND_IN_CREDENTIALS);
    const second = await service.signIn(STAND_IN_CREDENTIALS);
    await restart();

    expect([await statusOf(second), await statusOf(first)]).toEqual([200, 200]);
    expect(platform.shown).toEqual(['grant 2 of stand-in', 'grant 1 of stand-in']);
  });

  it('is refused with a hint once the platform rejects the upstream credential', async () => {
    const token = await service.signIn(STAND_IN_CREDENTIALS);
    platform.endSessions();

    expect(await service.refusal('GET', readMe.path, { token })).toMatchObject({
      status: 401,
      message: 'The platform no longer accepts this sign-in. Sign in again.',
      hint: expect.stringContaining('Sign in again'),
    });
  });

  it('reports a lifetime of 1800 seconds, whatever the platform token has left', async () => {
    for (const path of [login.path, refresh.path]) {
      const { text } = await service.send('POST', path, { body: STAND_IN_CREDENTIALS });
      expect(JSON.parse(text)).toMatchObject({ expires_in: 1_800, expires_at: Date.parse(NOW) / 1_000 + 1_800 });
    }
  });
});

describe('an API key of a platform with upstream credentials', () => {
  const make = (credentialExpiresAt?: number) =>
    createApiKeys({ keys: createApiKeysRepository(store.db), platform, clock: service.clock }).create(
      {
        ...GRANTED_CALLER,
        upstreamCredential: KEY_CREDENTIAL,
        ...(credentialExpiresAt !== undefined && { credentialExpiresAt }),
      },
      { name: 'Till', expiresAt: null, personalData: true },
    );

  it('stores an encrypted key of the platform, and sends it there after a restart', async () => {
    const { key } = await make();
    await restart();

    expect(await statusOf(key)).toBe(200);
    expect(platform.shown).toEqual([KEY_CREDENTIAL]);
    const [row] = await store.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(KEY_CREDENTIAL);
  });

  it('ends with the platform key that it stores', async () => {
    const { record } = await make(Date.parse(NOW) + 60_000);
    expect(record.expiresAt).toBe(Date.parse(NOW) + 60_000);
  });
});
