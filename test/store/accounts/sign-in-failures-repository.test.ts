import { beforeEach, describe, expect, it } from 'vitest';
import {
  createSignInFailuresRepository,
  type SignInFailuresRepository,
} from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';

describe('sign-in failures repository', () => {
  let failures: SignInFailuresRepository;

  beforeEach(async () => {
    const store = await openTestStore();
    failures = createSignInFailuresRepository(store.db);
    return () => store.close();
  });

  it('counts consecutive failures of each sign-in and stores the latest time', async () => {
    expect([await failures.add('a', 10), await failures.add('a', 12), await failures.add('b', 11)]).toEqual([1, 2, 1]);
    expect(await failures.find('a')).toEqual({ sign_in_hash: 'a', failures: 2, last_failed_at: 12 });
    expect(await failures.find('c')).toBeUndefined();
  });

  it('takes back an attempt that follows others, and none of another sign-in', async () => {
    await failures.add('b', 10);
    for (const at of [10, 11]) await failures.add('a', at);
    const third = await failures.count('a', { now: 12, forgottenBefore: 0 }, () => true);
    await failures.undo('a', third, 1);
    expect(await failures.find('a')).toEqual({ sign_in_hash: 'a', failures: 1, last_failed_at: 11 });
    expect((await failures.find('b'))?.failures).toBe(1);
  });

  it('removes those whose last failure is before a given time', async () => {
    await failures.add('a', 10);
    await failures.add('b', 10);
    await failures.add('b', 11);
    await failures.removeBefore(11);
    expect([await failures.find('a'), (await failures.find('b'))?.failures]).toEqual([undefined, 2]);
  });
});
