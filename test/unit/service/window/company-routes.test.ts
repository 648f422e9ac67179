import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { CompanyRoutesDeps } from '../../../../electron/service/window/company-routes.ts';
import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import type { Ledgers } from '../../../../shared/contract/ledgers.ts';
import { changeCompany, readCompany } from '../../../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { windowDouble } from './window-double.ts';

const UTRECHT = { id: 11, title: 'Utrecht' };
const KEPT: Ledgers = { tips: '1660' };

/** The calls of this user over a book that stores changes. A full book refuses every change. */
function callsOf(person: Partial<Caller>, isFull = false) {
  let kept = KEPT;
  const asked: Pick<Caller, 'accountId'>[] = [];
  const ledgers: CompanyRoutesDeps['ledgers'] = {
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
  const companies: CompanyRoutesDeps['companies'] = {
    read: async () => details,
    change: async (_caller, changes) => {
      details = { ...details, ...changes };
      return details;
    },
  };
  const { call } = windowDouble({ ledgers, companies, caller: person });
  return {
    call,
    change: (body: object) => call(changeCompany, { body }),
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
  ] as const)('returns %s, and whether the user may change them', async (_who, person, mayChange) => {
    const { call, asked } = callsOf({ ...person, roles: [...person.roles] });
    expect(await call(readCompany)).toEqual({
      status: 200,
      body: { accounts: KEPT, details: NO_COMPANY_DETAILS, mayChange },
    });
    expect(asked).toMatchObject([{ accountId: STAND_IN_CALLER.accountId }]);
  });
});

describe('changeCompany', () => {
  it.each(['owner', 'accountant'] as const)('stores what an %s chose', async (role) => {
    const { change, kept } = callsOf({ roles: [role] });
    const accounts = { ...KEPT, ...CHANGE.accounts };
    expect((await change(CHANGE)).body).toEqual({
      accounts,
      details: NO_COMPANY_DETAILS,
      mayChange: true,
    });
    expect(kept()).toEqual(accounts);
  });

  it.each(['cost:8000', 'payment:', '__proto__'])('refuses a whole change because of the code %s', async (code) => {
    const { change, kept } = callsOf({});
    const accounts = JSON.parse(`{"tips":"1999",${JSON.stringify(code)}:"8000"}`);
    expect((await change({ accounts })).status).toBe(400);
    expect(kept()).toEqual(KEPT);
  });

  it('says that there are too many codes', async () => {
    expect(await callsOf({}, true).change(CHANGE)).toMatchObject({
      status: 400,
      body: { message: 'There can be at most 2000 codes.' },
    });
  });

  it('stores details in the form in which they are printed, and leaves the others unchanged', async () => {
    const { change, details, kept } = callsOf({});
    await change({ details: { name: ' Linde &  Loof ', postcode: '3511aa' } });
    await change({ details: { kvk: '12 34 56 78' } });
    expect(details()).toEqual({ ...NO_COMPANY_DETAILS, name: 'Linde & Loof', postcode: '3511 AA', kvk: '12345678' });
    expect(kept()).toEqual(KEPT);
  });

  it('refuses a whole change because of one invalid detail', async () => {
    const { change, details, kept } = callsOf({});
    expect(await change({ ...CHANGE, details: { name: 'Linde', vat: 'NL123456789B01' } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('vat') },
    });
    expect([kept(), details()]).toEqual([KEPT, NO_COMPANY_DETAILS]);
  });
});
