import type { Platform } from '../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { type FixtureService, type SignedIn, startFixtureService } from '../../support/fixture-service.ts';
import { type RunningService, startService } from '../../support/running-service.ts';
import {
  CREDENTIALS,
  CUSTOMER,
  GROUP,
  LOCATION,
  PRODUCT,
  PROVIDER,
  RATE,
  SEGMENT,
  SHOP,
} from '../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../support/stand-in-platform.ts';
import type { KnownIds } from './oracle-query.ts';
import { openWire, type Wire, type WireRequest } from './strict-wire.ts';

/** Who asks: the owner sees the whole account, `staff` Utrecht alone. */
export type Asker = Extract<SignedIn, 'owner' | 'staff'>;
export const ASKERS: readonly Asker[] = ['owner', 'staff'];

export interface StrictService extends FixtureService {
  readonly wire: Wire;
  get(asker: Asker, target: string): WireRequest;
}

export async function startStrictService(): Promise<StrictService> {
  const service = await startFixtureService();
  const wire = openWire(service.port);
  const host = ['Host', `127.0.0.1:${service.port}`] as const;
  const stop = async () => {
    wire.close();
    await service.stop();
  };
  const get = (asker: Asker, target: string) => {
    const bearer = ['Authorization', `Bearer ${service.tokens[asker]}`] as const;
    return { method: 'GET', target, headers: [host, bearer] };
  };
  return { ...service, wire, get, stop };
}

const ofAlpha = (ids: Readonly<Record<string, number>>) =>
  Object.entries(ids)
    .filter(([name]) => name !== 'beta')
    .map(([, id]) => id);

const ACCOUNT_WIDE = {
  rates: ofAlpha(RATE),
  groups: ofAlpha(GROUP),
  providers: ofAlpha(PROVIDER),
  products: ofAlpha(PRODUCT),
  segments: ofAlpha(SEGMENT),
};

export const KNOWN: Readonly<Record<Asker, KnownIds>> = {
  owner: { ...ACCOUNT_WIDE, shops: ofAlpha(SHOP), locations: ofAlpha(LOCATION), customers: ofAlpha(CUSTOMER) },
  staff: {
    ...ACCOUNT_WIDE,
    shops: [SHOP.utrecht1, SHOP.utrecht2],
    locations: [LOCATION.utrecht],
    // Those with an order in Utrecht.
    customers: [CUSTOMER.zon, CUSTOMER.mees],
  },
};

/** Every id of the fixture shop, of both accounts and of every kind. */
export const FIXTURE_IDS: readonly number[] = [
  RATE,
  GROUP,
  PROVIDER,
  PRODUCT,
  SHOP,
  LOCATION,
  CUSTOMER,
  SEGMENT,
].flatMap((ids) => Object.values(ids));

/** Must never be read in an answer. */
export const CANARY = 'canary-7f3a';

/** A platform of which every method throws except those for sign-in. */
export function createFailingPlatform(fail: () => never): Platform {
  const { capabilitiesOf, signIn, identify, ...methods } = createStandInPlatform();
  const failing = Object.fromEntries(Object.keys(methods).map((name) => [name, async () => fail()]));
  return { capabilitiesOf, signIn, identify, ...methods, ...failing };
}

interface SpyService extends RunningService {
  readonly token: string;
}

/** The service on the fixture shop, whose records have members beyond the contract at every depth. */
export async function startTalkativeService(): Promise<SpyService> {
  const { store, clock, platform } = await openFixturePlatform();
  const service = await startService({ store, clock, platform: talkative(platform) });
  const token = await service.signIn(CREDENTIALS.owner);
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, token, stop };
}

function talkative(platform: Platform): Platform {
  return new Proxy(platform, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => withSecrets(await Reflect.apply(member, target, given));
    },
  });
}

function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withSecrets(member)]);
  return {
    ...Object.fromEntries(members),
    secret: CANARY,
    password_hash: CANARY,
    _upstream: { token: CANARY, rows: [{ secret: CANARY }] },
  };
}
