import { describe, expect, it } from 'vitest';
import { chooseAccount } from '../../../electron/compose/export.ts';

const account = (id: number, name: string) => ({ id, name });
const DEMOS = [account(1, 'demo'), account(2, 'demo-two')];

describe('chooseAccount', () => {
  it('returns the account that is named', () => {
    expect(chooseAccount(DEMOS, 'demo-two').id).toBe(2);
  });

  it('returns demo by default, or else the only account', () => {
    expect(chooseAccount(DEMOS, null).id).toBe(1);
    expect(chooseAccount([account(7, 'linde')], null).id).toBe(7);
  });

  it('asks which account is meant, and lists them', () => {
    const several = [account(1, 'linde'), account(2, 'kluwen')];
    expect(() => chooseAccount(several, null)).toThrow('Existing accounts: linde, kluwen');
    expect(() => chooseAccount(DEMOS, 'linde')).toThrow(
      'There is no account linde here. Existing accounts: demo, demo-two',
    );
    expect(() => chooseAccount([], null)).toThrow('Existing accounts: none');
  });
});
