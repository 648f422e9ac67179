import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { type CompanyStore, companyCalls, type LedgerBook } from '../../../electron/bridge/company-calls.ts';
import type { SessionKeeper } from '../../../electron/session/session-keeper.ts';
import { NO_COMPANY_DETAILS } from '../../../shared/contract/company.ts';
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
  let details = NO_COMPANY_DETAILS;
  const companies: CompanyStore = {
    read: async () => details,
    change: async (_caller, changes) => {
      details = { ...details, ...changes };
      return details;
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
    leaveWindow: async () => undefined,
    restore: async () => SIGNED_IN,
    request: async () => ({ status: 200, headers: new Headers(), body: new Uint8Array() }),
  };
  const callerOf = async () => ({ ...STAND_IN_CALLER, ...person });
  return {
    ...companyCalls({ ledgers, companies, session, callerOf }),
    asked,
    kept: () => kept,
    details: () => details,
  };
}

const CHANGE = { accounts: { differences: '4950', 'payment:pin': '' } };

describe('readCompany', () => {
  it.each([
    ['an owner', { roles: ['owner'] }, true],
    ['an accountant', { roles: ['accountant'] }, true],
    ['staff', { roles: ['staff'] }, false],
    ['an owner of one location', { roles: ['owner'], lockedLocation: UTRECHT }, false],
  ] as const)('answers %s, and whether they may change them', async (_who, person, mayChange) => {
    const { readCompany, asked } = callsOf({ ...person, roles: [...person.roles] });
    expect(await readCompany()).toEqual({ accounts: KEPT, details: NO_COMPANY_DETAILS, mayChange });
    expect(asked).toMatchObject([{ accountId: STAND_IN_CALLER.accountId }]);
  });

  it('is for those who are signed in', async () => {
    await expect(callsOf(null).readCompany()).rejects.toMatchObject({ failure: { status: 401 } });
  });
});

describe('changeCompany', () => {
  it.each(['owner', 'accountant'] as const)('keeps what an %s chose', async (role) => {
    const { changeCompany, kept } = callsOf({ roles: [role] });
    const accounts = { ...KEPT, ...CHANGE.accounts };
    expect(await changeCompany(CHANGE)).toEqual({ accounts, details: NO_COMPANY_DETAILS, mayChange: true });
    expect(kept()).toEqual(accounts);
  });

  it('is for those who are signed in', async () => {
    const { changeCompany, kept } = callsOf(null);
    await expect(changeCompany(CHANGE)).rejects.toMatchObject({ failure: { status: 401 } });
    expect(kept()).toEqual(KEPT);
  });

  it.each(['cost:8000', 'payment:', '__proto__'])('refuses a change with the code %s whole', async (code) => {
    const { changeCompany, kept } = callsOf({});
    const accounts = JSON.parse(`{"tips":"1999",${JSON.stringify(code)}:"8000"}`);
    await expect(changeCompany({ accounts })).rejects.toMatchObject({
      failure: { code: 'invalid', message: expect.stringContaining(code) },
    });
    expect(kept()).toEqual(KEPT);
  });

  it('says that there are too many codes', async () => {
    await expect(callsOf({}, true).changeCompany(CHANGE)).rejects.toMatchObject({
      failure: { code: 'invalid', message: 'There can be at most 2000 codes.' },
    });
  });

  it('keeps details in the form in which they are printed, and leaves the others', async () => {
    const { changeCompany, details, kept } = callsOf({});
    await changeCompany({ details: { name: ' Linde &  Loof ', postcode: '3511aa' } });
    await changeCompany({ details: { kvk: '12 34 56 78' } });
    expect(details()).toEqual({ ...NO_COMPANY_DETAILS, name: 'Linde & Loof', postcode: '3511 AA', kvk: '12345678' });
    expect(kept()).toEqual(KEPT);
  });

  it('refuses a change with a detail that is not valid whole', async () => {
    const { changeCompany, details, kept } = callsOf({});
    await expect(changeCompany({ ...CHANGE, details: { name: 'Linde', vat: 'NL123456789B01' } })).rejects.toMatchObject(
      { failure: { code: 'invalid', message: expect.stringContaining('vat') } },
    );
    expect([kept(), details()]).toEqual([KEPT, NO_COMPANY_DETAILS]);
  });
});
