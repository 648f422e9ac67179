import { describe, expect, it } from 'vitest';
import type { ApiKeyService } from '../../../../electron/service/security/api-keys.ts';
import { ApiKeyTermsError } from '../../../../shared/contract/api-keys.ts';
import { createApiKey, listApiKeys, readKeyNeeds, revokeApiKey } from '../../../../shared/contract/window.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CAPABILITIES } from '../../../support/stand-in-platform.ts';
import { STORED_KEY, windowDouble } from './window-double.ts';

const RECORD = {
  id: 5,
  name: 'Excel',
  prefix: 'tdk_Ab3x',
  personalData: false,
  createdAt: '2026-11-01T10:00:00+01:00',
  expiresAt: null,
  lastUsedAt: '2026-11-20T16:30:00+01:00',
};

/** An API key store that records its calls. */
function recordedStore() {
  const asked: unknown[] = [];
  const create: ApiKeyService['create'] = async (user, terms, platformKey) => {
    asked.push({ userId: user.userId, ...terms, platformKey });
    return { record: { ...STORED_KEY, ...terms }, key: 'tdk_made' };
  };
  return { asked, apiKeys: { create } };
}

describe('listApiKeys', () => {
  it('returns the keys of the signed-in user, with times in Amsterdam time', async () => {
    expect(await windowDouble().call(listApiKeys)).toEqual({ status: 200, body: [RECORD] });
  });
});

describe('readKeyNeeds', () => {
  it.each([
    ['carried', true],
    ['own', false],
  ] as const)('depends on the platform: keys that are %s', async (apiKeys, platformKey) => {
    const getCapabilities = async () => ({ ...STAND_IN_CAPABILITIES, apiKeys });
    const { call } = windowDouble({ platform: createStandInPlatform({ getCapabilities }) });

    expect(await call(readKeyNeeds)).toEqual({ status: 200, body: { platformKey } });
  });
});

describe('createApiKey', () => {
  it('creates a key for the signed-in user and returns it once', async () => {
    const { asked, apiKeys } = recordedStore();
    const { call } = windowDouble({ apiKeyService: apiKeys });

    expect(await call(createApiKey, { body: { name: ' Excel ', expiresOn: null, personalData: false } })).toEqual({
      status: 200,
      body: { record: RECORD, key: 'tdk_made' },
    });
    expect(asked).toEqual([
      { userId: STAND_IN_CALLER.userId, name: 'Excel', expiresAt: null, personalData: false, platformKey: null },
    ]);
  });

  it('passes on the platform key for the new one to contain, and says why there is none', async () => {
    const { asked, apiKeys } = recordedStore();
    const typed = { name: 'Excel', expiresOn: null, personalData: false, platformKey: 'tdk_there' };
    await windowDouble({ apiKeyService: apiKeys }).call(createApiKey, { body: typed });
    expect(asked).toMatchObject([{ platformKey: 'tdk_there' }]);

    const create: ApiKeyService['create'] = async () => {
      throw new ApiKeyTermsError('This platform key belongs to another user. Give one of your own.');
    };
    expect(await windowDouble({ apiKeyService: { create } }).call(createApiKey, { body: typed })).toMatchObject({
      status: 400,
      body: { message: 'This platform key belongs to another user. Give one of your own.' },
    });
  });

  it('keeps a key valid to the end of its last day, which may have 25 hours', async () => {
    const { asked, apiKeys } = recordedStore();
    const { call } = windowDouble({ apiKeyService: apiKeys });

    await call(createApiKey, { body: { name: 'Till', expiresOn: '2027-10-31', personalData: false } });
    expect(asked).toMatchObject([{ expiresAt: Date.parse('2027-10-31T23:00:00Z') }]);
  });

  it('counts the characters of a name, not its UTF-16 units', async () => {
    const { call } = windowDouble();
    expect(
      await call(createApiKey, { body: { name: '🔑'.repeat(100), expiresOn: null, personalData: false } }),
    ).toMatchObject({ status: 200 });
  });

  it('accepts today as last day', async () => {
    const { call } = windowDouble();
    expect(
      await call(createApiKey, { body: { name: 'Till', expiresOn: '2026-11-21', personalData: false } }),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    [{ name: '   ', expiresOn: null, personalData: false }],
    [{ name: 'Till', expiresOn: '2026-11-20', personalData: false }],
    [{ name: 'Till', expiresOn: '2027-02-30', personalData: false }],
    [{ name: 'x'.repeat(101), expiresOn: null, personalData: false }],
    [{ name: 'Bell\u0007', expiresOn: null, personalData: false }],
    [{ name: 'half \ud800', expiresOn: null, personalData: false }],
    [{ name: 'Till', expiresOn: '9999-12-31', personalData: false }],
    [{ name: 'Till', personalData: false }],
    [{ name: 'Till', expiresOn: null }],
  ])('refuses %j and creates nothing', async (argument) => {
    const { asked, apiKeys } = recordedStore();
    const { call } = windowDouble({ apiKeyService: apiKeys });

    expect(await call(createApiKey, { body: argument })).toMatchObject({ status: 400 });
    expect(asked).toEqual([]);
  });
});

describe('revokeApiKey', () => {
  it('returns nothing once the key is revoked', async () => {
    expect(await windowDouble().call(revokeApiKey, { id: STORED_KEY.id })).toEqual({ status: 204, body: null });
  });

  it('says so if the user has no such key', async () => {
    expect(await windowDouble().call(revokeApiKey, { id: 6 })).toMatchObject({
      status: 404,
      body: { message: 'There is no key 6.' },
    });
  });
});
