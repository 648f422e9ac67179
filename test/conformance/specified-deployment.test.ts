import { beforeAll, describe, expect, it } from 'vitest';
import type { Platform, ReferenceKind, ReportKind } from '../../electron/platform/platform.ts';
import { wrapPlatform } from '../../electron/platform/platform-calls.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { REMOTE_LIMITS } from '../../electron/platform/remote/remote-client.ts';
import { createRemotePlatform } from '../../electron/platform/remote/remote-platform.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { startSpecificationServer } from '../support/specification-server.ts';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';
import { openEmbedded } from './open-embedded.ts';
import { createAccountIds } from './open-remote.ts';

/** A deployment that offers what the specification shows, called over HTTP. */
async function openSpecified(): Promise<PlatformUnderTest> {
  const embedded = await openEmbedded();
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const server = await startSpecificationServer(embedded.platform, clock);
  const platform = createRemotePlatform({
    ...{ address: server.address, accounts: createAccountIds(), authorities: [], clock },
    log: createLogRecorder().log,
  });
  const pass = () => clock.advance(REMOTE_LIMITS.identityMs);
  return {
    platform: notingRefusals(platform),
    now: embedded.now,
    async changeRights(user, change) {
      await embedded.changeRights(user, change);
      pass();
    },
    async breakDown() {
      await embedded.breakDown();
      pass();
    },
    async close() {
      platform.close();
      await server.stop();
      await embedded.close();
    },
  };
}

/** The calls that the specification shows, by what they ask for. */
const SHOWN: Readonly<Partial<Record<keyof Platform, (...args: readonly never[]) => boolean>>> = {
  capabilitiesOf: () => true,
  listReference: (kind: ReferenceKind) => kind !== 'segments' && kind !== 'paymentProviders',
  searchProducts: (query: object) => hasOnly(query, ['q', 'start', 'limit']),
  listProductPrices: () => true,
  readPriceList: (query: object) => hasOnly(query, []),
  listOrders: () => true,
  readDiscountOrders: () => true,
  readReport: (kind: ReportKind) => kind === 'financial',
};

function hasOnly(query: object, names: readonly string[]): boolean {
  return Object.entries(query).every(([name, value]) => value === undefined || names.includes(name));
}

/** Whether a fact asked for more than the specification shows, and was refused: then it says no more. */
let isBeyond = false;

function notingRefusals(platform: Platform): Platform {
  return wrapPlatform(platform, async (ask, { name, args }) => {
    if (SHOWN[name]?.(...(args as never[]))) return ask();
    const refusal = await ask().catch((error: unknown) => error);
    expect(refusal, `${name}, which is not shown, is not answered`).toBeInstanceOf(PlatformError);
    isBeyond = true;
    throw refusal;
  });
}

describe('a deployment that offers what the specification shows, and no more', () => {
  let shared: PlatformUnderTest;
  beforeAll(async () => {
    shared = await openSpecified();
    return () => shared.close();
  });

  describe.each(AREAS)('$area', ({ facts }) => {
    it.each(facts)('$name', async (fact) => {
      isBeyond = false;
      await checkFact(fact, shared, openSpecified).catch((error: unknown) => {
        if (!isBeyond) throw error;
      });
    });
  });
});
