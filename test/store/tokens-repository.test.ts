import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../electron/store/open-store.ts';
import { createTokensRepository, type TokensRepository } from '../../electron/store/tokens-repository.ts';

describe('tokens repository', () => {
  let tokens: TokensRepository;
  const owner = { account_id: 1, user_id: 31 };
  const other = { account_id: 1, user_id: 32 };

  beforeEach(async () => {
    const store = await openStore({ file: ':memory:' });
    tokens = createTokensRepository(store.db);
    return () => store.close();
  });

  const issue = (token_hash: string, issued_at: number, of = owner) =>
    tokens.insert({ token_hash, ...of, issued_at, expires_at: issued_at + 1_800_000 });
  const lives = async (...hashes: string[]) => {
    const found = await Promise.all(hashes.map((hash) => tokens.find(hash)));
    return hashes.filter((_, index) => found[index] !== undefined);
  };

  it('finds a token by its hash alone', async () => {
    await issue('a', 1_000);

    expect(await tokens.find('a')).toEqual({
      token_hash: 'a',
      ...owner,
      issued_at: 1_000,
      expires_at: 1_801_000,
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

  it('keeps the newest of a user, the later inserted of those of one millisecond', async () => {
    await issue('z', 5);
    await issue('a', 5);
    await issue('m', 5);
    await issue('old', 4);
    await issue('of another', 1, other);

    await tokens.keepNewest(owner, 2);

    expect(await lives('z', 'a', 'm', 'old', 'of another')).toEqual(['a', 'm', 'of another']);
  });

  it('removes what has expired, to the millisecond', async () => {
    await issue('a', 0);
    await issue('b', 1);

    await tokens.removeExpired(1_800_000);

    expect(await lives('a', 'b')).toEqual(['b']);
  });
});
