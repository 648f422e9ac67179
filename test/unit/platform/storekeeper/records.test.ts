import { describe, expect, it } from 'vitest';
import { calculateShare, scaleDecimal } from '../../../../electron/platform/storekeeper/decimals.ts';
import { parseId, readMembers, readOrder } from '../../../../electron/platform/storekeeper/records.ts';
import { lineOf, ORDER_ID, orderOf } from './mapping-records.ts';

describe('decimals', () => {
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
    [1e-7, 0],
    ['1.5e2', 1_500_000],
    ['.5', 5_000],
    ['5.', 50_000],
    ['900719925474.0991', Number.MAX_SAFE_INTEGER],
    ['900719925474.0992', null],
    [1e21, null],
    ['1e999', null],
    ['', null],
    ['twelve', null],
    [{ value: 1 }, null],
  ])('read %j as %j of 1/10 000 euro', (wire, amount) => {
    expect(scaleDecimal(wire, 4)).toBe(amount);
  });

  it('are exact for every cent that a double can represent, unlike the product of doubles', () => {
    expect(1.005 * 10_000).not.toBe(10_050);
    for (let cents = 0; cents < 20_000; cents += 1) {
      expect(scaleDecimal(cents / 100, 4)).toBe(cents * 100);
      expect(scaleDecimal(String(-cents / 100), 4)).toBe(cents === 0 ? 0 : -cents * 100);
    }
  });

  it.each([
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [-100, 1, 2, -50],
    [5, -1, 2, -3],
    [-5, -1, 2, 3],
    [0, -1, 2, 0],
  ])('of %j have the share %j / %j: %j', (amount, part, whole, share) => {
    expect(calculateShare(amount, part, whole)).toBe(share);
  });
});

describe('fields', () => {
  const read = (value: unknown) => readMembers({ value }, []);

  it.each([
    [12, 12],
    ['12', 12],
    [0, null],
    ['', null],
    [null, null],
  ])('with the id %j are %j', (wire, id) => {
    expect(read(wire).id('value')).toBe(id);
  });

  it.each([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    ['0', false],
    [null, null],
    ['', null],
  ])('with the flag %j are %j', (wire, flag) => {
    expect(read(wire).flag('value')).toBe(flag);
  });

  it.each([
    ['2026-11-01 00:30:00+01:00', '2026-10-31T23:30:00.000Z'],
    ['2026-07-01 00:30:00+02', '2026-06-30T22:30:00.000Z'],
    ['2026-10-25 02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T02:30:00.123Z', '2026-10-25T02:30:00.000Z'],
    ['2026-10-25 02:30:00-0330', '2026-10-25T06:00:00.000Z'],
  ])('with the date %s are %s', (wire, instant) => {
    expect(new Date(read(wire).instant('value') ?? 0).toISOString()).toBe(instant);
  });

  it('with text are one harmless line', () => {
    expect(read(' Gieter\n10 \u202eliter\u0007 ').text('value')).toBe('Gieter 10  liter');
    expect(read(12_345).text('value')).toBe('12345');
  });

  it('are missing from an empty list, which is how PHP writes an empty map', () => {
    expect(read([]).part('value').text('name')).toBe('');
    expect(read([]).unreadable).toEqual([]);
  });

  it.each<[string, unknown, (members: ReturnType<typeof read>) => unknown, unknown]>([
    ['an amount', { amount: 1 }, (members) => members.amount('value'), null],
    ['an amount that is too large', 1e12, (members) => members.amount('value'), null],
    ['a quantity', [], (members) => members.quantity('value'), null],
    ['an id', 1.5, (members) => members.id('value'), null],
    ['a flag', 'perhaps', (members) => members.flag('value'), null],
    ['a date that no calendar has', '2026-02-30 00:00:00+01:00', (members) => members.instant('value'), null],
    ['a date without its offset', '2026-11-01 00:30:00', (members) => members.instant('value'), null],
    ['a text', { nl: 'Gieter' }, (members) => members.text('value'), ''],
    ['a part', 'none', (members) => members.part('value').text('name'), ''],
    ['a list', 'none', (members) => members.list('value').length, 0],
  ])('that are not %s are missing, and named', (_what, wire, readOne, missing) => {
    const members = read(wire);
    expect([readOne(members), members.unreadable]).toEqual([missing, ['value']]);
  });

  it('are read even if others are invalid', () => {
    const members = readMembers({ product: { sku: 'A', stock: { value: {} } } }, []);
    expect(members.part('product').text('sku')).toBe('A');
    expect(members.part('product').part('stock').quantity('value')).toBeNull();
    expect(members.unreadable).toEqual(['product.stock.value']);
  });
});

it.each([0, -1, 1.5, '0', '1a', '', 1e13, null, {}])('%j is not an id', (value) => {
  expect(parseId(value)).toBeNull();
});

describe('an order', () => {
  const line = lineOf(1, { price: 12.4, price_wt: 15 });

  it('is read without its optional fields', () => {
    const order = readOrder({ id: '900', value_wt: '15.0000', date_created: '2026-11-02 10:00:00+01:00' }, ORDER_ID);
    expect(order).toMatchObject({ id: 900, number: '', items: [], taxes: [], locationId: null, unreadable: [] });
  });

  it.each([
    ['an id', { id: 901 }, null],
    ['a date', { date_purchased: 'yesterday' }, null],
    ['a value', { value_wt: { wt: 15 } }, Date.parse('2026-10-31T23:30:00Z')],
    ['a value that is exact', { value_wt: 1.21e12 }, Date.parse('2026-10-31T23:30:00Z')],
  ])('cannot be read without %s', (_what, change, date) => {
    expect(() => readOrder(orderOf([line], change), ORDER_ID)).toThrow(
      expect.objectContaining({ name: 'UnreadableOrder', date }),
    );
  });

  it('keeps its other fields and items if one of them is invalid', () => {
    const odd = lineOf(2, { quantity: { value: 1 }, price: 1, price_wt: 1.21 });
    const order = readOrder(
      orderOf([line, odd], { order_items: [line, odd, 'lost'], location_id: 'Utrecht', paid_value_wt: [] }),
      ORDER_ID,
    );
    expect(order).toMatchObject({ locationId: null, paidWt: null, value: { wt: 162_100 } });
    expect(order.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [1, 1_000],
      [2, null],
    ]);
    expect([...order.unreadable].sort()).toEqual([
      'location_id',
      'order_items',
      'order_items.quantity',
      'paid_value_wt',
    ]);
  });
});
