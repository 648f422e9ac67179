import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createPeerThrottle } from '../../../../electron/service/security/sign-in-throttle.ts';
import { ApiError } from '../../../../electron/service/server/api-error.ts';
import { createSignInPeersRepository } from '../../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { perTest } from '../../../support/test-scope.ts';
import { SECRET_KEY } from '../../../support/webhooks-under-test.ts';

const MINUTE_MS = 60_000;

const store = perTest(openTestStore);
const clock = perTest(() => createFixedClock(MINUTE_MS * 30_000_000));
const throttle = perTest(() =>
  createPeerThrottle({ peers: createSignInPeersRepository(store.db), secretKey: SECRET_KEY, clock }),
);

const OUTCOMES = {
  wrong: new PlatformError('credentials_refused', 'no'),
  unreached: new PlatformError('unavailable', 'away', { isUnreached: true }),
};

interface Attempt {
  readonly network: string;
  readonly isProven?: boolean;
  readonly platform?: string;
  readonly outcome?: keyof typeof OUTCOMES | 'right';
}

/** Returns whether the platform was called. */
async function isAsked({ network, isProven = false, platform = 'https://till.example', outcome = 'wrong' }: Attempt) {
  let asked = false;
  const ask = async () => {
    asked = true;
    if (outcome !== 'right') throw OUTCOMES[outcome];
  };
  await throttle.askPlatform({ platform, network, isProven }, ask).catch((error: unknown) => {
    if (!(error instanceof PlatformError) && !(error instanceof ApiError)) throw error;
  });
  return asked;
}

async function askedOf(attempts: readonly Attempt[]): Promise<number> {
  let asked = 0;
  for (const attempt of attempts) if (await isAsked(attempt)) asked += 1;
  return asked;
}

const times = (count: number, attempt: Attempt): readonly Attempt[] => Array(count).fill(attempt);

describe('sign-ins to a platform that sees one address for all of them', () => {
  it('are limited to 12 failures a minute, and for each network to what it leaves to the others', async () => {
    expect(await askedOf(times(40, { network: 'one' }))).toBe(6);
    expect(await askedOf(times(40, { network: 'two' }))).toBe(3);
    const others = Array.from({ length: 40 }, (_, at) => ({ network: `other ${at}` }));
    expect(await askedOf(others)).toBe(3);

    clock.advance(MINUTE_MS);
    expect(await askedOf(times(40, { network: 'one' }))).toBe(6);
  });

  it('say how long to wait', async () => {
    await askedOf(times(6, { network: 'one' }));
    clock.advance(20_000);
    const whose = { platform: 'https://till.example', network: 'one', isProven: false };
    await expect(throttle.askPlatform(whose, async () => undefined)).rejects.toMatchObject({
      code: 'too_many_requests',
      headers: { 'retry-after': '40' },
    });
  });

  it('have a separate limit with a proof of work, and at another platform', async () => {
    const others = Array.from({ length: 40 }, (_, at) => ({ network: `other ${at}` }));
    expect(await askedOf(others)).toBe(12);
    expect(await isAsked({ network: 'one', isProven: true })).toBe(true);
    expect(await isAsked({ network: 'one', platform: 'https://other.example' })).toBe(true);
  });

  it('do not count if they succeed, or do not reach it', async () => {
    expect(await askedOf(times(30, { network: 'one', outcome: 'right' }))).toBe(30);
    expect(await askedOf(times(30, { network: 'one', outcome: 'unreached' }))).toBe(30);
    expect(await askedOf(times(40, { network: 'one' }))).toBe(6);
  });
});
