import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../../../electron/service/security/access-tokens.ts';
import { type ApiKeys, createApiKeys } from '../../../../electron/service/security/api-keys.ts';
import { authenticate, type Bearers } from '../../../../electron/service/security/request-guard.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { typedWrongly } from '../../../support/typed-wrongly.ts';

const TYPED = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.~ ';

let bearers: Bearers;
let apiKeys: ApiKeys;
let reads: number;

beforeEach(async () => {
  const store = await openTestStore();
  const deps = { platform: createStandInPlatform(), clock: createFixedClock(1_800_000_000_000) };
  const [keys, tokens] = [createApiKeysRepository(store.db), createTokensRepository(store.db)];
  reads = 0;
  const counted =
    <Row>(find: (hash: string) => Promise<Row>) =>
    (hash: string) => {
      reads += 1;
      return find(hash);
    };
  apiKeys = createApiKeys({ ...deps, keys: { ...keys, find: counted(keys.find) } });
  bearers = {
    apiKeys,
    accessTokens: createAccessTokens({ ...deps, tokens: { ...tokens, find: counted(tokens.find) } }),
  };
  return () => store.close();
});

function isRefused(bearer: string): Promise<boolean> {
  const message = { rawHeaders: ['Authorization', `Bearer ${bearer}`] } as Partial<IncomingMessage>;
  return authenticate(message as IncomingMessage, bearers).then(
    () => false,
    () => true,
  );
}

describe('authenticate', () => {
  it('accepts an API key in place of a token', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, { name: 'Excel', expiresAt: null, personalData: true });
    expect([await isRefused(key), reads]).toEqual([false, 1]);
  });

  it('refuses 100,000 mistyped API keys without reading the store', async () => {
    const { key } = await apiKeys.create(STAND_IN_CALLER, { name: 'Excel', expiresAt: null, personalData: true });
    // A space before or after a token is not a mistake.
    const typos = typedWrongly(key, TYPED).filter((typed) => typed.trim() !== key);
    for (const typed of fc.sample(typos, { seed: 35, numRuns: 100_000 })) {
      if (!(await isRefused(typed))) expect.fail(`${typed} passed for ${key}`);
    }
    expect(reads).toBe(0);
  }, 60_000);

  it('refuses what cannot be a token without reading the store', async () => {
    for (const text of ['x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}.`, 'x'.repeat(10_000)]) {
      expect(await isRefused(text)).toBe(true);
    }
    expect(reads).toBe(0);
    expect([await isRefused('x'.repeat(43)), reads]).toEqual([true, 1]);
  });
});
