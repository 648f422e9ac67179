import { beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../electron/platform/platform.ts';
import { wrapPlatform } from '../../electron/platform/platform-calls.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';
import { openEmbedded } from './open-embedded.ts';
import { remoteAt } from './open-remote.ts';
import { startSpecificationServer } from './specification-server.ts';

/** A deployment that offers what the specification shows, called over HTTP. */
async function openSpecified(): Promise<PlatformUnderTest> {
  const embedded = await openEmbedded();
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const server = await startSpecificationServer(embedded.platform, clock);
  const remote = remoteAt(
    server.address,
    {
      ...embedded,
      async close() {
        await server.stop();
        await embedded.close();
      },
    },
    clock,
  );
  return { ...remote, platform: notingRefusals(remote.platform), tellsDemo: false };
}

/** The refusals of calls that such a deployment cannot answer. */
const refusals = new Set<unknown>();

function notingRefusals(platform: Platform): Platform {
  return wrapPlatform(platform, async (ask, { name }) => {
    try {
      const answer = await ask();
      if (answer !== null) return answer;
    } catch (error) {
      refusals.add(error);
      throw error;
    }
    // A 404 for one record does not say whether the record or the endpoint is missing.
    const refusal = new PlatformError('not_offered', `${name} has no record.`);
    refusals.add(refusal);
    throw refusal;
  });
}

/** Facts that check a refusal themselves. */
const JUDGE_REFUSALS = [/^are refused after the forged position/, /^of what lies behind it are a PlatformError/];

/** How many facts of each area need only what the specification shows. The others end in a refusal. */
const HELD: Readonly<Record<string, number>> = {
  'signing in': 22,
  'the form of answers': 31,
  'reference lists': 13,
  'the catalog': 37,
  'product prices': 12,
  'the price list': 13,
  orders: 60,
  'orders with a discount': 15,
  'lists in batches by key': 16,
  'the financial report': 22,
  'concurrent calls': 12,
};

describe('a deployment that offers only what the specification shows', () => {
  let shared: PlatformUnderTest;
  beforeAll(async () => {
    shared = await openSpecified();
    return () => shared.close();
  });

  it.each(AREAS)('$area: a fact holds or is refused', async ({ area, facts }) => {
    let held = 0;
    for (const fact of facts.filter(({ name }) => !JUDGE_REFUSALS.some((pattern) => pattern.test(name)))) {
      try {
        await checkFact(fact, shared, openSpecified);
        held += 1;
      } catch (error) {
        if (!refusals.has(error) || !isOfMissing(error))
          throw new Error(`"${fact.name}" does not hold`, { cause: error });
      }
    }
    expect(held).toBe(HELD[area] ?? 0);
  });
});

function isOfMissing(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'not_offered' || error.code === 'query_refused');
}
