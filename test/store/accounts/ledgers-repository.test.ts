import { describe, expect, it } from 'vitest';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';

const OURS = { accountId: 1 };
const THEIRS = { accountId: 2 };

const store = openPerTest(openTestStore);

const ledgers = openPerTest(() => createLedgersRepository(store.db));

describe('ledgers repository', () => {
  it('keeps the ledger accounts of companies apart', async () => {
    await ledgers.change(OURS, { tips: '1660' });
    await ledgers.change(THEIRS, { tips: '2660', 'revenue:8000': '8000' });
    expect(await ledgers.read(OURS)).toEqual({ tips: '1660' });
    expect(await ledgers.read(THEIRS)).toEqual({ tips: '2660', 'revenue:8000': '8000' });
  });

  it('changes only the given ones and returns all', async () => {
    await ledgers.change(OURS, { tips: '1660', receivables: '1300' });
    const changed = await ledgers.change(OURS, { tips: '1661', differences: '4950' });
    expect(changed).toEqual({ tips: '1661', receivables: '1300', differences: '4950' });
    expect(await ledgers.read(OURS)).toEqual(changed);
  });

  it('removes one if its text is empty', async () => {
    await ledgers.change(OURS, { tips: '1660', receivables: '1300' });
    expect(await ledgers.change(OURS, { tips: '' })).toEqual({ receivables: '1300' });
    expect(await ledgers.read(OURS)).toEqual({ receivables: '1300' });
  });

  it('distinguishes a cleared ledger account from one that was never set', async () => {
    await ledgers.change(OURS, { tips: '1660' });
    await ledgers.change(OURS, { tips: '' });
    await ledgers.change(THEIRS, { tips: '' });
    expect(await ledgers.read(OURS)).toEqual({});
    expect(await ledgers.isUntouched(OURS)).toBe(false);
    expect(await ledgers.isUntouched(THEIRS)).toBe(true);
  });

  it('accepts 2000 codes and refuses the next until one is removed', async () => {
    const codes = Array.from({ length: 2_000 }, (_, index) => [`revenue:${index}`, '8000']);
    await ledgers.change(OURS, Object.fromEntries(codes));
    expect(await ledgers.change(OURS, { tips: '1660', 'revenue:0': '8001' })).toBeNull();
    expect(await ledgers.read(OURS)).toMatchObject({ 'revenue:0': '8000' });
    expect(await ledgers.read(OURS)).not.toHaveProperty('tips');
    expect(await ledgers.change(OURS, { tips: '1660', 'revenue:0': '' })).toMatchObject({ tips: '1660' });
  });
});
