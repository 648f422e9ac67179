import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createSignInThrottle } from '../../../electron/service/security/sign-in-throttle.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { answersOf, openInstances, reasonsOf } from './open-instances.ts';

const OLGA = { account: 'alpha', email: 'olga@alpha.example' };
const NOW = 1_800_000_000_000;

describe('the sign-in throttle of four instances', () => {
  /** One clock for all: those of real instances differ, see the last test. */
  async function openThrottles(clocks = Array.from({ length: 4 }, () => createFixedClock(NOW))) {
    const { dbs } = await openInstances(4);
    let asked = 0;
    const throttles = dbs.map((db, index) =>
      createSignInThrottle({
        failures: createSignInFailuresRepository(db),
        clock: clocks[index] ?? createFixedClock(NOW),
        log: createLogRecorder().log,
      }),
    );
    const guess = (outcome: 'wrong' | 'down' | 'right') => async () => {
      asked += 1;
      if (outcome === 'wrong') throw new PlatformError('credentials_refused', 'no');
      if (outcome === 'down') throw new PlatformError('unavailable', 'away');
      return 'in';
    };
    return {
      clocks,
      advance: (ms: number) => clocks.forEach((clock) => void clock.advance(ms)),
      /** So many in each instance, all at once. Answers how often the platform was asked. */
      async guesses(outcome: 'wrong' | 'down' | 'right', inEach: number): Promise<number> {
        asked = 0;
        const attempts = throttles.flatMap((throttle) =>
          Array.from({ length: inEach }, () => throttle.attempt(OLGA, guess(outcome))),
        );
        await Promise.allSettled(attempts);
        return asked;
      },
      attemptIn: (index: number, outcome: 'wrong' | 'down' | 'right') =>
        throttles[index]?.attempt(OLGA, guess(outcome)),
      failures: () => createSignInFailuresRepository(dbs[0]),
      rows: () => dbs[0].selectFrom('sign_in_failures').select('failures').execute(),
    };
  }

  it('allows five of a hundred concurrent guesses', async () => {
    const at = await openThrottles();
    expect(await at.guesses('wrong', 25)).toBe(5);
  });

  it('allows one guess after each pause, whichever instance receives it', async () => {
    const at = await openThrottles();
    await at.guesses('wrong', 5);
    for (const pauseS of [1, 2, 4]) {
      at.advance(pauseS * 1_000);
      expect(await at.guesses('wrong', 10)).toBe(1);
    }
  });

  it('counts no failure while the platform is down', async () => {
    const at = await openThrottles();
    await at.guesses('down', 3);
    expect(await at.rows()).toEqual([]);
    expect(await at.guesses('wrong', 5)).toBe(5);
  });

  it('ends the pause on all instances after one success', async () => {
    const at = await openThrottles();
    await at.guesses('wrong', 5);
    at.advance(1_000);
    expect(await at.attemptIn(2, 'right')).toBe('in');
    expect(await at.rows()).toEqual([]);
  });

  it('keeps the pause if the clock of another instance is some seconds behind', async () => {
    const clocks = [0, -3_000, -9_000, 0].map((behind) => createFixedClock(NOW + behind));
    const at = await openThrottles(clocks);
    for (let guess = 0; guess < 5; guess += 1) await at.attemptIn(0, 'wrong')?.catch(() => undefined);
    expect(await at.guesses('right', 2)).toBe(0);
  });
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
