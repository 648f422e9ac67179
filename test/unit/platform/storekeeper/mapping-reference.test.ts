import { describe, expect, it } from 'vitest';
import {
  createTaxRate,
  createUnlistedLocation,
  getGiftCardProducts,
  mapCustomer,
  mapLocation,
  mapOrderCustomer,
  mapPaymentMethod,
  mapShop,
  mapTaxRate,
  mapTurnoverGroup,
  NO_GROUP_ID,
  toLocationId,
} from '../../../../electron/platform/storekeeper/map-reference.ts';
import { readMembers, readOrder, readRate } from '../../../../electron/platform/storekeeper/records.ts';
import { ORDER_ID, orderOf, type Wire } from './mapping-records.ts';

const shopOf = (record: Wire) => mapShop(3, readMembers(record), 'NL');

describe('shops', () => {
  it('are the shops of StoreKeeper, in the country of the business', () => {
    const record = {
      ...{ id: 3, name: 'Tuincentrum', alias: 'pos-amsterdam', published: true },
      relation_data: { business_data: { country_iso2: 'be' } },
    };
    expect(shopOf(record)).toEqual({
      ...{ id: 3, account_id: 1, title: 'Tuincentrum', folded_title: 'tuincentrum', type: 'pos' },
      ...{ country_iso2: 'BE', currency: 'EUR', is_active: 1 },
    });
  });

  it.each([
    ['pos', 'pos'],
    ['shop_POS_2', 'pos'],
    ['deposit', 'webshop'],
    ['web', 'webshop'],
    [null, 'webshop'],
  ])('with the alias %j are of type %s', (alias, type) => {
    expect(shopOf({ alias }).type).toBe(type);
  });

  it.each([{ deleted: true }, { published: false }])('that are %j are inactive', (withdrawn) => {
    expect(shopOf(withdrawn).is_active).toBe(0);
  });

  it('that occur in orders only still have a title', () => {
    expect(shopOf({})).toMatchObject({ id: 3, title: 'Winkel 3', type: 'webshop', country_iso2: 'NL' });
  });
});

describe('locations', () => {
  it('have separate ids above those of shops', () => {
    expect([toLocationId(2), toLocationId(null)]).toEqual([1_000_000_002, null]);
  });

  it('have their address, with the house number suffix after the number', () => {
    const address = { street: 'Dam', streetnumber: 1, flatnumber: 'b', zipcode: '1012 JS', city: 'Amsterdam' };
    expect(mapLocation(2, readMembers({ name: 'Centrum', address }), 'NL')).toEqual({
      ...{ id: 1_000_000_002, account_id: 1, title: 'Centrum', street: 'Dam', house_number: '1 b' },
      ...{ postal_code: '1012 JS', city: 'Amsterdam', country_iso2: 'NL', is_active: 1 },
    });
  });

  it('known from orders only are named after their number', () => {
    expect(createUnlistedLocation(1_000_000_002, 'NL')).toMatchObject({ title: 'Locatie 2', city: '', is_active: 1 });
  });
});

describe('tax rates', () => {
  it.each([
    [{ id: 55, name: '21% NL', alias: 'nl_high', value: 0.21, country_iso2: 'NL' }, 2_100],
    [{ id: 57, name: '9% NL', alias: 'nl_low', value: '0.0900', country_iso2: 'NL' }, 900],
    [{ id: 85, name: 'ICL', alias: 'eu', value: 0, country_iso2: 'EU' }, 0],
  ])('of %j are percentages', ({ id, ...record }, value) => {
    expect(mapTaxRate(id, readMembers(record))).toEqual({
      ...{ id, account_id: 1, name: record.name, value_hundredths: value },
      ...{ country_iso2: record.country_iso2, alias: record.alias },
    });
  });

  it('without a percentage are skipped', () => {
    expect(mapTaxRate(55, readMembers({ value: 'high' }))).toBeNull();
  });

  it('that occur in items only are made from their fraction, and noted', () => {
    expect(readRate(readMembers({ tax: 0.13, tax_rate_id: 99 }))).toEqual({ id: 99, value: 1_300 });
    expect(createTaxRate({ id: 99, value: 1_300 }, 'NL')).toEqual({
      rate: {
        ...{ id: 99, account_id: 1, name: '13%', value_hundredths: 1_300, country_iso2: 'NL', alias: 'rate_99' },
      },
      note: { kind: 'tax_rate_from_line', record: 'tax_rate:99', detail: { given: '13%' } },
    });
  });

  it('that items give as a fraction only have one id for each percentage', () => {
    const idOf = (tax: unknown) => readRate(readMembers({ tax }))?.id;
    expect(idOf(0.055)).toBe(idOf('0.0550'));
    expect(idOf(0.055)).not.toBe(idOf(0.06));
    expect(readRate(readMembers({}))).toBeNull();
  });
});

describe('payment methods', () => {
  const record = {
    ...{ id: 5, title: 'Pinpas', eid: 'Terminal::Pin', active: true },
    provider_method_type: { alias: 'TerminalDevice' },
  };

  it('are keyed by the alias of their type', () => {
    expect(mapPaymentMethod(5, readMembers(record))).toEqual({
      ...{ id: 5, account_id: 1, title: 'Pinpas', alias: 'Terminal::Pin', type_alias: 'TerminalDevice' },
      ...{ is_default: 0, is_published: 1 },
    });
  });

  it.each([{ active: false }, { deleted: true }, { eid: 'Web::PaymentModule' }])(
    'that are %j are not available',
    (off) => {
      expect(mapPaymentMethod(5, readMembers({ ...record, ...off })).is_published).toBe(0);
    },
  );
});

it.each([
  [12, 'Omzetgroep 12', '12'],
  [NO_GROUP_ID, 'Zonder omzetgroep', '999999999'],
])('the turnover group %j becomes %j', (id, title, code) => {
  const folded_title = title.toLowerCase();
  expect(mapTurnoverGroup(id)).toEqual({ id, account_id: 1, title, folded_title, code });
});

it('the configuration says what a gift card is', () => {
  const configuration = { gift_card_product_id: 77, gift_card_balance_product_id: '78' };
  expect(getGiftCardProducts(readMembers(configuration))).toEqual([77, 78]);
  expect(getGiftCardProducts(readMembers({}))).toEqual([]);
});

describe('customers', () => {
  const billing_address = {
    name: 'Anna de Vries',
    contact_set: { email: 'anna@example.nl', phone: '0612' },
    contact_address: { city: 'Zwolle', country_iso2: 'NL' },
  };
  const ofOrder = (order: Wire) => mapOrderCustomer(readOrder({ ...orderOf([]), ...order }, ORDER_ID), 'NL');

  it('of the list have the date of their record', () => {
    const record = { name: 'Zoë Bakker', date_created: '2020-01-02 03:04:05+01:00', contact_set: [] };
    expect(mapCustomer(8, readMembers(record), 'NL')).toEqual({
      ...{ id: 8, account_id: 1, name: 'Zoë Bakker', folded_name: 'zoe bakker', email: '', phone: '', city: '' },
      ...{ country_iso2: 'NL', date_created: Date.parse('2020-01-02T02:04:05Z') },
    });
  });

  it('of an order have the details and the date of that order', () => {
    const named = { relation_data_id: 8, relation_data: { id: 8, name: 'A. de Vries' }, billing_address };
    const date_created = Date.parse('2026-10-31T23:30:00Z');
    expect(ofOrder(named)).toMatchObject({ id: 8, name: 'A. de Vries', email: 'anna@example.nl', date_created });
    expect(ofOrder({ ...named, relation_data: [] })).toMatchObject({ name: 'Anna de Vries', city: 'Zwolle' });
  });

  it.each([{ is_anonymous: true, relation_data_id: 8 }, { relation_data_id: null }])('do not exist in %j', (who) => {
    expect(ofOrder({ billing_address, ...who })).toBeNull();
  });
});
