import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../../../electron/api-client/endpoint-reader.ts';
import { createOperator } from '../../../../electron/exports/export-history.ts';
import { parseIdentity, readAnyMe, toCaller } from '../../../../electron/platform/remote/remote-identity.ts';

const ME = {
  account: 'alpha',
  user: { id: 31, name: 'Olga Eigenaar', email: 'olga@alpha.example' },
  roles: ['owner'],
  locked_location: { id: 7, title: 'Utrecht' },
  auth: { kind: 'token', expires_at: null },
};
const named = (name: string) => ({ ...ME, user: { ...ME.user, name } });

const callerOf = (me: unknown) => toCaller(parseIdentity(createAnswerCheck()(readAnyMe, me)));

describe('the identity from another deployment', () => {
  it('may consist of an account, roles and a location', () => {
    const { account, roles, locked_location } = ME;
    expect(parseIdentity(createAnswerCheck()(readAnyMe, { account, roles, locked_location }))).toEqual({
      ...{ account, userId: null, email: null, name: null, roles: ['owner'] },
      lockedLocation: { id: 7, title: 'Utrecht' },
    });
    expect(callerOf({ account, roles, locked_location })).toMatchObject({ name: 'alpha', email: '' });
  });

  it('is a demo shop only where the deployment says so', () => {
    const isDemo = (is_demo?: unknown) =>
      callerOf({ ...ME, ...(is_demo !== undefined && { is_demo }) }).isDemo ?? false;
    expect([isDemo(true), isDemo(false), isDemo(null), isDemo()]).toEqual([true, false, false, false]);
  });

  it('has no rights from a role that is unknown here', () => {
    expect(callerOf({ ...ME, roles: ['superuser', 'staff', 'Owner'] }).roles).toEqual(['staff']);
    expect(callerOf({ ...ME, roles: ['superuser'] }).roles).toEqual([]);
  });

  it('is never the operator of this computer', () => {
    const operator = createOperator({ id: 1, name: 'alpha' });
    expect(() => callerOf({ ...ME, user: { ...ME.user, id: operator.userId } })).toThrow();
  });

  it('has a shortened name, without characters that would reverse or break the text around it', () => {
    expect(callerOf(named('a'.repeat(100_000))).name).toHaveLength(200);
    const locked_location = { id: 7, title: 'Utrecht\n\u2067' };
    const caller = callerOf({ ...named('Olga\u202e\u0000 Eigenaar'), locked_location });
    expect([caller.name, caller.lockedLocation?.title]).toEqual(['Olga  Eigenaar', 'Utrecht']);
  });

  it.each([
    { ...ME, account: '' },
    { ...ME, account: 'al\u202epha' },
    { ...ME, user: { ...ME.user, email: 'olga@alpha.example\u0000' } },
    { ...ME, user: { ...ME.user, id: -1 } },
  ])('is refused if it identifies nobody', (me) => {
    expect(() => callerOf(me)).toThrow();
  });

  it('is refused with the name of the field that does not fit', () => {
    expect(() => callerOf({ ...ME, account: 7 })).toThrow('at /api/me: account must be string.');
  });
});
