import { describe, expect, it } from 'vitest';
import type { LiveTill, LiveTillState } from '../../../electron/bridge/live-till-calls.ts';
import { bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

function tillDouble(): LiveTill {
  let state: LiveTillState = { isSelling: false, perMinute: 20 };
  return {
    state: () => state,
    change: async (next) => {
      state = next;
    },
  };
}

const SELLING = { isSelling: true, perMinute: 90 };

describe('the switch of the live till', () => {
  it('shows what the till does, and changes it', async () => {
    const { handle } = bridgeDouble({ liveTill: tillDouble() });
    expect(await handle('readLiveTill', {})).toEqual({
      ok: true,
      value: { till: { isSelling: false, perMinute: 20 } },
    });
    expect(await handle('changeLiveTill', SELLING)).toEqual({ ok: true, value: { till: SELLING } });
    expect(await handle('readLiveTill', {})).toEqual({ ok: true, value: { till: SELLING } });
  });

  it.each([0, 121, 1.5, '20'])('refuses a rate of %j', async (perMinute) => {
    const till = tillDouble();
    const answer = await bridgeDouble({ liveTill: till }).handle('changeLiveTill', { ...SELLING, perMinute });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(till.state().isSelling).toBe(false);
  });

  it('is none for a user who is signed in at another platform, and cannot be changed from there', async () => {
    const state = () => ({ ...SIGNED_IN, platform: 'https://till.example' });
    const till = tillDouble();
    const { handle } = bridgeDouble({ liveTill: till, session: { state } });

    expect(await handle('readLiveTill', {})).toEqual({ ok: true, value: { till: null } });
    expect(await handle('changeLiveTill', SELLING)).toMatchObject({ failure: { code: 'refused' } });
    expect(till.state().isSelling).toBe(false);
  });

  it('is none where no demo shop could sell, and cannot be changed there', async () => {
    const { handle } = bridgeDouble();
    expect(await handle('readLiveTill', {})).toEqual({ ok: true, value: { till: null } });
    expect(await handle('changeLiveTill', SELLING)).toMatchObject({
      ok: false,
      failure: { code: 'refused', message: 'There is no demo shop here that could sell.' },
    });
  });

  it('is for those who are signed in', async () => {
    const till = tillDouble();
    const session = { state: () => SIGNED_OUT, token: () => null };
    const { handle } = bridgeDouble({ liveTill: till, session });
    for (const [call, argument] of [
      ['readLiveTill', {}],
      ['changeLiveTill', SELLING],
    ] as const) {
      expect(await handle(call, argument)).toMatchObject({
        ok: false,
        failure: { code: 'refused', status: 401 },
      });
    }
    expect(till.state().isSelling).toBe(false);
  });
});
