import { describe, expect, it } from 'vitest';
import { BRIDGE_RIGHTS } from '../../../electron/bridge/call-rights.ts';
import { BRIDGE_CALLS, type BridgeCall } from '../../../shared/contract/bridge.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

const CALLS = Object.keys(BRIDGE_CALLS) as BridgeCall[];
const callsOf = (who: string) => CALLS.filter((name) => BRIDGE_RIGHTS[name].who === who);

/** An argument of each call that changes more than one's own things, and of some that only need somebody. */
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

describe('who may make which call of the bridge', () => {
  it('stands in one table, in which every call has a row', () => {
    expect(Object.keys(BRIDGE_RIGHTS).sort()).toEqual([...CALLS].sort());
  });

  it('is a manager for whatever changes more than one’s own things, with two exceptions that have a reason', () => {
    const beyondOwn = CALLS.filter((name) => BRIDGE_RIGHTS[name].changes === 'computer');
    const exceptions = beyondOwn.filter((name) => BRIDGE_RIGHTS[name].who !== 'manager');
    expect(exceptions).toEqual(['forgetSignIn', 'changeSettings']);
    for (const name of exceptions) expect(BRIDGE_RIGHTS[name]).toHaveProperty('because');
  });

  it('is a manager for the settings of the computer and the platform', () => {
    const ofManagers = ['changeComputerSettings', 'changePlatform'];
    expect(callsOf('manager')).toEqual(expect.arrayContaining(ofManagers));
    const ofAnyone = ['readSession', 'signIn', 'switchSignIn', 'forgetSignIn', 'signOut', 'readSettings'];
    expect(callsOf('anyone').sort()).toEqual([...ofAnyone, 'changeSettings', 'readAbout'].sort());
  });

  it.each(callsOf('manager'))('%s is refused to nobody signed in, to staff and to a locked manager', async (name) => {
    const argument = ARGUMENTS[name] ?? {};
    const nobody = bridgeDouble({ session: { state: () => SIGNED_OUT, token: () => null } });
    expect(await nobody.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 401 } });
    const callers = [
      { ...STAND_IN_CALLER, roles: ['staff' as const] },
      { ...STAND_IN_CALLER, roles: ['owner' as const], lockedLocation: { id: 3, title: 'Utrecht' } },
    ];
    for (const caller of callers) {
      const { handle, done } = bridgeDouble({ callerOf: async () => caller });
      expect(await handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
      expect(done).toEqual([]);
    }
  });

  it.each(callsOf('signed-in'))('%s is refused while nobody is signed in', async (name) => {
    const { handle, done } = bridgeDouble({ session: { state: () => SIGNED_OUT, token: () => null } });
    const answer = await handle(name, ARGUMENTS[name] ?? {});
    expect([answer, done]).toEqual([
      { ok: false, failure: expect.objectContaining({ code: 'refused', status: 401 }) },
      [],
    ]);
  });
});

describe('what holds for the computer', () => {
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
    'is not changed by an owner of the demo where this program has users of its own: %s',
    async (name, argument) => {
      const { handle, done } = bridgeDouble({ session: at(null), hasOwnUsers: true, isPublished: true });
      expect(await handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
      expect(done).toEqual([]);
    },
  );

  it.each(changes)(
    'is not changed by the owner of a platform that they have brought along: %s',
    async (name, argument) => {
      const here = bridgeDouble({ session: at('http://127.0.0.1:18999'), hasOwnUsers: true });
      expect(await here.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
      const there = bridgeDouble({ session: at('http://127.0.0.1:18999'), defaultPlatform: TILL });
      expect(await there.handle(name, argument)).toMatchObject({ ok: false, failure: { status: 403 } });
    },
  );

  it.each(changes)('is changed by an owner of where other tools sign in now: %s', async (name, argument) => {
    const own = bridgeDouble({ session: at(null), hasOwnUsers: true });
    expect(await own.handle(name, argument)).toMatchObject({ ok: true });
    const there = bridgeDouble({ session: at(TILL), defaultPlatform: TILL });
    expect(await there.handle(name, argument)).toMatchObject({ ok: true });
  });

  it('is changed by an owner of the demo while nobody else is there', async () => {
    const { handle } = bridgeDouble({ session: at(null), isPublished: true });
    expect(await handle('changeComputerSettings', { apiPort: 4990 })).toMatchObject({ ok: true });
  });
});
