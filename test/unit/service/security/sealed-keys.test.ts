import { describe, expect, it } from 'vitest';
import { toRemoteUserId } from '../../../../electron/base/remote-accounts.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createApiKeyService, createApiKeys } from '../../../../electron/service/security/api-keys.ts';
import { createOwnSessions } from '../../../../electron/service/security/own-sessions.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { createOwnWebhooks } from '../../../../electron/store/webhooks/active-webhooks.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import {
  createGrantingPlatform,
  GRANTED_CALLER,
  KEY_CREDENTIAL,
  PLATFORM_KEY,
} from '../../../support/granting-platform.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const TERMS = { name: 'Excel', expiresAt: null, personalData: true };
const SIGNED_IN = { ...GRANTED_CALLER, upstreamCredential: 'with the password of the user in it' };

const store = openPerTest(openTestStore);

function keysAt(platform: Platform) {
  const keys = createApiKeys({
    keys: createApiKeysRepository(store.db),
    platform,
    clock: createFixedClock('2026-11-21T12:00:00Z'),
  });
  return { ...createApiKeyService(keys, platform), resolve: keys.resolve };
}
const storedKeys = () => store.db.selectFrom('api_keys').selectAll().execute();

describe('an API key that contains a key of the platform', () => {
  it('is not created from the grant of the sign-in, which may contain the password', async () => {
    await expect(keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, null)).rejects.toThrow(
      'Give a key of this platform: the new key uses it to read data there.',
    );
    expect(await storedKeys()).toEqual([]);
  });

  it('is not created from the key of another user, even of one with more rights', async () => {
    const colleague = createGrantingPlatform({ caller: { ...GRANTED_CALLER, userId: 99 } });
    await expect(keysAt(colleague).create(SIGNED_IN, TERMS, PLATFORM_KEY)).rejects.toThrow(
      'This platform key belongs to another user. Give one of your own.',
    );
    expect(await storedKeys()).toEqual([]);
  });

  it('is not created from a key that the platform refuses', async () => {
    await expect(keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, 'tdk_wrong')).rejects.toThrow(
      'The platform refused this key: it is unknown, expired or revoked.',
    );
  });

  it('is not created if the platform fails, and the error says so', async () => {
    const fail = async () => {
      throw new PlatformError('timeout', 'late');
    };
    const platform = { ...createGrantingPlatform(), signInWithKey: fail };
    await expect(keysAt(platform).create(SIGNED_IN, TERMS, PLATFORM_KEY)).rejects.toMatchObject({ code: 'timeout' });
    expect(await storedKeys()).toEqual([]);
  });

  it('acts with the key that it contains', async () => {
    const keyStore = keysAt(createGrantingPlatform());
    const { key } = await keyStore.create(SIGNED_IN, TERMS, PLATFORM_KEY);

    expect((await keyStore.resolve(key))?.caller).toEqual({ ...GRANTED_CALLER, upstreamCredential: KEY_CREDENTIAL });
  });
});

describe('an API key that an earlier version stored under another number of its user', () => {
  const { accountId, userId: formerUserId } = GRANTED_CALLER;
  const now = {
    ...{ ...GRANTED_CALLER, userId: toRemoteUserId(1), formerUserId },
    upstreamCredential: KEY_CREDENTIAL,
  };

  it('can be listed and revoked by its user before it is used', async () => {
    const keyStore = keysAt(createGrantingPlatform());
    const { record } = await keyStore.create(SIGNED_IN, TERMS, PLATFORM_KEY);
    const another = { accountId, userId: now.userId };
    expect([await keyStore.list(another), await keyStore.revoke(another, record.id)]).toEqual([[], false]);

    expect(await keyStore.list(now)).toEqual([record]);
    expect(await keyStore.revoke(now, record.id)).toBe(true);
    expect(await storedKeys()).toEqual([]);
  });

  it('counts as a session of its user before it is used, and ends with the others', async () => {
    await keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, PLATFORM_KEY);
    const sessions = createOwnSessions({
      tokens: createTokensRepository(store.db),
      apiKeys: createApiKeysRepository(store.db),
      webhooks: createOwnWebhooks(store.db),
      clock: createFixedClock('2026-11-21T12:00:00Z'),
    });
    const auth = { kind: 'token', expiresAtS: 0 } as const;
    const identity = { caller: now, auth, secretHash: 'b' };

    expect((await sessions.list(identity)).sessions).toMatchObject([{ name: 'Excel' }]);
    expect(await sessions.endOthers(identity, { api_keys: true })).toMatchObject({ api_keys: 1 });
    expect((await sessions.list(identity)).sessions).toEqual([]);
  });

  it('is moved to the user number of the identity that it proves', async () => {
    const { key } = await keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, PLATFORM_KEY);
    const keyStore = keysAt({ ...createGrantingPlatform(), identify: async () => now });

    for (const use of ['first', 'second']) {
      expect((await keyStore.resolve(key))?.caller, use).toEqual(now);
      expect(await storedKeys()).toMatchObject([{ user_id: now.userId }]);
    }
    expect(await keyStore.list({ accountId, userId: now.userId })).toMatchObject([{ name: 'Excel' }]);
  });
});

describe('an API key for a platform that needs no key', () => {
  it('is created without one, and contains nothing', async () => {
    const keyStore = keysAt(createStandInPlatform());
    await keyStore.create({ ...STAND_IN_CALLER, upstreamCredential: 'left over' }, TERMS, null);

    expect(await storedKeys()).toMatchObject([{ sealed_grant: null }]);
  });

  it('is not created with one, which would be thrown away', async () => {
    const keyStore = keysAt(createStandInPlatform());
    await expect(keyStore.create(STAND_IN_CALLER, TERMS, PLATFORM_KEY)).rejects.toThrow(
      'This platform has no keys: leave out the platform key.',
    );
  });
});
