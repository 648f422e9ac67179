import { expect, it } from 'vitest';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createSignInThrottle } from '../../../electron/service/security/sign-in-throttle.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { answersOf, openInstances, reasonsOf } from './open-instances.ts';

const OLGA = { account: 'alpha', email: 'olga@alpha.example' };
const NOW = 1_800_000_000_000;

it('of a hundred concurrent guesses at four instances, only five are tried', async () => {
  const { dbs } = await openInstances(4);
  let asked = 0;
  const guess = async () => {
    asked += 1;
    throw new PlatformError('credentials_refused', 'no');
  };
  const throttles = dbs.map((db) =>
    createSignInThrottle({
      failures: createSignInFailuresRepository(db),
      clock: createFixedClock(NOW),
      log: createLogRecorder().log,
    }),
  );
  await Promise.allSettled(
    throttles.flatMap((throttle) => Array.from({ length: 25 }, () => throttle.attempt(OLGA, guess))),
  );
  expect(asked).toBe(5);
});

it('tokens that several instances issue concurrently stay within the limit of a user', async () => {
  const { dbs, atOnce } = await openInstances();
  const owner = { account_id: 1, user_id: 2, sealed_grant: null };
  const results = await atOnce(60, (db, number) =>
    createTokensRepository(db).issue(
      { ...owner, token_hash: `hash ${number}`, issued_at: NOW + number, expires_at: NOW + 1_800_000 },
      10,
    ),
  );
  expect(reasonsOf(results)).toEqual([]);
  expect(answersOf(results)).toHaveLength(60);
  expect(await dbs[0].selectFrom('tokens').select('token_hash').execute()).toHaveLength(10);
});
