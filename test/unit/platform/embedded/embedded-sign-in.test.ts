import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { createUsersRepository } from '../../../../electron/store/accounts/accounts-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { ACCOUNT, CALLER, CREDENTIALS, USER } from '../../../support/shop-fixture.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const OWNER = CREDENTIALS.owner;

const fixture = openPerTest(openFixturePlatform);

describe('signIn', () => {
  it('hashes once whether the user exists or not', async () => {
    const hashings: string[] = [];
    const hasher = {
      hash: async () => '',
      verify: async () => hashings.push('user') < 0,
      isOutdated: () => false,
      verifyAgainstNothing: async (): Promise<false> => hashings.push('nothing') < 0 && false,
    };
    const clock = { now: () => 0, after: () => () => {} };
    const counting = createEmbeddedPlatform({ db: fixture.store.db, clock, hasher });

    await expect(counting.signIn({ ...CREDENTIALS.owner, password: 'x' })).rejects.toThrow();
    await expect(counting.signIn(CREDENTIALS.gone)).rejects.toThrow();
    await expect(counting.signIn({ ...CREDENTIALS.owner, email: 'x' })).rejects.toThrow();
    expect(hashings).toEqual(['user', 'user', 'nothing']);
  });
});

describe('signIn for a user whose password was hashed at a lower cost', () => {
  const careful = createPasswordHasher({ cost: { N: 64, r: 8, p: 1 } });
  const storedHash = async () =>
    (await createUsersRepository(fixture.store.db).findBySignIn('alpha', OWNER.email))?.password_hash;
  const signInCarefully = (password: string) =>
    createEmbeddedPlatform({ db: fixture.store.db, clock: createFixedClock(0), hasher: careful }).signIn({
      ...OWNER,
      password,
    });

  it('hashes it again once', async () => {
    const before = await storedHash();
    await signInCarefully(OWNER.password);
    const after = await storedHash();
    expect([before, after]).toEqual([
      expect.stringMatching(/^scrypt\$2\$1\$1\$/),
      expect.stringMatching(/^scrypt\$64\$8\$1\$/),
    ]);
    expect(await signInCarefully(OWNER.password)).toEqual(CALLER.owner);
    expect(await storedHash()).toBe(after);
  });

  it('does not change it after a wrong password', async () => {
    const before = await storedHash();
    await expect(signInCarefully('wrong')).rejects.toThrow();
    expect(await storedHash()).toBe(before);
  });
});

describe('identify', () => {
  const staff = { accountId: ACCOUNT.alpha, userId: USER.staff };

  it('still locks a user whose location was deleted', async () => {
    await fixture.store.db.updateTable('users').set({ locked_location_id: 999 }).where('id', '=', USER.staff).execute();
    const caller = await fixture.platform.identify(staff);

    expect(caller?.lockedLocation).toEqual({ id: 999, title: '' });
    expect(caller && (await fixture.platform.listReference(caller, 'shops'))).toEqual([]);
  });
});

describe('a store that fails', () => {
  it('is reported as an unavailable platform, with the cause only in the log', async () => {
    await fixture.store.db.schema.dropTable('item_totals_by_month').execute();
    const query = { from: '2026-10-01', to: '2026-10-31' };

    await expect(fixture.platform.readReport(CALLER.owner, 'financial', query)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('item_totals_by_month'),
      cause: expect.objectContaining({ message: expect.stringContaining('item_totals_by_month') }),
    });
  });
});
