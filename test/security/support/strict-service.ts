import { type FixtureService, type SignedIn, startFixtureService } from '../../support/fixture-service.ts';
import { GROUP, LOCATION, PRODUCT, PROVIDER, RATE, SHOP } from '../../support/shop-fixture.ts';
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
};

export const KNOWN: Readonly<Record<Asker, KnownIds>> = {
  owner: { ...ACCOUNT_WIDE, shops: ofAlpha(SHOP), locations: ofAlpha(LOCATION) },
  staff: { ...ACCOUNT_WIDE, shops: [SHOP.utrecht1, SHOP.utrecht2], locations: [LOCATION.utrecht] },
};

/** Every id of the fixture shop, of both accounts and of every kind. */
export const FIXTURE_IDS: readonly number[] = [RATE, GROUP, PROVIDER, PRODUCT, SHOP, LOCATION].flatMap((ids) =>
  Object.values(ids),
);
