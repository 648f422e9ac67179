import { expect } from 'vitest';
import { GROUP, LOCATION, PROVIDER, RATE, SHOP } from '../../support/shop-fixture.ts';
import { type Area, type Fact, fact, factOfEach } from '../fact.ts';
import { UTRECHT } from '../known-shop.ts';
import { ascending } from '../laws/lists.ts';

const EXPECTED = [
  ['shops', [SHOP.utrecht1, SHOP.utrecht2, SHOP.amsterdam, SHOP.webshop], [SHOP.beta]],
  ['locations', [LOCATION.utrecht, LOCATION.amsterdam, LOCATION.arnhem], [LOCATION.beta]],
  ['turnoverGroups', [GROUP.books, GROUP.shipping, GROUP.toys, GROUP.neverSold], [GROUP.beta]],
  ['paymentMethods', [PROVIDER.pin, PROVIDER.cash, PROVIDER.voucher, PROVIDER.ideal], [PROVIDER.beta]],
  ['taxRates', [RATE.at20, RATE.at10, RATE.be21, RATE.de19, RATE.nl21, RATE.nl9, RATE.nl0, RATE.nlExempt], [RATE.beta]],
] as const;

const SEEN_BY_STAFF: Readonly<Record<'shops' | 'locations', number[]>> = {
  shops: UTRECHT.shops,
  locations: [UTRECHT.location],
};

export const REFERENCE: Area = {
  area: 'reference lists',
  facts: [
    ...factOfEach(
      EXPECTED,
      ([kind]) => `${kind} are those of the account, in the contract's order`,
      async ({ platform, callers }, [kind, alpha, beta]) => {
        const idsFor = async (user: 'owner' | 'accountant' | 'beta') =>
          (await platform.listReference(callers[user], kind)).map(({ id }) => id);
        expect(await idsFor('owner')).toEqual(alpha);
        expect(await idsFor('accountant')).toEqual(alpha);
        expect(await idsFor('beta')).toEqual(beta);
      },
    ),
    ...factOfEach(
      ['turnoverGroups', 'paymentMethods', 'paymentProviders', 'taxRates'] as const,
      (kind) => `${kind} are the same for a locked caller`,
      async ({ platform, callers }, kind) => {
        const all = await platform.listReference(callers.owner, kind);
        expect(await platform.listReference(callers.staff, kind)).toEqual(all);
      },
    ),
    ...factOfEach(
      ['shops', 'locations'] as const,
      (kind) => `${kind} of a locked caller are only theirs`,
      async ({ platform, callers }, kind) => {
        const all: readonly { id: number }[] = await platform.listReference(callers.owner, kind);
        const own = all.filter(({ id }) => SEEN_BY_STAFF[kind].includes(id));
        expect(await platform.listReference(callers.staff, kind)).toEqual(own);
      },
    ),
    ...furtherFacts(),
  ],
};

function furtherFacts(): Fact[] {
  return [
    fact('taxRates of a country are those of the full list with that country', async ({ platform, callers }) => {
      const all = await platform.listReference(callers.owner, 'taxRates');
      for (const country of ['NL', 'AT', 'XX']) {
        const ofCountry = all.filter(({ country_iso2 }) => country_iso2 === country);
        expect(await platform.listReference(callers.owner, 'taxRates', country)).toEqual(ofCountry);
      }
    }),
    fact(
      'providers are all that a payment may name, each once, including internal ones',
      async ({ platform, callers }) => {
        const ids = (await platform.listReference(callers.owner, 'paymentProviders')).map(({ id }) => id);
        const { beta, ...alpha } = PROVIDER;
        expect(ids.toSorted()).toEqual(Object.values(alpha).toSorted());
        expect(ids).not.toContain(beta);
      },
    ),
    fact('shops and locations share one sequence of ids', async ({ platform, callers }) => {
      const shops = await platform.listReference(callers.owner, 'shops');
      const locations = await platform.listReference(callers.owner, 'locations');
      const ids = [...shops, ...locations].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    fact('shops name locations of the account, or null for a webshop without one', async ({ platform, callers }) => {
      const shops = await platform.listReference(callers.owner, 'shops');
      expect(Object.fromEntries(shops.map(({ id, location_id }) => [id, location_id]))).toEqual({
        [SHOP.utrecht1]: LOCATION.utrecht,
        [SHOP.utrecht2]: LOCATION.utrecht,
        [SHOP.amsterdam]: LOCATION.amsterdam,
        [SHOP.webshop]: null,
      });
    }),
    fact(
      'segments are by id, the same for everybody in the account, and disjoint from another account',
      async ({ platform, callers }) => {
        const all = await platform.listReference(callers.owner, 'segments');
        const idsFor = async (user: 'staff' | 'beta') =>
          (await platform.listReference(callers[user], 'segments')).map(({ id }) => id);
        const ids = all.map(({ id }) => id);
        expect(ids.length).toBeGreaterThan(0);
        expect(all).toEqual(all.toSorted(ascending(({ id }) => id)));
        expect(await idsFor('staff')).toEqual(ids);
        expect((await idsFor('beta')).filter((id) => ids.includes(id))).toEqual([]);
      },
    ),
  ];
}
