import { beforeEach, describe, expect, it } from 'vitest';
import { createUsersRepository } from '../../../electron/store/accounts/accounts-repository.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, LOCATION, USER } from '../../support/shop-fixture.ts';

describe('users repository', () => {
  let users: ReturnType<typeof createUsersRepository>;

  beforeEach(async () => {
    const { store } = await openFixturePlatform();
    users = createUsersRepository(store.db);
    return () => store.close();
  });

  it('finds a user by account and e-mail, ignoring case', async () => {
    expect(await users.findBySignIn('alpha', 'Staff@Alpha.Example')).toMatchObject({
      id: USER.staff,
      account_name: 'alpha',
      locked_location_id: LOCATION.utrecht,
      locked_location_title: 'Utrecht',
    });
  });

  it('does not find a user on another account', async () => {
    expect(await users.findBySignIn('beta', 'staff@alpha.example')).toBeUndefined();
    expect(await users.findByReference(ACCOUNT.beta, USER.staff)).toBeUndefined();
    expect(await users.findByReference(ACCOUNT.alpha, USER.staff)).toMatchObject({ id: USER.staff });
  });

  it('replaces a password hash unless it was changed meanwhile, and no hash of another user', async () => {
    const stored = async (id: number) => (await users.findByReference(ACCOUNT.alpha, id))?.password_hash;
    const before = await users.findByReference(ACCOUNT.alpha, USER.staff);
    if (before === undefined) throw new Error('the fixture shop has no staff');
    await users.replacePasswordHash(before, 'new');
    await users.replacePasswordHash(before, 'late');
    expect(await stored(USER.staff)).toBe('new');
    expect(await stored(USER.owner)).toBe(before.password_hash);
  });
});
