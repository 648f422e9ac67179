import { describe, expect, it } from 'vitest';
import { OrderRecord, ShopProductRecord } from '../../../../electron/platform/storekeeper/mapping/wire-records.ts';
import {
  amountOf,
  flagOf,
  idOf,
  instantOf,
  isAmountTooLarge,
  isQuantityTooLarge,
  partOf,
  percentageOf,
  quantityOf,
  readRecord,
  shareOf,
  textOf,
} from '../../../../electron/platform/storekeeper/mapping/wire-values.ts';

describe('amountOf', () => {
  it.each([
    [51, 510_000],
    [42.15, 421_500],
    ['73.5800', 735_800],
    ['-0.01', -100],
    [1.005, 10_050],
    [4.132231404958678, 41_322],
    ['0.00005', 1],
    ['-0.00005', -1],
    ['0.000049', 0],
    ['-0.00001', 0],
    [1e-7, 0],
    ['1.5e2', 1_500_000],
    ['.5', 5_000],
    ['5.', 50_000],
    ['900719925474.0991', Number.MAX_SAFE_INTEGER],
    ['900719925474.0992', null],
    [1e21, null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads %j as %j of 1/10 000 euro', (wire, amount) => {
    expect(amountOf(wire)).toBe(amount);
  });

  it('is exact for every cent that a double can name, where a product of doubles is not', () => {
    expect(1.005 * 10_000).not.toBe(10_050);
    for (let cents = 0; cents < 20_000; cents += 1) {
      expect(amountOf(cents / 100)).toBe(cents * 100);
      expect(amountOf(String(-cents / 100))).toBe(cents === 0 ? 0 : -cents * 100);
    }
  });
});

describe('percentageOf, quantityOf and shareOf', () => {
  it.each([
    [0.21, 2_100],
    ['0.0900', 900],
    [0.055, 550],
    [0, 0],
  ])('reads the fraction %j as %j of 1/100 percent', (wire, value) => {
    expect(percentageOf(wire)).toBe(value);
  });

  it.each([
    [3, 3_000],
    ['0.3750', 375],
    [-1.5, -1_500],
    [0.0004, 0],
  ])('reads the quantity %j as %j of 1/1000', (wire, quantity) => {
    expect(quantityOf(wire)).toBe(quantity);
  });

  it.each([
    ['900719925474.0991', false, false],
    ['900719925474.0992', true, false],
    ['-900719925474.0992', true, false],
    ['9007199254740.992', true, true],
    [1e21, true, true],
    [0, false, false],
    ['', false, false],
    [null, false, false],
    [undefined, false, false],
  ])('say of %j whether it is too large for an amount, %j, and for a quantity, %j', (wire, ofAmount, ofQuantity) => {
    expect([isAmountTooLarge(wire), isQuantityTooLarge(wire)]).toEqual([ofAmount, ofQuantity]);
  });

  it.each([
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [-100, 1, 2, -50],
    [5, 1, 2, 3],
    [5, -1, 2, -3],
    [-5, -1, 2, 3],
    [0, -1, 2, 0],
  ])('takes of %j the share %j / %j as %j', (amount, part, whole, share) => {
    expect(shareOf(amount, part, whole)).toBe(share);
  });
});

describe('instantOf', () => {
  it.each([
    ['2026-11-01 00:30:00+01:00', '2026-10-31T23:30:00.000Z'],
    ['2026-07-01 00:30:00+02', '2026-06-30T22:30:00.000Z'],
    ['2026-10-25 02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T02:30:00.123Z', '2026-10-25T02:30:00.000Z'],
    ['2026-10-25 02:30:00-0330', '2026-10-25T06:00:00.000Z'],
  ])('reads %s as %s', (wire, instant) => {
    expect(new Date(instantOf(wire) ?? 0).toISOString()).toBe(instant);
  });

  it.each(['2026-02-30 00:00:00+01:00', '2026-11-01 24:00:00+01:00', '2026-11-01 00:30:00', '2026-11-01', '', null])(
    'finds no moment in %j',
    (wire) => {
      expect(instantOf(wire)).toBeNull();
    },
  );
});

describe('ids, flags, texts and parts', () => {
  it.each([
    [12, 12],
    ['12', 12],
    [0, null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads the id %j as %j', (wire, id) => {
    expect(idOf(wire)).toBe(id);
  });

  it.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    [null, null],
    ['', null],
    [undefined, null],
  ])('reads the flag %j as %j', (wire, flag) => {
    expect(flagOf(wire)).toBe(flag);
  });

  it('makes one harmless line of a text', () => {
    expect(textOf(' Gieter\n10 \u202eliter\u0007 ')).toBe('Gieter 10  liter');
    expect(textOf(12_345)).toBe('12345');
    expect(textOf(undefined)).toBe('');
  });

  it('takes an empty list for an empty map', () => {
    expect(partOf([])).toBeUndefined();
    expect(partOf({ sku: 'A' })).toEqual({ sku: 'A' });
  });
});

describe('readRecord', () => {
  it.each([
    { id: 1 },
    { id: '1', order_items: null, billing_address: [], shop: null },
    { id: 1, value: '73.5800', order_taxes: [{ value: '12.77', more: { of: 'it' } }], unknown_member: 1 },
    { id: 1, billing_address: { contact_set: [], contact_address: { city: null } } },
  ])('takes the order %j, whatever it leaves out or has besides', (order) => {
    expect(readRecord(OrderRecord, order)).toBe(order);
  });

  it.each([
    {},
    { id: 0 },
    { id: 1.5 },
    { id: 1, order_items: [{ name: 'without an id' }] },
    { id: 1, value: 'twelve' },
    { id: 1, order_items: {} },
    [[]],
    null,
    'order',
  ])('takes no order from %j', (order) => {
    expect(readRecord(OrderRecord, order)).toBeNull();
  });

  it('takes a product that has an id and a product, and nothing else', () => {
    expect(readRecord(ShopProductRecord, { id: 1, product_id: 2 })).not.toBeNull();
    expect(readRecord(ShopProductRecord, { id: 1, product_id: 2, flat_product: [] })).not.toBeNull();
    expect(readRecord(ShopProductRecord, { id: 1 })).toBeNull();
  });
});
