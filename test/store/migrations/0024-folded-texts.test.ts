import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineProductList } from '../../../electron/store/catalog/catalog-queries.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { defineCustomerList } from '../../../electron/store/orders/customers-queries.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { CUSTOMER, GROUP, SHOP } from '../../support/shop-fixture-ids.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, readIds, shopBefore } from './store-before.ts';

const SCOPE = { accountId: 1, locationId: null };

/** Titles, and how an older program folded them. */
const TITLES = [
  ['Straße', 'straße'],
  ['łódź', 'łodz'],
  ['Smørebrød', 'smørebrød'],
  ['Ĳzeren', 'ĳzeren'],
  ['Foto’s', 'foto’s'],
  ['ΟΔΟΣ', 'οδος'],
  ['Œuvre', 'œuvre'],
  ['Écru', 'ecru'],
  ['Zand', 'zand'],
] as const;

describe('migration 0024-folded-texts', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await shopBefore('0024-folded-texts');
    await sql`delete from product_prices`.execute(db);
    await sql`delete from stock`.execute(db);
    await sql`delete from products`.execute(db);
    await insertRows(
      db,
      'products',
      TITLES.map(([title, folded_title], index) => ({
        ...{ id: index + 1, account_id: 1, sku: `Ø-${index}`, folded_sku: `ø-${index}`, title, folded_title },
        ...{ product_group_id: index % 2 === 0 ? GROUP.toys : GROUP.books, shop_product_id: index },
      })),
    );
    await sql`update turnover_groups set title = 'École' where id = ${GROUP.toys}`.execute(db);
    await sql`update shops set title = 'Ærø' where id = ${SHOP.webshop}`.execute(db);
    await sql`update customers set name = 'Jørgen Weiß', folded_name = 'jørgen weiß' where id = ${CUSTOMER.zoe}`.execute(
      db,
    );
    await insertRows(db, 'orders', orderRowsBefore(createFixtureOrders()));
    await migrateStore(db, migrations);
  });

  const titlesOf = async (selection: Parameters<typeof defineProductList>[2]) =>
    (await readIds(defineProductList(db, SCOPE, selection))).map((id) => TITLES[Number(id) - 1]?.[0]);

  it.each([
    ['strasse', 'Straße'],
    ['STRASSE', 'Straße'],
    ['lodz', 'łódź'],
    ['smorebrod', 'Smørebrød'],
    ['ijzeren', 'Ĳzeren'],
    ["foto's", 'Foto’s'],
    ['οδός', 'ΟΔΟΣ'],
    ['oeuvre', 'Œuvre'],
    ['o-2', 'Smørebrød'],
  ])('finds existing products by %s', async (q, title) => {
    expect(await titlesOf({ q })).toEqual([title]);
  });

  it('finds existing customers', async () => {
    expect(await readIds(defineCustomerList(db, SCOPE, { q: 'jorgen weiss' }))).toEqual([CUSTOMER.zoe]);
  });

  it('sorts titles as people read them', async () => {
    expect(await titlesOf({ sort: 'title' })).toEqual([
      ...['Écru', 'Foto’s', 'Ĳzeren', 'łódź', 'Œuvre', 'Smørebrød', 'Straße', 'Zand', 'ΟΔΟΣ'],
    ]);
  });

  it.skipIf(isOnPostgres())('keeps the search index consistent with its rows', async () => {
    await sql`insert into product_search (product_search, rank) values ('integrity-check', 1)`.execute(db);
  });
});
