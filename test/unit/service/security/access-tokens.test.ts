import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { type AccessTokens, createAccessTokens } from '../../../../electron/service/security/access-tokens.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { isOnPostgres } from '../../../support/is-on-postgres.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const NOW_MS = 1_800_000_000_000;
const OTHER_USER = { accountId: 1, userId: 8 };

const store = openPerTest(openTestStore);
const clock = openPerTest(() => createFixedClock(NOW_MS));
let accessTokens: AccessTokens;
let callers: Map<number, Caller>;

/** The allowed difference between the clocks of instances that share the store. */
const toleranceMs = () => (isOnPostgres() ? 10_000 : 0);

beforeEach(() => {
  callers = new Map([
    [STAND_IN_CALLER.userId, STAND_IN_CALLER],
    [OTHER_USER.userId, { ...STAND_IN_CALLER, ...OTHER_USER }],
  ]);
  accessTokens = createAccessTokens({
    tokens: createTokensRepository(store.db),
    platform: { identify: async ({ userId }) => callers.get(userId) ?? null },
    clock,
    maxPerUser: 3,
  });
});

const storedTokens = () => store.db.selectFrom('tokens').selectAll().execute();

describe('issue', () => {
  it('returns 32 random bytes that are valid for 1800 seconds', async () => {
    const first = await accessTokens.issue(STAND_IN_CALLER);
    const second = await accessTokens.issue(STAND_IN_CALLER);
    expect(first).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: NOW_MS / 1000 + 1800,
      expires_in: 1800,
    });
    expect(second.token).not.toBe(first.token);
  });

  it('stores only the hash', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    const [stored] = await storedTokens();
    expect(stored?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('revokes the oldest token of a user if there are too many, and no token of others', async () => {
    const other = await accessTokens.issue(OTHER_USER);
    const issued: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      issued.push((await accessTokens.issue(STAND_IN_CALLER)).token);
      clock.advance(1);
    }
    const live = await Promise.all(issued.map((token) => accessTokens.resolve(token)));
    expect(live.map((identity) => identity !== null)).toEqual([false, true, true, true]);
    expect(await accessTokens.resolve(other.token)).not.toBeNull();
  });

  it('removes expired tokens', async () => {
    await accessTokens.issue(OTHER_USER);
    clock.advance(1_800_000);
    await accessTokens.issue(STAND_IN_CALLER);
    expect(await storedTokens()).toHaveLength(1);
  });
});

describe('resolve', () => {
  it('is refused from `expires_at` on, not a fraction of a second later', async () => {
    clock.advance(700);
    const { token, expires_at: endsAtS } = await accessTokens.issue(STAND_IN_CALLER);
    clock.advance(endsAtS * 1000 - 1 - clock.now());
    expect(await accessTokens.resolve(token)).not.toBeNull();
    clock.advance(1);
    expect(await accessTokens.resolve(token)).toBeNull();
  });

  it('returns the caller with their current rights', async () => {
    const { token, expires_at } = await accessTokens.issue(STAND_IN_CALLER);
    expect(await accessTokens.resolve(token)).toEqual({
      caller: STAND_IN_CALLER,
      auth: { kind: 'token', expiresAtS: expires_at },
    });
    const lockedLocation = { id: 11, title: 'Utrecht' };
    callers.set(STAND_IN_CALLER.userId, { ...STAND_IN_CALLER, lockedLocation });
    expect((await accessTokens.resolve(token))?.caller.lockedLocation).toEqual(lockedLocation);
  });

  it('returns null if the user may no longer sign in', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    callers.delete(STAND_IN_CALLER.userId);
    expect(await accessTokens.resolve(token)).toBeNull();
  });

  it('returns null for a token under a former number of its user', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    callers.set(STAND_IN_CALLER.userId, { ...STAND_IN_CALLER, ...OTHER_USER, formerUserId: STAND_IN_CALLER.userId });
    expect(await accessTokens.resolve(token)).toBeNull();
  });

  it('ends every token if the clock was set back, also those of the last run, and accepts later ones', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    clock.advance(600_000);
    expect(await accessTokens.resolve(token)).not.toBeNull();
    clock.advance(-1 - toleranceMs());
    expect(await accessTokens.resolve(token)).toBeNull();
    const later = await accessTokens.issue(STAND_IN_CALLER);
    expect(await accessTokens.resolve(later.token)).not.toBeNull();
    clock.advance(-3_600_000);
    const tokens = createTokensRepository(store.db);
    const restarted = createAccessTokens({
      tokens,
      platform: { identify: async () => STAND_IN_CALLER },
      clock,
    });
    expect(await restarted.resolve(later.token)).toBeNull();
    expect(await storedTokens()).toEqual([]);
  });

  it('accepts a token of another instance whose clock is ahead by no more than clocks may differ', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    clock.advance(-toleranceMs());
    const behind = createAccessTokens({
      tokens: createTokensRepository(store.db),
      platform: { identify: async () => STAND_IN_CALLER },
      clock,
    });
    expect(await behind.resolve(token)).not.toBeNull();
    clock.advance(-1);
    expect(await behind.resolve(token)).toBeNull();
  });

  it('counts the time that the clock skipped while the computer slept', async () => {
    const { token } = await accessTokens.issue(STAND_IN_CALLER);
    clock.advance(3_600_000);
    expect(await accessTokens.resolve(token)).toBeNull();
    clock.advance(-3_600_000);
    expect(await accessTokens.resolve(token)).toBeNull();
  });

  it('returns null for what was never issued, including the stored hash', async () => {
    await accessTokens.issue(STAND_IN_CALLER);
    const [stored] = await storedTokens();
    expect(await accessTokens.resolve(stored?.token_hash ?? '')).toBeNull();
    expect(await accessTokens.resolve('')).toBeNull();
  });
});

describe('revoke', () => {
  it('ends one token at once and leaves the others', async () => {
    const [first, second] = [await accessTokens.issue(STAND_IN_CALLER), await accessTokens.issue(STAND_IN_CALLER)];
    await accessTokens.revoke(first.token);
    expect(await accessTokens.resolve(first.token)).toBeNull();
    expect(await accessTokens.resolve(second.token)).not.toBeNull();
    // It stays ended after a restart, too.
    expect(await storedTokens()).toHaveLength(1);
  });
});
