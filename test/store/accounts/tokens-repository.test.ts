import { beforeEach, describe, expect, it } from 'vitest';
import { createTokensRepository, type TokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { openTestStore } from '../../support/open-test-store.ts';

describe('tokens repository', () => {
  let tokens: TokensRepository;
  const owner = { account_id: 1, user_id: 31 };
  const other = { account_id: 1, user_id: 32 };

  beforeEach(async () => {
    const store = await openTestStore();
    tokens = createTokensRepository(store.db);
    return () => store.close();
  });

  const issue = (token_hash: string, issued_at: number, of = owner) =>
    tokens.insert({ token_hash, ...of, issued_at, expires_at: issued_at + 1_800_000, sealed_grant: null });
  const lives = async (...hashes: string[]) => {
    const found = await Promise.all(hashes.map((hash) => tokens.find(hash)));
    return hashes.filter((_, index) => found[index] !== undefined);
  };

  it('finds a token only by its hash', async () => {
    await issue('a', 1_000);

    expect(await tokens.find('a')).toEqual({
      token_hash: 'a',
      ...owner,
      issued_at: 1_000,
      expires_at: 1_801_000,
      sealed_grant: null,
    });
    expect(await tokens.find('A')).toBeUndefined();
  });

  it('removes one token', async () => {
    await issue('a', 1);
    await issue('b', 2);
    await issue('c', 3, other);

    await tokens.remove('a');
    expect(await lives('a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it.skipIf(isOnPostgres())('keeps the later one if two have the same millisecond', async () => {
    await issue('z', 5);
    await issue('a', 5);
    await issue('m', 5);
    await issue('old', 4);
    await issue('of another', 1, other);

    await tokens.removeAllButNewest(owner, 2);

    expect(await lives('z', 'a', 'm', 'old', 'of another')).toEqual(['a', 'm', 'of another']);
  });

  it('keeps the newest tokens of a user', async () => {
    await issue('z', 5);
    await issue('m', 6);
    await issue('old', 4);
    await issue('of another', 1, other);
    await issue('of a namesake', 1, { account_id: 2, user_id: 31 });

    await tokens.removeAllButNewest(owner, 2);

    expect(await lives('z', 'm', 'old', 'of another', 'of a namesake')).toEqual([
      'z',
      'm',
      'of another',
      'of a namesake',
    ]);
  });

  it('keeps the newly issued one even if another instance dated others later', async () => {
    for (const [hash, issuedAt] of [
      ['a', 1_002],
      ['b', 1_003],
    ] as const)
      await issue(hash, issuedAt);
    await tokens.issue({ token_hash: 'new', ...owner, issued_at: 1_000, expires_at: 1_801_000, sealed_grant: null }, 2);
    expect(await lives('a', 'b', 'new')).toEqual(['b', 'new']);
  });

  it('removes expired ones, to the millisecond', async () => {
    await issue('a', 0);
    await issue('b', 1);

    await tokens.removeExpired(1_800_000);

    expect(await lives('a', 'b')).toEqual(['b']);
  });

  it('issues one and ends the replaced ones in one transaction', async () => {
    await issue('expired', 0);
    await issue('older', 1_000);
    await issue('newer', 2_000);
    await issue('of another', 1_000, other);
    const token = { token_hash: 'new', ...owner, issued_at: 1_800_000, expires_at: 3_600_000, sealed_grant: null };

    await tokens.issue(token, 2);
    expect(await lives('expired', 'older', 'newer', 'new', 'of another')).toEqual(['newer', 'new', 'of another']);

    await expect(tokens.issue({ ...token, issued_at: 3_000_000 }, 2)).rejects.toThrow(/unique/i);
    expect(await lives('newer', 'new', 'of another')).toEqual(['newer', 'new', 'of another']);
  });

  it('returns when the newest was issued, and removes all of them', async () => {
    expect(await tokens.readLatestIssue()).toBeNull();
    await issue('b', 2_000);
    await issue('a', 1_000, other);
    expect(await tokens.readLatestIssue()).toBe(2_000);

    await tokens.removeAll();
    expect(await lives('a', 'b')).toEqual([]);
  });
});
