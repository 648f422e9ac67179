import { describe, expect, it } from 'vitest';
import type { UserReference } from '../../../../electron/base/caller.ts';
import type { PreferencesRoutesDeps } from '../../../../electron/service/window/preferences-routes.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import { MAX_VIEWS } from '../../../../shared/contract/preference-limits.ts';
import { changePreferences, readPreferences } from '../../../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { windowDouble } from './window-double.ts';

const VIEW = { id: 'v1', name: 'Korting', path: '/discounts', search: 'only_full=true' };

/** Stores nothing, and records whose preferences were requested. */
function directory() {
  const asked: UserReference[] = [];
  const preferences: PreferencesRoutesDeps['preferences'] = {
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

describe('the preferences of the window', () => {
  it('are those of the signed-in user', async () => {
    const { preferences, asked } = directory();
    const { call } = windowDouble({ preferences });

    expect(await call(readPreferences)).toEqual({ status: 200, body: DEFAULT_PREFERENCES });
    expect(await call(changePreferences, { body: { defaultShopId: 3, views: [VIEW] } })).toEqual({
      status: 200,
      body: { ...DEFAULT_PREFERENCES, defaultShopId: 3, views: [VIEW] },
    });
    const { accountId, userId } = STAND_IN_CALLER;
    expect(asked).toMatchObject([
      { accountId, userId },
      { accountId, userId },
    ]);
  });

  it.each([
    { defaultPeriod: 'next-month' },
    { defaultShopId: 0 },
    { defaultShopId: '3' },
    { isTourDone: null },
    { lastExportForm: 'docx' },
    { colour: 'red' },
    { views: [{ ...VIEW, path: 'https://evil.example' }] },
    { views: [{ ...VIEW, path: '/orders/../../etc' }] },
    { views: [{ ...VIEW, name: '' }] },
    { views: Array.from({ length: MAX_VIEWS + 1 }, () => VIEW) },
  ])('accept no malformed change: %j', async (changes) => {
    const { preferences, asked } = directory();

    expect((await windowDouble({ preferences }).call(changePreferences, { body: changes })).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
