import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { ACCOUNT, CALLER, GROUP, LOCATION, PRODUCT, RATE } from '../../support/shop-fixture.ts';
import { perTest } from '../../support/test-scope.ts';
import { openFollowedShop } from './followed-shop.ts';

const IN_AMSTERDAM = {
  ...CALLER.staff,
  lockedLocation: { id: LOCATION.amsterdam, title: 'Amsterdam' },
};
const { cafe, lamp, apple } = PRODUCT;

const shop = perTest(openFollowedShop);

describe('the feed of products', () => {
  const feeds = () => shop.db.selectFrom('feeds').selectAll().orderBy('account_id').orderBy('feed').execute();
  const stockOf = (product: number, location: number) =>
    shop.db.updateTable('stock').where('product_id', '=', product).where('location_id', '=', location);
  const removeProduct = async (id: number) => {
    await shop.db.deleteFrom('product_prices').where('product_id', '=', id).execute();
    await shop.db.deleteFrom('stock').where('product_id', '=', id).execute();
    await shop.db.deleteFrom('products').where('id', '=', id).execute();
  };
  const newProduct = { id: lamp, account_id: ACCOUNT.alpha, sku: 'LAMP', title: 'Lamp' };
  const insertLamp = () =>
    insertRows(shop.db, 'products', [
      { ...newProduct, product_group_id: GROUP.toys, shop_product_id: 1, folded_sku: '', folded_title: '' },
    ]);

  it('has a new name, and each product once at its latest version', async () => {
    const rename = async () => {
      await shop.db.updateTable('products').set({ title: 'Een' }).where('id', 'in', [cafe, lamp]).execute();
      await shop.db.updateTable('products').set({ title: 'Twee' }).where('id', '=', cafe).execute();
    };
    expect(await shop.changesOf(rename, 'products')).toEqual([lamp, cafe]);
  });

  it.each([
    ['products', ['sku', 'title', 'product_group_id', 'shop_product_id', 'id', 'account_id']],
    ['products', ['folded_sku', 'folded_title', 'stock']],
    ['product_prices', ['ppu', 'ppu_wt', 'tax_rate_id', 'currency', 'from_qty', 'product_price_type_id']],
    ['product_prices', ['id', 'account_id', 'product_id']],
    ['stock', ['quantity', 'location_id', 'product_id', 'account_id']],
  ])('ignores rows of %s whose %j are written unchanged', async (table, columns) => {
    const same = columns.map((column) => sql`${sql.id(column)} = ${sql.id(column)}`);
    const rewrite = () => sql`update ${sql.table(table)} set ${sql.join(same)}`.execute(shop.db);
    const before = await feeds();
    expect(await shop.changesOf(rewrite, 'products')).toEqual([]);
    expect(await feeds()).toEqual(before);
  });

  it.each([
    ['products', 'sku', 'APPLE-2'],
    ['products', 'title', 'Appel'],
    ['products', 'product_group_id', GROUP.toys],
    ['products', 'shop_product_id', 9_999],
    ['product_prices', 'product_price_type_id', 7],
    ['product_prices', 'ppu', 12_345],
    ['product_prices', 'ppu_wt', 12_345],
    ['product_prices', 'tax_rate_id', RATE.nl9],
    ['product_prices', 'currency', 'SEK'],
    ['product_prices', 'from_qty', 77_000],
    ['product_prices', 'from_qty', null],
    ['stock', 'quantity', 77_000],
  ])('has a product of whose %s the %s is set to %j', async (table, column, value) => {
    const id = sql.id(table === 'products' ? 'id' : 'product_id');
    const set = () =>
      sql`update ${sql.table(table)} set ${sql.id(column)} = ${value} where ${id} = ${cafe}`.execute(shop.db);
    expect(await shop.changesOf(set, 'products')).toEqual([cafe]);
    expect(await shop.changesOf(set, 'products')).toEqual([]);
  });

  it('has prices that are set, added and removed', async () => {
    const ofApple = shop.db.updateTable('product_prices').where('product_id', '=', apple);
    expect(await shop.changesOf(() => ofApple.set({ ppu: 1 }).execute(), 'products')).toEqual([apple]);
    const remove = shop.db.deleteFrom('product_prices').where('product_id', '=', apple);
    expect(await shop.changesOf(() => remove.execute(), 'products')).toEqual([apple]);
    const move = shop.db.updateTable('product_prices').set({ product_id: lamp }).where('id', '=', 2001);
    const moved = await shop.changesOf(() => move.execute(), 'products');
    expect(moved.toSorted()).toEqual([cafe, lamp]);
  });

  it.each([
    ['of everybody', CALLER.owner, [cafe]],
    ['of who is locked to its location', CALLER.staff, [cafe]],
    ['of nobody who is locked to another', IN_AMSTERDAM, []],
    ['of nobody of another account', CALLER.beta, []],
  ])('has stock at a location in the feed %s', async (_, caller, expected) => {
    const set = () => stockOf(cafe, LOCATION.utrecht).set({ quantity: 1_234 }).execute();
    expect(await shop.changesOf(set, 'products', caller)).toEqual(expected);
  });

  it.each([
    ['a caller who sees all', CALLER.owner],
    ['a locked one', IN_AMSTERDAM],
  ])('has each product of the account once for %s, and none of another', async (_, caller) => {
    const { beta: _beta, ...own } = PRODUCT;
    const { rows } = await shop.platform.readChanges(caller, 'products', { after: { since: 0 }, limit: 500 });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(Object.values(own).toSorted());
  });

  it('hides version and time of such a change from a caller locked to another location', async () => {
    const read = () => shop.platform.readChanges(IN_AMSTERDAM, 'products', { after: { since: 0 }, limit: 500 });
    const before = await read();
    shop.clock.advance(3_600_000);
    await stockOf(cafe, LOCATION.utrecht).set({ quantity: 1_234 }).execute();
    expect((await read()).rows).toEqual(before.rows);
  });

  it('has stock movements for both locations and both products', async () => {
    const move = () => stockOf(cafe, LOCATION.utrecht).set({ location_id: LOCATION.arnhem }).execute();
    expect(await shop.changesOf(move, 'products', CALLER.staff)).toEqual([cafe]);
    const change = () => stockOf(cafe, LOCATION.amsterdam).set({ product_id: lamp }).execute();
    expect((await shop.changesOf(change, 'products', IN_AMSTERDAM)).toSorted()).toEqual([cafe, lamp]);
  });

  it.each([
    ['a caller who sees all', CALLER.owner],
    ['a locked one', IN_AMSTERDAM],
  ])('has a removed product once for %s, whatever was removed with it', async (_, caller) => {
    expect(await shop.changesOf(() => removeProduct(cafe), 'products', caller)).toEqual([-cafe]);
  });

  it('has a product that is added again, and nothing else', async () => {
    await removeProduct(lamp);
    expect(await shop.changesOf(insertLamp, 'products')).toEqual([lamp]);
  });

  it('ignores rolled back changes, and uses no version for them', async () => {
    const before = await feeds();
    const undo = shop.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('products').set({ title: 'Weg' }).execute();
      throw new Error('undo');
    });
    await expect(undo).rejects.toThrow('undo');
    expect(await feeds()).toEqual(before);
  });

  it('has times that do not go back with the clock', async () => {
    const set = (title: string) => shop.db.updateTable('products').set({ title }).where('id', '=', lamp).execute();
    const momentOf = async () => {
      const { rows } = await shop.platform.readChanges(CALLER.owner, 'products', {
        after: { since: 0 },
        limit: 500,
      });
      return rows.find(({ id }) => id === lamp)?.changed_at;
    };
    shop.clock.advance(3_600_000);
    await set('Later');
    shop.clock.advance(-86_400_000);
    await set('Eerder');
    expect(await momentOf()).toBe('2026-11-01T13:00:00+01:00');
  });
});
