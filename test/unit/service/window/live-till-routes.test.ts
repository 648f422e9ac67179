import { describe, expect, it } from 'vitest';
import { toRemoteAccountId } from '../../../../electron/base/remote-accounts.ts';
import type { LiveTill } from '../../../../electron/service/window/live-till-routes.ts';
import { changeLiveTill, type LiveTillState, readLiveTill } from '../../../../shared/contract/window.ts';
import { windowDouble } from './window-double.ts';

function tillDouble(): LiveTill {
  let state: LiveTillState = { isSelling: false, perMinute: 20 };
  return {
    getState: () => state,
    change: async (next) => {
      state = next;
    },
  };
}

const SELLING = { isSelling: true, perMinute: 90 };

describe('the switch of the live till', () => {
  it('returns the state of the till, and changes it', async () => {
    const { call } = windowDouble({ liveTill: tillDouble() });
    expect(await call(readLiveTill)).toEqual({ status: 200, body: { till: { isSelling: false, perMinute: 20 } } });
    expect(await call(changeLiveTill, { body: SELLING })).toEqual({ status: 200, body: { till: SELLING } });
    expect(await call(readLiveTill)).toEqual({ status: 200, body: { till: SELLING } });
  });

  it.each([0, 121, 1.5, '20'])('refuses a rate of %j', async (perMinute) => {
    const till = tillDouble();
    const answer = await windowDouble({ liveTill: till }).call(changeLiveTill, { body: { ...SELLING, perMinute } });
    expect(answer.status).toBe(400);
    expect(till.getState().isSelling).toBe(false);
  });

  it('is absent for a user who is signed in to another platform, who cannot change it either', async () => {
    const till = tillDouble();
    const { call } = windowDouble({ liveTill: till, caller: { accountId: toRemoteAccountId(1) } });

    expect(await call(readLiveTill)).toEqual({ status: 200, body: { till: null } });
    expect((await call(changeLiveTill, { body: SELLING })).status).toBe(403);
    expect(till.getState().isSelling).toBe(false);
  });

  it('is absent if there is no demo shop to sell, and cannot be changed then', async () => {
    const { call } = windowDouble();
    expect(await call(readLiveTill)).toEqual({ status: 200, body: { till: null } });
    expect(await call(changeLiveTill, { body: SELLING })).toMatchObject({
      status: 403,
      body: { message: 'There is no demo shop here.' },
    });
  });
});
