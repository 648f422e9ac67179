import { describe, expect, it } from 'vitest';
import {
  customerOfOrder,
  joinCustomers,
  mapCustomer,
} from '../../../../electron/platform/storekeeper/mapping/customers.ts';
import {
  homeCountryOf,
  lineRateOf,
  locationIdOf,
  locationKnownById,
  locationOfShop,
  mapConfiguration,
  mapLocation,
  mapPaymentMethod,
  mapShop,
  mapTaxRate,
  NO_GROUP_ID,
  shopKnownById,
  taxRateOfLine,
  turnoverGroupOf,
  unknownProvider,
} from '../../../../electron/platform/storekeeper/mapping/reference.ts';
import { ACCOUNT, orderOf } from './mapping-records.ts';

describe('shops', () => {
  const settings = { accountId: ACCOUNT, locationId: 1_000_000_002 };

  it('are those of StoreKeeper, in the country of the business', () => {
    const record = {
      ...{ id: 3, name: 'Tuincentrum', alias: 'pos-amsterdam', published: true },
      relation_data: { business_data: { country_iso2: 'be' } },
    };
    expect(mapShop(record, settings)).toEqual({
      ...{ id: 3, account_id: ACCOUNT, title: 'Tuincentrum', folded_title: 'tuincentrum', type: 'pos' },
      ...{ location_id: 1_000_000_002, country_iso2: 'BE', currency: 'EUR', is_active: 1 },
    });
    expect(homeCountryOf(record)).toBe('BE');
  });

  it.each([
    ['pos', 'pos'],
    ['shop_POS_2', 'pos'],
    ['deposit', 'webshop'],
    ['web', 'webshop'],
    [null, 'webshop'],
  ])('with the alias %j are of type %s', (alias, type) => {
    expect(mapShop({ id: 3, alias }, settings).type).toBe(type);
  });

  it('are of the type that the operator sets', () => {
    expect(mapShop({ id: 3, alias: 'web' }, { ...settings, type: 'pos' }).type).toBe('pos');
  });

  it.each([{ deleted: true }, { published: false }])('that are %j are not active', (withdrawn) => {
    expect(mapShop({ id: 3, ...withdrawn }, settings).is_active).toBe(0);
  });

  it('that only orders name have a title all the same', () => {
    expect(shopKnownById(4, settings)).toMatchObject({ id: 4, title: 'Winkel 4', type: 'webshop', country_iso2: 'NL' });
  });

  it.each([
    [[1, 1, 1], 1],
    [[1, 2], null],
    [[1, null], null],
    [[null, null], null],
    [[], null],
  ])('whose orders are at %j are at %j', (locations, location) => {
    expect(locationOfShop(locations)).toBe(location);
  });
});

describe('locations', () => {
  it('have ids of their own above those of shops', () => {
    expect(locationIdOf(2)).toBe(1_000_000_002);
    expect(locationIdOf('2')).toBe(1_000_000_002);
    expect(locationIdOf(null)).toBeNull();
  });

  it('have their address, with the flat behind the number', () => {
    const address = { street: 'Dam', streetnumber: 1, flatnumber: 'b', zipcode: '1012 JS', city: 'Amsterdam' };
    expect(mapLocation({ id: 2, name: 'Centrum', address }, ACCOUNT)).toEqual({
      ...{ id: 1_000_000_002, account_id: ACCOUNT, title: 'Centrum', street: 'Dam', house_number: '1 b' },
      ...{ postal_code: '1012 JS', city: 'Amsterdam', country_iso2: 'NL', is_active: 1 },
    });
  });

  it('known from orders alone are named by their number', () => {
    expect(locationKnownById(1_000_000_002, ACCOUNT)).toMatchObject({ title: 'Locatie 2', city: '', is_active: 1 });
    expect(locationKnownById(1_000_000_002, ACCOUNT, { areLocationsListed: true }).is_active).toBe(0);
  });
});

describe('tax rates', () => {
  it.each([
    [{ id: 55, name: '21% NL', alias: 'nl_high', value: 0.21, country_iso2: 'NL' }, 2_100],
    [{ id: 57, name: '9% NL', alias: 'nl_low', value: '0.0900', country_iso2: 'NL' }, 900],
    [{ id: 85, name: 'ICL', alias: 'eu', value: 0, country_iso2: 'EU' }, 0],
  ])('of %j are percentages', (record, value) => {
    expect(mapTaxRate(record, ACCOUNT)).toEqual({
      ...{ id: record.id, account_id: ACCOUNT, name: record.name, value_hundredths: value },
      ...{ country_iso2: record.country_iso2, alias: record.alias },
    });
  });

  it('that a line alone names are made from its fraction, and noted', () => {
    const rate = lineRateOf({ tax: 0.13, tax_rate_id: 99 });
    expect(rate).toEqual({ id: 99, value: 1_300 });
    expect(taxRateOfLine({ id: 99, value: 1_300 }, ACCOUNT)).toEqual({
      rate: {
        ...{ id: 99, account_id: ACCOUNT, name: '13%', value_hundredths: 1_300 },
        country_iso2: 'NL',
        alias: 'rate_99',
      },
      note: { kind: 'tax_rate_from_line', record: 'tax_rate:99', detail: { given: '13%' } },
    });
  });

  it('that a line names by a fraction alone have one id for each percentage', () => {
    expect(lineRateOf({ tax: 0.055 })).toEqual(lineRateOf({ tax: '0.0550' }));
    expect(lineRateOf({ tax: 0.055 })?.id).not.toBe(lineRateOf({ tax: 0.06 })?.id);
    expect(lineRateOf({})).toBeNull();
  });
});

describe('payment methods', () => {
  const record = {
    id: 5,
    title: 'Pinpas',
    eid: 'Terminal::Pin',
    active: true,
    provider_method_type: { alias: 'TerminalDevice' },
  };

  it('are keyed by the alias of their type', () => {
    expect(mapPaymentMethod(record, ACCOUNT)).toEqual({
      ...{ id: 5, account_id: ACCOUNT, title: 'Pinpas', alias: 'Terminal::Pin', type_alias: 'TerminalDevice' },
      ...{ is_default: 0, is_published: 1 },
    });
  });

  it.each([{ active: false }, { deleted: true }, { eid: 'Web::PaymentModule' }])(
    'that are %j are not offered',
    (change) => {
      expect(mapPaymentMethod({ ...record, ...change }, ACCOUNT).is_published).toBe(0);
    },
  );

  it('have an unknown one, which no customer chooses', () => {
    expect(unknownProvider(ACCOUNT)).toEqual({
      ...{ id: 2_000_000_001, account_id: ACCOUNT, title: 'Betaalwijze onbekend', alias: 'unknown' },
      ...{ type_alias: 'unknown', is_default: 0, is_published: 0 },
    });
  });
});

describe('turnover groups', () => {
  it.each([
    [12, 'Omzetgroep 12', '12'],
    [NO_GROUP_ID, 'Zonder omzetgroep', '999999999'],
  ])('of %j are %j', (id, title, code) => {
    const folded_title = title.toLowerCase();
    expect(turnoverGroupOf(id, ACCOUNT)).toEqual({ id, account_id: ACCOUNT, title, folded_title, code });
  });
});

it('the configuration names gift cards and the currency', () => {
  const { currency, giftCardProducts } = mapConfiguration({
    gift_card_product_id: 77,
    gift_card_balance_product_id: '78',
  });
  expect([currency, ...giftCardProducts]).toEqual(['EUR', 77, 78]);
  expect(mapConfiguration({}).giftCardProducts.size).toBe(0);
});

describe('customers', () => {
  const billing_address = {
    name: 'Anna de Vries',
    contact_set: { email: 'anna@example.nl', phone: '0612' },
    contact_address: { city: 'Zwolle', country_iso2: 'NL' },
  };

  it('of the list have the date of their record', () => {
    const record = { id: 8, name: 'Zoë Bakker', date_created: '2020-01-02 03:04:05+01:00', contact_set: [] as never[] };
    expect(mapCustomer(record, ACCOUNT)).toEqual({
      ...{ id: 8, account_id: ACCOUNT, name: 'Zoë Bakker', folded_name: 'zoe bakker', email: '', phone: '', city: '' },
      ...{ country_iso2: 'NL', date_created: Date.parse('2020-01-02T02:04:05Z') },
    });
  });

  it('of orders are known since their first order, with what their last one says', () => {
    const order = {
      ...orderOf([]),
      relation_data_id: 8,
      relation_data: { id: 8, name: 'A. de Vries' },
      billing_address,
    };
    const first = customerOfOrder(order, 1_000, ACCOUNT);
    expect(first).toMatchObject({
      id: 8,
      name: 'A. de Vries',
      email: 'anna@example.nl',
      city: 'Zwolle',
      date_created: 1_000,
    });
    const later = customerOfOrder({ ...order, relation_data: null }, 2_000, ACCOUNT);
    if (first === null || later === null) throw new Error('the customer is not anonymous');
    expect(joinCustomers(first, later, true)).toMatchObject({ name: 'Anna de Vries', date_created: 1_000 });
    expect(joinCustomers(later, first, false)).toMatchObject({ name: 'Anna de Vries', date_created: 1_000 });
  });

  it.each([{ is_anonymous: true, relation_data_id: 8 }, { relation_data_id: null }])('are nobody in %j', (who) => {
    expect(customerOfOrder({ ...orderOf([]), billing_address, ...who }, 1_000, ACCOUNT)).toBeNull();
  });
});
