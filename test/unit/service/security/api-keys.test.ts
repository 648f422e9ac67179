import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { type ApiKeys, createApiKeys } from '../../../../electron/service/security/api-keys.ts';
import {
  type ApiKeysRepository,
  createApiKeysRepository,
} from '../../../../electron/store/accounts/api-keys-repository.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { perTest } from '../../../support/test-scope.ts';

const NOW_MS = 1_800_000_000_000;
const OTHER_USER = { accountId: 1, userId: 8 };
const FOR_EVER = { name: 'Excel', expiresAt: null, personalData: true };

const store = perTest(openTestStore);
const clock = perTest(() => createFixedClock(NOW_MS));
let keys: ApiKeysRepository;
let callers: Map<number, Caller>;
let apiKeys: ApiKeys;

const keysOn = (repository: ApiKeysRepository) =>
  createApiKeys({
    keys: repository,
    platform: { identify: async ({ userId }) => callers.get(userId) ?? null },
    clock,
  });

beforeEach(() => {
  callers = new Map([
    [STAND_IN_CALLER.userId, STAND_IN_CALLER],
    [OTHER_USER.userId, { ...STAND_IN_CALLER, ...OTHER_USER }],
  ]);
  keys = createApiKeysRepository(store.db);
  apiKeys = keysOn(keys);
});

describe('create', () => {
  it('returns the record with the beginning of the key, and the key', async () => {
    const { record, key } = await apiKeys.create(STAND_IN_CALLER, {
      name: 'Excel',
      expiresAt: NOW_MS + 5,
      personalData: true,
    });
    const prefix = key.slice(0, 'tdk_'.length + 4);
    const moments = { createdAt: NOW_MS, expiresAt: NOW_MS + 5, lastUsedAt: null };
    expect(record).toEqual({ id: 1, name: 'Excel', prefix, personalData: true, ...moments });
    expect(key).toMatch(/^tdk_[0-9A-Za-z]{36}$/);
  });

  it('stores only the hash', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    const stored = await store.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(stored.key_hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(key.slice(4, 34));
  });
});

describe('list', () => {
  it('returns the keys of one user, newest first', async () => {
    await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    await apiKeys.create(OTHER_USER, { ...FOR_EVER, name: 'of another' });
    await apiKeys.create(STAND_IN_CALLER, { ...FOR_EVER, name: 'Till' });
    expect((await apiKeys.list(STAND_IN_CALLER)).map(({ name }) => name)).toEqual(['Till', 'Excel']);
  });
});

describe('listAll', () => {
  it('returns every key with its user, even if the store does not know that user', async () => {
    await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    await apiKeys.create(OTHER_USER, FOR_EVER);
    expect(await apiKeys.listAll()).toMatchObject([
      { id: 2, account: null, email: null },
      { id: 1, account: null, email: null },
    ]);
  });
});

describe('resolve', () => {
  it('returns the caller with their current rights, and the name of the key', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    const auth = { kind: 'api_key', name: 'Excel', expiresAtS: null, personalData: true };
    expect(await apiKeys.resolve(key)).toEqual({ caller: STAND_IN_CALLER, auth });
    const locked: Caller = { ...STAND_IN_CALLER, roles: ['staff'], lockedLocation: { id: 11, title: 'U' } };
    callers.set(STAND_IN_CALLER.userId, locked);
    expect(await apiKeys.resolve(key)).toEqual({ caller: locked, auth });
  });

  it('returns null if the user may no longer sign in, which does not count as use', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    callers.clear();
    expect(await apiKeys.resolve(key)).toBeNull();
    expect(await apiKeys.list(STAND_IN_CALLER)).toMatchObject([{ lastUsedAt: null }]);
  });

  it('returns null from the time of expiry on', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, {
      name: 'Excel',
      expiresAt: NOW_MS + 60_000,
      personalData: true,
    });
    clock.advance(59_999);
    expect((await apiKeys.resolve(key))?.auth.expiresAtS).toBe(NOW_MS / 1000 + 60);
    clock.advance(1);
    expect(await apiKeys.resolve(key)).toBeNull();
  });

  it('returns null for a well-formed key that was never created, and for a stored hash', async () => {
    await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    const stored = await store.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(await apiKeys.resolve('tdk_Tilldesk0123456789abcdefghijAB019cAq')).toBeNull();
    expect(await apiKeys.resolve(stored.key_hash)).toBeNull();
  });
});

describe('the last use', () => {
  const lastUse = async () => (await apiKeys.list(STAND_IN_CALLER))[0]?.lastUsedAt;

  it('is written at most once a minute', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    clock.advance(5);
    await apiKeys.resolve(key);
    expect(await lastUse()).toBe(NOW_MS + 5);
    clock.advance(59_999);
    await apiKeys.resolve(key);
    expect(await lastUse()).toBe(NOW_MS + 5);
    clock.advance(1);
    await apiKeys.resolve(key);
    expect(await lastUse()).toBe(NOW_MS + 60_005);
  });

  it('is also updated after the clock was set back', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    await apiKeys.resolve(key);
    clock.advance(-3_600_000);
    await apiKeys.resolve(key);
    expect(await lastUse()).toBe(NOW_MS - 3_600_000);
  });
});

describe('revoke', () => {
  it('ends a key at once and leaves the others', async () => {
    const [first, second] = [
      await apiKeys.create(STAND_IN_CALLER, FOR_EVER),
      await apiKeys.create(STAND_IN_CALLER, FOR_EVER),
    ];
    expect(await apiKeys.resolve(first.key)).not.toBeNull();
    expect(await apiKeys.revoke(STAND_IN_CALLER, first.record.id)).toBe(true);
    expect(await apiKeys.resolve(first.key)).toBeNull();
    expect(await apiKeys.resolve(second.key)).not.toBeNull();
    expect(await apiKeys.revoke(STAND_IN_CALLER, first.record.id)).toBe(false);
  });

  it('cannot revoke the key of another user, except for the operator', async () => {
    const { record, key } = await apiKeys.create(OTHER_USER, FOR_EVER);
    expect(await apiKeys.revoke(STAND_IN_CALLER, record.id)).toBe(false);
    expect(await apiKeys.resolve(key)).not.toBeNull();
    expect(await apiKeys.revokeAny(record.id)).toBe(true);
    expect(await apiKeys.resolve(key)).toBeNull();
    expect(await apiKeys.revokeAny(record.id)).toBe(false);
  });

  it('ends a key at once even if another connection to the store revoked it', async () => {
    const file = join(temporaryFolder(), 'keys.sqlite');
    const [ours, theirs] = [await openStore({ file }), await openStore({ file })];
    const [running, operator] = [ours, theirs].map(({ db }) => keysOn(createApiKeysRepository(db)));
    const made = await operator?.create(STAND_IN_CALLER, FOR_EVER);
    expect(await running?.resolve(made?.key ?? '')).not.toBeNull();
    await operator?.revokeAny(made?.record.id ?? 0);
    expect(await running?.resolve(made?.key ?? '')).toBeNull();
    await ours.close();
    await theirs.close();
  });

  it('never reuses the number of a revoked key', async () => {
    const { record } = await apiKeys.create(STAND_IN_CALLER, FOR_EVER);
    await apiKeys.revokeAny(record.id);
    expect((await apiKeys.create(STAND_IN_CALLER, FOR_EVER)).record.id).toBe(record.id + 1);
  });
});
