import { describe, expect, it } from 'vitest';
import { operatorOf } from '../../../../electron/exports/export-history.ts';
import { toCaller } from '../../../../electron/platform/remote/remote-sign-in.ts';
import type { Me } from '../../../../shared/contract/auth.ts';

const ME: Me = {
  account: 'alpha',
  user: { id: 31, name: 'Olga Eigenaar', email: 'olga@alpha.example' },
  roles: ['owner'],
  locked_location: { id: 7, title: 'Utrecht' },
  auth: { kind: 'token', expires_at: null },
};
const named = (name: string): Me => ({ ...ME, user: { ...ME.user, name } });

describe('a deployment that calls somebody by the id of the operator of this computer', () => {
  it('is not believed', () => {
    const operator = operatorOf({ id: 1, name: 'alpha' });
    expect(() => toCaller({ ...ME, user: { ...ME.user, id: operator.userId } }, 1, 'grant')).toThrow();
  });
});

describe('toCaller', () => {
  it('cuts a name that is longer than any', () => {
    expect(toCaller(named('a'.repeat(100_000)), 1, 'grant').name).toHaveLength(200);
  });

  it('takes out of names what would turn or break the text around them', () => {
    const locked_location = { id: 7, title: 'Utrecht\n\u2067' };
    const caller = toCaller({ ...named('Olga\u202e\u0000 Eigenaar'), locked_location }, 1, 'grant');
    expect([caller.name, caller.lockedLocation?.title]).toEqual(['Olga  Eigenaar', 'Utrecht']);
  });

  it.each([
    { ...ME, account: '' },
    { ...ME, account: 'al\u202epha' },
    { ...ME, user: { ...ME.user, email: 'olga@alpha.example\u0000' } },
    { ...ME, user: { ...ME.user, id: -1 } },
  ])('refuses who is nobody', (me) => {
    expect(() => toCaller(me, 1, 'grant')).toThrow();
  });
});
