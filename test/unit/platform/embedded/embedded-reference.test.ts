import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PROVIDER, RATE, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const { platform } = await perFile(openFixturePlatform);

describe('listReference', () => {
  const idsOf = async (caller: (typeof CALLER)[keyof typeof CALLER], kind: Parameters<Platform['listReference']>[1]) =>
    (await platform.listReference(caller, kind)).map(({ id }) => id);

  it('gives shops by id', async () => {
    expect(await idsOf(CALLER.owner, 'shops')).toEqual([SHOP.utrecht1, SHOP.utrecht2, SHOP.amsterdam, SHOP.webshop]);
    expect((await platform.listReference(CALLER.owner, 'shops'))[3]).toEqual({
      id: SHOP.webshop,
      title: 'Webshop',
      type: 'webshop',
      location_id: null,
      country_iso2: 'NL',
      currency: 'EUR',
      is_active: true,
    });
  });

  it('gives locations by id, inactive ones too', async () => {
    const locations = await platform.listReference(CALLER.owner, 'locations');

    expect(locations.map(({ id, is_active }) => [id, is_active])).toEqual([
      [LOCATION.utrecht, true],
      [LOCATION.amsterdam, true],
      [LOCATION.arnhem, false],
    ]);
  });

  it('gives a locked caller their location with its shops alone', async () => {
    expect(await idsOf(CALLER.staff, 'locations')).toEqual([LOCATION.utrecht]);
    expect(await idsOf(CALLER.staff, 'shops')).toEqual([SHOP.utrecht1, SHOP.utrecht2]);
  });

  it('gives turnover groups by code', async () => {
    expect(await platform.listReference(CALLER.owner, 'turnoverGroups')).toEqual([
      { id: GROUP.books, code: '8000', title: 'Boeken' },
      { id: GROUP.shipping, code: '8010', title: 'Verzending' },
      { id: GROUP.toys, code: '8020', title: 'Speelgoed' },
      { id: GROUP.neverSold, code: '8030', title: 'Restanten' },
    ]);
  });

  it('gives tax rates with Austria first, then by country, the highest first', async () => {
    expect(await idsOf(CALLER.owner, 'taxRates')).toEqual([
      RATE.at20,
      RATE.at10,
      RATE.be21,
      RATE.de19,
      RATE.nl21,
      RATE.nl9,
      RATE.nl0,
      RATE.nlExempt,
    ]);
    expect((await platform.listReference(CALLER.owner, 'taxRates'))[5]).toEqual({
      id: RATE.nl9,
      name: '9%',
      value: 9,
      country_iso2: 'NL',
      alias: 'nl_reduced',
    });
  });

  it('gives published, customer-facing payment methods: the default, then by title without case and accents', async () => {
    const methods = await platform.listReference(CALLER.owner, 'paymentMethods');

    expect(methods.map(({ title }) => title)).toEqual(['PIN', 'contant', 'Écheque', 'iDEAL']);
    expect(methods[0]).toEqual({ id: PROVIDER.pin, title: 'PIN', alias: 'pin', type_alias: 'pin', is_default: true });
  });

  it('keeps accounts apart', async () => {
    expect(await idsOf(CALLER.beta, 'shops')).toEqual([SHOP.beta]);
    expect(await idsOf(CALLER.beta, 'locations')).toEqual([LOCATION.beta]);
    expect(await idsOf(CALLER.beta, 'paymentMethods')).toEqual([PROVIDER.beta]);
    expect(await idsOf(CALLER.beta, 'taxRates')).toEqual([RATE.beta]);
    expect(await idsOf(CALLER.beta, 'turnoverGroups')).toEqual([GROUP.beta]);
  });
});
