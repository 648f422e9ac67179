import { beforeEach, describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createSignInThrottle, type SignInThrottle } from '../../../../electron/service/security/sign-in-throttle.ts';
import { API_ERRORS, ApiError } from '../../../../electron/service/server/api-error.ts';
import { createSignInFailuresRepository } from '../../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder, type LogRecord } from '../../../support/log-recorder.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const OLGA = { account: 'Alpha', email: 'Olga@alpha.example' };
const PIET = { ...OLGA, email: 'piet@alpha.example' };
const DAY_MS = 24 * 60 * 60 * 1000;

const store = openPerTest(openTestStore);
const clock = openPerTest(() => createFixedClock(1_800_000_000_000));
let records: readonly LogRecord[];
let throttle: SignInThrottle;
let asked: number;

beforeEach(() => {
  const recorder = createLogRecorder();
  records = recorder.records;
  const failures = createSignInFailuresRepository(store.db);
  throttle = createSignInThrottle({ failures, clock, log: recorder.log });
  asked = 0;
});

type Outcome = 'right' | 'wrong' | 'down';
const ERRORS = {
  wrong: new PlatformError('credentials_refused', 'no'),
  down: new PlatformError('unavailable', 'away'),
};

/** Returns `in`, the code of the failure, or the seconds to wait if the throttle refused. */
async function attempt(outcome: Outcome, signIn = OLGA): Promise<string | number> {
  try {
    return await throttle.attempt(signIn, async () => {
      asked += 1;
      if (outcome !== 'right') throw ERRORS[outcome];
      return 'in';
    });
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    if (!(error instanceof ApiError)) throw error;
    expect(API_ERRORS[error.code].status).toBe(429);
    return Number(error.headers['retry-after']);
  }
}

async function attempts(outcome: Outcome, count: number, signIn = OLGA): Promise<(string | number)[]> {
  const results: (string | number)[] = [];
  for (let made = 0; made < count; made += 1) results.push(await attempt(outcome, signIn));
  return results;
}

const WRONG = 'credentials_refused';
const rowCount = async () => (await store.db.selectFrom('sign_in_failures').selectAll().execute()).length;

describe('createSignInThrottle', () => {
  it('forwards five attempts in a row and then waits a second, without asking the platform', async () => {
    expect(await attempts('wrong', 8)).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, 1, 1, 1]);
    expect(asked).toBe(5);
  });

  it('forwards one attempt after 1, 2, 4 … and at most 60 seconds', async () => {
    await attempts('wrong', 5);
    const pauses: number[] = [];
    for (let pause = 0; pause < 9; pause += 1) {
      const wait = await attempt('wrong');
      pauses.push(Number(wait));
      clock.advance(Number(wait) * 1000 - 1);
      expect(await attempt('right')).toBe(1);
      clock.advance(1);
      expect(await attempt('wrong')).toBe(WRONG);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(asked).toBe(14);
  });

  it('does not extend a pause if there are attempts during it', async () => {
    await attempts('wrong', 6);
    clock.advance(999);
    await attempts('right', 50);
    clock.advance(1);
    expect(await attempt('right')).toBe('in');
  });

  it('rounds the rest of a pause up', async () => {
    await attempts('wrong', 5);
    clock.advance(1000);
    await attempt('wrong');
    expect(await attempt('wrong')).toBe(2);
    clock.advance(999);
    expect(await attempt('wrong')).toBe(2);
    clock.advance(1);
    expect(await attempt('wrong')).toBe(1);
  });

  it('starts over after a success', async () => {
    await attempts('wrong', 4);
    expect(await attempt('right')).toBe('in');
    expect(await rowCount()).toBe(0);
    expect(await attempts('wrong', 6)).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, 1]);
  });

  it('neither counts nor resets while the platform is unavailable', async () => {
    await attempts('down', 10);
    expect(await rowCount()).toBe(0);
    await attempts('wrong', 4);
    expect(await attempts('down', 2)).toEqual(['unavailable', 'unavailable']);
    expect(await attempts('wrong', 2)).toEqual([WRONG, 1]);
  });

  it('counts by account and e-mail address, in any case', async () => {
    await attempts('wrong', 3);
    await attempts('wrong', 2, { ...OLGA, email: 'oLGA@ALPHA.example' });
    expect(await attempt('right')).toBe(1);
    expect(await attempt('right', { ...OLGA, account: 'beta' })).toBe('in');
    expect(await attempt('right', PIET)).toBe('in');
  });

  it('counts all spellings that a platform may accept for the same user together', async () => {
    const spellings = [
      { account: ' Alpha', email: 'olga@alpha.example ' },
      { account: 'ALPHA', email: 'ｏlga@alpha.example' },
      { account: 'Alpha', email: 'ol\u200bga@alpha.example' },
      { account: 'Álpha', email: 'olga@alpha.example' },
      { account: 'Alpha', email: 'olga@alpha.examp\u2113e' },
    ];
    for (const spelling of spellings) expect(await attempt('wrong', spelling)).toBe(WRONG);
    expect(await attempt('wrong')).toBe(1);
    expect(asked).toBe(5);
  });

  it('does not reset the failures of a user when another one, whose name has other accents, succeeds', async () => {
    const colleague = { ...OLGA, email: 'ólga@alpha.example' };
    await attempts('wrong', 4);
    expect(await attempt('right', colleague)).toBe('in');
    expect(await attempts('wrong', 2)).toEqual([WRONG, 1]);
  });

  it('distinguishes accounts and e-mail addresses that have the same letters when joined', async () => {
    await attempts('wrong', 5, { account: 'a', email: 'b","c' });
    expect(await attempt('right', { account: 'a","b', email: 'c' })).toBe('in');
  });

  it('forwards five of a hundred parallel guesses', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => attempt('wrong')));
    expect(results.filter((result) => result === WRONG)).toHaveLength(5);
    expect(results.filter((result) => result === 1)).toHaveLength(95);
    expect(asked).toBe(5);
  });

  it('forwards one of a hundred parallel guesses after each pause', async () => {
    await attempts('wrong', 5);
    for (const pauseS of [1, 2, 4]) {
      clock.advance(pauseS * 1000);
      asked = 0;
      await Promise.all(Array.from({ length: 100 }, () => attempt('wrong')));
      expect(asked).toBe(1);
    }
  });

  it('forwards a hundred parallel sign-ins of one user', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => attempt('right')));
    expect(new Set(results)).toEqual(new Set(['in']));
  });

  it('does not delay other sign-ins while one waits for the platform', async () => {
    const gate = Promise.withResolvers<string>();
    const waiting = throttle.attempt(OLGA, () => gate.promise);
    expect(await attempt('right', PIET)).toBe('in');
    gate.resolve('late');
    expect(await waiting).toBe('late');
  });

  it('is not blocked after the clock was set back', async () => {
    await attempts('wrong', 12);
    clock.advance(61_000);
    await attempt('wrong');
    clock.advance(-365 * DAY_MS);
    expect(await attempt('wrong')).toBe(WRONG);
    expect(await attempt('wrong')).toBeGreaterThan(1);
    clock.advance(60_000);
    expect(await attempt('right')).toBe('in');
  });

  it('forgets failures a day after the last one, so that the table does not grow for ever', async () => {
    await attempts('wrong', 5, PIET);
    clock.advance(DAY_MS);
    await attempt('wrong');
    expect(await rowCount()).toBe(4);
    clock.advance(1);
    await attempt('wrong');
    expect(await rowCount()).toBe(2);
  });

  it('starts again at one if the last failure was a day ago', async () => {
    await attempts('wrong', 5);
    clock.advance(DAY_MS + 1);
    expect(await attempts('wrong', 6)).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, 1]);
  });

  it('logs whom it delays, with the id of the earlier failures', async () => {
    await attempts('wrong', 6);
    expect(records.at(-1)).toMatchObject({
      ...{ msg: 'a sign-in was refused during a pause', failures: 5, leftS: 1, pauseS: 1 },
      signIn: records.at(0)?.signIn,
    });
  });

  it('neither stores nor logs what was typed', async () => {
    await attempts('wrong', 2);
    const stored = await store.db.selectFrom('sign_in_failures').selectAll().execute();
    // One for this spelling, one for all spellings.
    const row = { sign_in_hash: expect.stringMatching(/^[0-9a-f]{64}$/), failures: 2 };
    expect(stored).toMatchObject([row, row]);
    expect(records).toMatchObject([
      { msg: 'a sign-in failed', signIn: expect.stringMatching(/^[0-9a-f]{12}$/), failures: 1 },
      { msg: 'a sign-in failed', failures: 2 },
    ]);
    expect(JSON.stringify([stored, records])).not.toMatch(/alpha|olga/i);
  });
});
