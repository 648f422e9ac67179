import { describe, expect, it } from 'vitest';
import { remoteUserId } from '../../../../electron/base/remote-accounts.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createApiKeyService, createApiKeys } from '../../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import {
  createGrantingPlatform,
  GRANTED_CALLER,
  KEY_CREDENTIAL,
  PLATFORM_KEY,
} from '../../../support/granting-platform.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { perTest } from '../../../support/test-scope.ts';

const TERMS = { name: 'Excel', expiresAt: null, personalData: true };
const SIGNED_IN = { ...GRANTED_CALLER, upstreamCredential: 'with the password of the user in it' };

const store = perTest(openTestStore);

function keysAt(platform: Platform) {
  const keys = createApiKeys({
    keys: createApiKeysRepository(store.db),
    platform,
    clock: createFixedClock('2026-11-21T12:00:00Z'),
  });
  return { ...createApiKeyService(keys, platform), resolve: keys.resolve };
}
const storedKeys = () => store.db.selectFrom('api_keys').selectAll().execute();

describe('an API key where keys are carried', () => {
  it('is not made with the grant of the sign-in, which may hold the password', async () => {
    await expect(keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, null)).rejects.toThrow(
      'A key of this platform is needed, with which the new key acts there.',
    );
    expect(await storedKeys()).toEqual([]);
  });

  it('is not made with the key of somebody else, however high their rights', async () => {
    const colleague = createGrantingPlatform({ caller: { ...GRANTED_CALLER, userId: 99 } });
    await expect(keysAt(colleague).create(SIGNED_IN, TERMS, PLATFORM_KEY)).rejects.toThrow(
      'This key of the platform is of another user.',
    );
    expect(await storedKeys()).toEqual([]);
  });

  it('is not made with a key that the platform does not take', async () => {
    await expect(keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, 'tdk_wrong')).rejects.toThrow(
      'The platform does not take this key: it is unknown, expired or revoked.',
    );
  });

  it('says that the platform failed where it did, and is not made', async () => {
    const fail = async () => {
      throw new PlatformError('timeout', 'late');
    };
    const platform = { ...createGrantingPlatform(), signInWithKey: fail };
    await expect(keysAt(platform).create(SIGNED_IN, TERMS, PLATFORM_KEY)).rejects.toMatchObject({ code: 'timeout' });
    expect(await storedKeys()).toEqual([]);
  });

  it('acts with the key that it carries', async () => {
    const keyStore = keysAt(createGrantingPlatform());
    const { key } = await keyStore.create(SIGNED_IN, TERMS, PLATFORM_KEY);

    expect((await keyStore.resolve(key))?.caller).toEqual({ ...GRANTED_CALLER, upstreamCredential: KEY_CREDENTIAL });
  });
});

describe('an API key that an earlier version stored under another number of its user', () => {
  it('follows to the number of the identity that it proves, and belongs to nobody before', async () => {
    const { key } = await keysAt(createGrantingPlatform()).create(SIGNED_IN, TERMS, PLATFORM_KEY);
    const { accountId, userId: formerUserId } = GRANTED_CALLER;
    const now = { ...GRANTED_CALLER, userId: remoteUserId(1), upstreamCredential: KEY_CREDENTIAL };
    const identify: Platform['identify'] = async ({ userId }) =>
      userId === formerUserId ? { ...now, formerUserId } : now;
    const keyStore = keysAt({ ...createGrantingPlatform(), identify });
    expect(await keyStore.list({ accountId, userId: now.userId })).toEqual([]);

    for (const use of ['first', 'second']) {
      expect((await keyStore.resolve(key))?.caller, use).toEqual(now);
      expect(await storedKeys()).toMatchObject([{ user_id: now.userId }]);
    }
    expect(await keyStore.list({ accountId, userId: now.userId })).toMatchObject([{ name: 'Excel' }]);
  });
});

describe('an API key of a platform that needs none', () => {
  it('is made without one, and carries nothing', async () => {
    const keyStore = keysAt(createStandInPlatform());
    await keyStore.create({ ...STAND_IN_CALLER, upstreamCredential: 'left over' }, TERMS, null);

    expect(await storedKeys()).toMatchObject([{ sealed_grant: null }]);
  });

  it('is not made with one, which would be thrown away', async () => {
    const keyStore = keysAt(createStandInPlatform());
    await expect(keyStore.create(STAND_IN_CALLER, TERMS, PLATFORM_KEY)).rejects.toThrow(
      'This platform takes no key of its own.',
    );
  });
});
