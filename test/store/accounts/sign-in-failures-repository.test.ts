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

  it('starts over after a removal', async () => {
    await failures.add('a', 10);
    await failures.add('b', 10);
    await failures.remove('a');
    expect([await failures.add('a', 11), await failures.add('b', 11)]).toEqual([1, 2]);
  });

  it('removes those whose last failure is before a given time', async () => {
    await failures.add('a', 10);
    await failures.add('b', 10);
    await failures.add('b', 11);
    await failures.removeBefore(11);
    expect([await failures.find('a'), (await failures.find('b'))?.failures]).toEqual([undefined, 2]);
  });
});
