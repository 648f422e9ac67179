import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import type { Credentials } from '../../shared/contract/auth.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import type { Answer } from '../support/http-exchange.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerTest } from '../support/test-scope.ts';

const LOGIN = '/api/auth/login';
const REFRESH = '/api/auth/refresh';
const WRONG = { ...CREDENTIALS.owner, password: 'wrong' };

const service = openPerTest(startFixtureService);

const post = (path: string, body: object) => service.send('POST', path, { body });
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

async function fail(times: number, body: object = WRONG): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await post(LOGIN, body));
  return answers;
}

describe('POST /api/auth/login after failures in a row', () => {
  it('is 401 five times and an immediate 429 from the sixth on, with the time to wait in its headers', async () => {
    expect(statusesOf(await fail(5))).toEqual([401, 401, 401, 401, 401]);
    expect(await post(LOGIN, WRONG)).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '1',
        'ratelimit-policy': '"sign-in";q=1;w=1',
        ratelimit: '"sign-in";r=0;t=1',
        'cache-control': 'no-store',
      },
    });
    service.clock.advance(1000);
    expect(await post(LOGIN, WRONG)).toMatchObject({ status: 401 });
    service.clock.advance(500);
    expect((await post(LOGIN, WRONG)).headers).toMatchObject({
      'retry-after': '2',
      'ratelimit-policy': '"sign-in";q=1;w=2',
      ratelimit: '"sign-in";r=0;t=2',
    });
  });

  it('states the time to wait in the usual form, without the hint of a 401', async () => {
    await fail(5);
    expect(await service.refusal('POST', LOGIN, { body: WRONG })).toEqual({
      error: 'Too Many Requests',
      message: 'Too many failed sign-ins in a row. Try again in 1 second.',
      status: 429,
      request_id: expect.any(String),
    });
  });

  it('shares its count with refresh', async () => {
    const answers: Answer[] = [];
    for (const path of [LOGIN, REFRESH, LOGIN, REFRESH, LOGIN, REFRESH]) answers.push(await post(path, WRONG));
    expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not affect other users, nor valid tokens and keys', async () => {
    await fail(6);
    expect((await post(LOGIN, CREDENTIALS.accountant)).status).toBe(200);
    expect((await service.send('GET', '/api/me', { token: service.tokens.owner })).status).toBe(200);
  });

  it('does not count a body that does not fit the contract', async () => {
    const { password: _, ...incomplete } = WRONG;
    expect(statusesOf(await fail(7, incomplete))).toEqual(Array(7).fill(400));
    expect((await post(LOGIN, WRONG)).status).toBe(401);
  });

  it('logs failures, refusals and sign-ins, but no typed name', async () => {
    await fail(6);
    service.clock.advance(1000);
    await post(LOGIN, CREDENTIALS.owner);
    const said = service.records.filter(({ msg }) => msg !== 'request').slice(-8);
    expect(said.map(({ msg }) => msg)).toEqual([
      ...Array(5).fill('a sign-in failed'),
      'a sign-in was refused during a pause',
      'Too many failed sign-ins in a row. Try again in 1 second.',
      'signed in',
    ]);
    expect(said.at(-2)).toMatchObject({ level: 40, code: 'too_many_requests' });
    expect(said.at(-1)).toMatchObject({ account: 'alpha', userId: 31 });
    expect(JSON.stringify(service.records)).not.toContain(CREDENTIALS.owner.email);
  });
});

describe('wrong credentials', () => {
  const KINDS = {
    'an unknown account': { ...WRONG, account: 'nowhere' },
    'an unknown e-mail': { ...WRONG, email: 'nobody@alpha.example' },
    'a wrong password': WRONG,
    'a user who is switched off': CREDENTIALS.gone,
  };

  /** Everything that a client receives, without what differs in every answer. */
  function told({ status, headers, text }: Answer): string {
    const { date: _, 'x-request-id': requestId, ...rest } = headers;
    return JSON.stringify({ status, rest, text: text.replaceAll(String(requestId), 'ID') });
  }

  it('get identical bytes whatever is wrong, at every attempt, including refused ones', async () => {
    const kinds: string[][] = [];
    for (const body of Object.values(KINDS)) kinds.push((await fail(7, body)).map(told));
    expect(kinds[0]?.map((answer) => JSON.parse(answer).status)).toEqual([...Array(5).fill(401), 429, 429]);
    for (const kind of kinds) expect(kind).toEqual(kinds[0]);
  });
});

describe('the throttle', () => {
  const GUESS = { ...STAND_IN_CREDENTIALS, email: 'guessed@stand-in.example', password: 'wrong' };

  it('persists over restarts: of a thousand guesses five reach the platform', async () => {
    const file = join(createTemporaryFolder(), 'store.sqlite');
    const clock = createFixedClock(NOW);
    let guessed = 0;
    const signIn = async ({ password }: Credentials) => {
      if (password === STAND_IN_CREDENTIALS.password) return STAND_IN_CALLER;
      guessed += 1;
      throw new PlatformError('credentials_refused', 'no');
    };
    const statuses: number[] = [];
    for (let run = 0; run < 4; run += 1) {
      const started = await startStandInService({ file, clock, methods: { signIn } });
      const guesses = Array.from({ length: 250 }, () => started.send('POST', LOGIN, { body: GUESS }));
      statuses.push(...statusesOf(await Promise.all(guesses)));
      await started.stop();
    }
    expect([statuses.length, guessed]).toEqual([1_000, 5]);
    expect(statuses.filter((status) => status === 429)).toHaveLength(995);
  });
});
