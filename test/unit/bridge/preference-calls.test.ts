import { describe, expect, it } from 'vitest';
import type { UserReference } from '../../../electron/base/caller.ts';
import type { PreferenceStore } from '../../../electron/bridge/settings-calls.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import { VIEWS_MAX } from '../../../shared/contract/preference-limits.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble } from './bridge-double.ts';

const VIEW = { id: 'v1', name: 'Korting', path: '/discounts', search: 'only_full=true' };

/** Keeps nothing, and knows whose preferences were asked for. */
function directory() {
  const asked: UserReference[] = [];
  const preferences: PreferenceStore = {
    async read(user) {
      asked.push(user);
      return DEFAULT_PREFERENCES;
    },
    async change(user, changes) {
      asked.push(user);
      return { ...DEFAULT_PREFERENCES, ...changes };
    },
  };
  return { preferences, asked };
}

describe('the preferences through the bridge', () => {
  it('are those of the user who is signed in', async () => {
    const { preferences, asked } = directory();
    const { handle } = bridgeDouble({ preferences });

    expect(await handle('readPreferences', {})).toEqual({ ok: true, value: DEFAULT_PREFERENCES });
    expect(await handle('changePreferences', { defaultShopId: 3, views: [VIEW] })).toEqual({
      ok: true,
      value: { ...DEFAULT_PREFERENCES, defaultShopId: 3, views: [VIEW] },
    });
    const { accountId, userId } = STAND_IN_CALLER;
    expect(asked).toMatchObject([
      { accountId, userId },
      { accountId, userId },
    ]);
  });

  it.each(['readPreferences', 'changePreferences'])("are nobody's without a user (%s)", async (call) => {
    const { preferences, asked } = directory();
    const { handle } = bridgeDouble({ preferences, callerOf: async () => null });

    expect(await handle(call, {})).toMatchObject({ ok: false, failure: { code: 'refused', status: 401 } });
    expect(asked).toEqual([]);
  });

  it.each([
    { defaultPeriod: 'next-month' },
    { defaultShopId: 0 },
    { defaultShopId: '3' },
    { isTourDone: null },
    { exportFormat: 'docx' },
    { colour: 'red' },
    { views: [{ ...VIEW, path: 'https://evil.example' }] },
    { views: [{ ...VIEW, path: '/orders/../../etc' }] },
    { views: [{ ...VIEW, name: '' }] },
    { views: Array.from({ length: VIEWS_MAX + 1 }, () => VIEW) },
  ])('take no change of another form: %j', async (changes) => {
    const { preferences, asked } = directory();

    expect(await bridgeDouble({ preferences }).handle('changePreferences', changes)).toMatchObject({
      ok: false,
      failure: { code: 'invalid' },
    });
    expect(asked).toEqual([]);
  });

  it('fail in words where they cannot be kept', async () => {
    const preferences = {
      ...directory().preferences,
      change: () => Promise.reject(new Error('database is locked')),
    };
    const { handle, log } = bridgeDouble({ preferences });

    expect(await handle('changePreferences', { isTourDone: true })).toMatchObject({
      ok: false,
      failure: { code: 'failed', message: 'Something went wrong inside the program. Its log has the details.' },
    });
    expect(log.text()).toContain('database is locked');
  });
});
