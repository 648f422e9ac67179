import { describe, expect, it } from 'vitest';
import { BRIDGE_RIGHTS } from '../../../electron/bridge/call-rights.ts';
import { BRIDGE_CALLS, type BridgeCall } from '../../../shared/contract/bridge.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

const CALLS = Object.keys(BRIDGE_CALLS) as BridgeCall[];
const callsOf = (who: string) => CALLS.filter((name) => BRIDGE_RIGHTS[name].who === who);

/** An argument for each call that changes what others share, and for some that only need a signed-in user. */
const ARGUMENTS: Partial<Record<BridgeCall, unknown>> = {
  changeComputerSettings: { apiPort: 4990, keepsAnswersHours: 72 },
  changePlatform: { platform: 'https://evil.example', password: 'x' },
  cancelExport: { key: 'x' },
  compareExport: { id: 1 },
  showExport: { id: 1, where: 'folder' },
  openPlace: { place: { kind: 'data-folder' } },
  exportMonth: { key: 'x', request: { month: '2026-10', locationId: null, format: 'csv', language: 'nl' } },
  exportDataset: {
    key: 'x',
    request: { dataset: 'price-list', filters: {}, format: 'xlsx', language: 'nl' },
  },
};

describe('BRIDGE_RIGHTS', () => {
  it('has a row for every call', () => {
    expect(Object.keys(BRIDGE_RIGHTS).sort()).toEqual([...CALLS].sort());
  });

  it('allows only managers to change what others share, with two exceptions that state their reason', () => {
    const beyondOwn = CALLS.filter((name) => BRIDGE_RIGHTS[name].changes === 'computer');
    const exceptions = beyondOwn.filter((name) => BRIDGE_RIGHTS[name].who !== 'manager');
    expect(exceptions).toEqual(['forgetSignIn', 'changeSettings']);
    for (const name of exceptions) expect(BRIDGE_RIGHTS[name]).toHaveProperty('because');
  });

  it('allows only managers to change the settings of the computer and the platform', () => {
    const ofManagers = ['changeComputerSettings', 'changePlatform'];
    expect(callsOf('manager')).toEqual(expect.arrayContaining(ofManagers));
    const ofAnyone = ['readSession', 'signIn', 'switchSignIn', 'forgetSignIn', 'signOut', 'readSettings'];
    expect(callsOf('anyone').sort()).toEqual([...ofAnyone, 'changeSettings', 'readAbout'].sort());
  });

  it.each(callsOf('manager'))(
    'refuses %s without a user, to staff, and to a manager who is locked to a location',
    async (name) => {
      const argument = ARGUMENTS[name] ?? {};
      const nobody = bridgeDouble({ session: { state: () => SIGNED_OUT, token: () => null } });
      expect(await nobody.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 401 } });
      const callers = [
        { ...STAND_IN_CALLER, roles: ['staff' as const] },
        { ...STAND_IN_CALLER, roles: ['owner' as const], lockedLocation: { id: 3, title: 'Utrecht' } },
      ];
      for (const caller of callers) {
        const { handle, done } = bridgeDouble({ resolveCaller: async () => caller });
        expect(await handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
        expect(done).toEqual([]);
      }
    },
  );

  it.each(callsOf('signed-in'))('refuses %s while nobody is signed in', async (name) => {
    const { handle, done } = bridgeDouble({ session: { state: () => SIGNED_OUT, token: () => null } });
    const answer = await handle(name, ARGUMENTS[name] ?? {});
    expect([answer, done]).toEqual([
      { ok: false, failure: expect.objectContaining({ code: 'refused', status: 401 }) },
      [],
    ]);
  });
});

describe('a setting of the computer', () => {
  const TILL = 'https://till.example';
  const at = (platform: string | null) => ({
    state: () => ({ ...SIGNED_IN, platform }),
    token: () => 'token-1',
  });
  const changes = [
    ['changePlatform', { platform: 'http://127.0.0.1:18999', password: 'published' }],
    ['changeComputerSettings', { apiPort: 45_678, keepsAnswersHours: 72 }],
  ] as const;

  it.each(changes)(
    'cannot be changed by the owner of the demo if this program has its own users: %s',
    async (name, argument) => {
      const { handle, done } = bridgeDouble({ session: at(null), hasOwnUsers: true, isPublished: true });
      expect(await handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
      expect(done).toEqual([]);
    },
  );

  it.each(changes)(
    'cannot be changed by the owner of a platform that they added themselves: %s',
    async (name, argument) => {
      const here = bridgeDouble({ session: at('http://127.0.0.1:18999'), hasOwnUsers: true });
      expect(await here.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
      const there = bridgeDouble({ session: at('http://127.0.0.1:18999'), defaultPlatform: TILL });
      expect(await there.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
    },
  );

  it.each(changes)(
    'can be changed by an owner at the platform where other tools sign in: %s',
    async (name, argument) => {
      const own = bridgeDouble({ session: at(null), hasOwnUsers: true });
      expect(await own.handle(name, argument)).toMatchObject({ ok: true });
      const there = bridgeDouble({ session: at(TILL), defaultPlatform: TILL });
      expect(await there.handle(name, argument)).toMatchObject({ ok: true });
    },
  );

  it('can be changed by the owner of the demo if there are no other users', async () => {
    const { handle } = bridgeDouble({ session: at(null), isPublished: true });
    expect(await handle('changeComputerSettings', { apiPort: 4990 })).toMatchObject({ ok: true });
  });
});
