import { describe, expect, it } from 'vitest';
import { changePrices, changeStock, moveStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { recordStockChanges } from '../../../electron/store/changes/record-changes.ts';
import { changeProduct, insertProduct, removeProduct, setStock } from '../../support/catalog-rows.ts';
import { ACCOUNT, CALLER, GROUP, LOCATION, PRODUCT } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { openFollowedShop } from './followed-shop.ts';

const { alpha } = ACCOUNT;
const IN_AMSTERDAM = {
  ...CALLER.staff,
  lockedLocation: { id: LOCATION.amsterdam, title: 'Amsterdam' },
};
const { cafe, lamp, apple } = PRODUCT;
const CAFE_IN_UTRECHT = { account_id: alpha, product_id: cafe, location_id: LOCATION.utrecht };
const PRICE_OF_CAFE = { id: 2001, ppu: 100_000, ppu_wt: 121_000 };

const shop = openPerTest(openFollowedShop);

describe('the feed of products', () => {
  const feeds = () => shop.db.selectFrom('feeds').selectAll().orderBy('account_id').orderBy('feed').execute();
  const restock = (quantity: number) => changeStock(shop.db, CAFE_IN_UTRECHT, quantity);
  const rename = (id: number, title: string) => changeProduct(shop.db, id, { title });
  const insertLamp = () =>
    insertProduct(shop.db, {
      product: {
        ...{ id: lamp, account_id: alpha, sku: 'LAMP', title: 'Lamp', product_group_id: GROUP.toys },
        ...{ shop_product_id: 1, folded_sku: '', folded_title: '' },
      },
    });

  it('has each product once, at its latest version', async () => {
    const write = async () => {
      await rename(cafe, 'Een');
      await rename(lamp, 'Een');
      await rename(cafe, 'Twee');
    };
    expect(await shop.changesOf(write, 'products')).toEqual([lamp, cafe]);
  });

  it.each([
    ['a price', () => changePrices(shop.db, alpha, [PRICE_OF_CAFE])],
    ['counted stock', () => restock(5_000)],
    ['a movement of nothing', () => moveStock(shop.db, alpha, [{ ...CAFE_IN_UTRECHT, by: 0 }])],
  ])('ignores %s that is written unchanged', async (_, write) => {
    const before = await feeds();
    expect(await shop.changesOf(write, 'products')).toEqual([]);
    expect(await feeds()).toEqual(before);
  });

  it.each([
    ['net', { ...PRICE_OF_CAFE, ppu: 1 }],
    ['gross', { ...PRICE_OF_CAFE, ppu_wt: 1 }],
  ])('has a product with another price, %s', async (_, change) => {
    const write = () => changePrices(shop.db, alpha, [change]);
    expect(await shop.changesOf(write, 'products')).toEqual([cafe]);
    expect(await shop.changesOf(write, 'products')).toEqual([]);
  });

  it('has the product of each changed price once', async () => {
    const [first, second] = [
      { id: 2002, ppu: 1, ppu_wt: 1 },
      { id: 2003, ppu: 1, ppu_wt: 1 },
    ];
    const ofApple = { id: 2005, ppu: 1, ppu_wt: 1 };
    const before = (await feeds()).find(({ account_id, feed }) => account_id === alpha && feed === 'products');
    const write = () => changePrices(shop.db, alpha, [first, PRICE_OF_CAFE, second, ofApple]);
    expect(await shop.changesOf(write, 'products')).toEqual([cafe, apple]);
    const after = (await feeds()).find(({ account_id, feed }) => account_id === alpha && feed === 'products');
    expect(after?.version).toBe((before?.version ?? 0) + 2);
  });

  it.each([
    ['of every user', CALLER.owner, [cafe]],
    ['of users locked to that location', CALLER.staff, [cafe]],
    ['of no user locked to another one', IN_AMSTERDAM, []],
    ['of no user of another account', CALLER.beta, []],
  ])('has stock at a location in the feed %s', async (_, caller, expected) => {
    expect(await shop.changesOf(() => restock(1_234), 'products', caller)).toEqual(expected);
  });

  it.each([
    ['of every user', CALLER.owner, [lamp]],
    ['of no user locked to a location', CALLER.staff, []],
  ])('has stock that is at no location in the feed %s', async (_, caller, expected) => {
    const record = () => recordStockChanges(shop.db, alpha, [{ product_id: lamp, location_id: null }]);
    expect(await shop.changesOf(record, 'products', caller)).toEqual(expected);
  });

  it.each([
    ['a caller who sees everything', CALLER.owner],
    ['a locked caller', IN_AMSTERDAM],
  ])('has each product of the account once for %s, and none of another', async (_, caller) => {
    const { beta: _beta, ...own } = PRODUCT;
    const { rows } = await shop.platform.readChanges(caller, 'products', { after: { since: 0 }, limit: 500 });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(Object.values(own).toSorted());
  });

  it('hides version and time of such a change from a caller locked to another location', async () => {
    const read = () => shop.platform.readChanges(IN_AMSTERDAM, 'products', { after: { since: 0 }, limit: 500 });
    const before = await read();
    shop.clock.advance(3_600_000);
    await restock(1_234);
    expect((await read()).rows).toEqual(before.rows);
  });

  it('has several movements of a transaction, each for callers who see the location', async () => {
    const move = () =>
      moveStock(shop.db, alpha, [
        { product_id: cafe, location_id: LOCATION.amsterdam, by: 1_000 },
        { product_id: PRODUCT.odd, location_id: LOCATION.utrecht, by: 1_000 },
        { ...CAFE_IN_UTRECHT, by: -1_000 },
      ]);
    expect(await shop.changesOf(move, 'products')).toEqual([PRODUCT.odd, cafe]);
    expect(await shop.changesOf(move, 'products', CALLER.staff)).toEqual([PRODUCT.odd, cafe]);
    expect(await shop.changesOf(move, 'products', IN_AMSTERDAM)).toEqual([cafe]);
  });

  it('has a product that is no longer stocked at a location', async () => {
    const remove = () => setStock(shop.db, CAFE_IN_UTRECHT, null);
    expect(await shop.changesOf(remove, 'products', CALLER.staff)).toEqual([cafe]);
  });

  it.each([
    ['a caller who sees everything', CALLER.owner],
    ['a locked caller', IN_AMSTERDAM],
  ])('has a removed product once for %s', async (_, caller) => {
    expect(await shop.changesOf(() => removeProduct(shop.db, cafe), 'products', caller)).toEqual([-cafe]);
  });

  it('has only the product that is added again', async () => {
    await removeProduct(shop.db, lamp);
    expect(await shop.changesOf(insertLamp, 'products')).toEqual([lamp]);
  });

  it('ignores rolled-back changes, and uses no version for them', async () => {
    const before = await feeds();
    const undo = shop.db.transaction().execute(async (transaction) => {
      await changeStock(transaction, CAFE_IN_UTRECHT, 1);
      throw new Error('undo');
    });
    await expect(undo).rejects.toThrow('undo');
    expect(await feeds()).toEqual(before);
  });

  it('has times that never go back, even if the clock does', async () => {
    const momentOf = async () => {
      const { rows } = await shop.platform.readChanges(CALLER.owner, 'products', {
        after: { since: 0 },
        limit: 500,
      });
      return rows.find(({ id }) => id === lamp)?.changed_at;
    };
    shop.clock.advance(3_600_000);
    await rename(lamp, 'Later');
    shop.clock.advance(-86_400_000);
    await rename(lamp, 'Eerder');
    expect(await momentOf()).toBe('2026-11-01T13:00:00+01:00');
  });
});
