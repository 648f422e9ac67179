import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { type LedgerBook, ledgerCalls } from '../../../electron/bridge/settings-calls.ts';
import type { SessionKeeper } from '../../../electron/session/session-keeper.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { SIGNED_IN } from './bridge-double.ts';

const UTRECHT = { id: 11, title: 'Utrecht' };
const KEPT: Ledgers = { tips: '1660' };

/** The calls of this person over a book that keeps what it is told, but for the changes in `full`. */
function callsOf(person: Partial<Caller> | null, isFull = false) {
  let kept = KEPT;
  const asked: Caller[] = [];
  const ledgers: LedgerBook = {
    read: async (caller) => {
      asked.push(caller);
      return kept;
    },
    change: async (caller, changes) => {
      asked.push(caller);
      if (isFull) return null;
      kept = { ...kept, ...changes };
      return kept;
    },
  };
  const session: SessionKeeper = {
    state: () => SIGNED_IN,
    token: () => (person === null ? null : 'token-1'),
    signIn: async () => SIGNED_IN,
    switchTo: async () => SIGNED_IN,
    forget: async () => SIGNED_IN,
    confirmPassword: () => Promise.reject(new Error('nobody asks')),
    signOut: async () => undefined,
    restore: async () => SIGNED_IN,
    request: async () => ({ status: 200, headers: new Headers(), body: new Uint8Array() }),
  };
  const callerOf = async () => ({ ...STAND_IN_CALLER, ...person });
  return { ...ledgerCalls({ ledgers, session, callerOf }), asked, kept: () => kept };
}

const CHANGE = { accounts: { differences: '4950', 'payment:pin': '' } };

describe('readLedgers', () => {
  it.each([
    ['an owner', { roles: ['owner'] }, true],
    ['an accountant', { roles: ['accountant'] }, true],
    ['staff', { roles: ['staff'] }, false],
    ['an owner of one location', { roles: ['owner'], lockedLocation: UTRECHT }, false],
  ] as const)('answers %s, and whether they may change them', async (_who, person, mayChange) => {
    const { readLedgers, asked } = callsOf({ ...person, roles: [...person.roles] });
    expect(await readLedgers()).toEqual({ accounts: KEPT, mayChange });
    expect(asked).toMatchObject([{ accountId: STAND_IN_CALLER.accountId }]);
  });

  it('is for those who are signed in', async () => {
    await expect(callsOf(null).readLedgers()).rejects.toMatchObject({ failure: { status: 401 } });
  });
});

describe('changeLedgers', () => {
  it.each(['owner', 'accountant'] as const)('keeps what an %s chose', async (role) => {
    const { changeLedgers, kept } = callsOf({ roles: [role] });
    const accounts = { ...KEPT, ...CHANGE.accounts };
    expect(await changeLedgers(CHANGE)).toEqual({ accounts, mayChange: true });
    expect(kept()).toEqual(accounts);
  });

  it('is for those who are signed in', async () => {
    const { changeLedgers, kept } = callsOf(null);
    await expect(changeLedgers(CHANGE)).rejects.toMatchObject({ failure: { status: 401 } });
    expect(kept()).toEqual(KEPT);
  });

  it.each(['cost:8000', 'payment:', '__proto__'])('refuses a change with the code %s whole', async (code) => {
    const { changeLedgers, kept } = callsOf({});
    const accounts = JSON.parse(`{"tips":"1999",${JSON.stringify(code)}:"8000"}`);
    await expect(changeLedgers({ accounts })).rejects.toMatchObject({
      failure: { code: 'invalid', message: expect.stringContaining(code) },
    });
    expect(kept()).toEqual(KEPT);
  });

  it('says that there are too many codes', async () => {
    await expect(callsOf({}, true).changeLedgers(CHANGE)).rejects.toMatchObject({
      failure: { code: 'invalid', message: 'There can be at most 2000 codes.' },
    });
  });
});
