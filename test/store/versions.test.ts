import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineProductList } from '../../electron/store/catalog/catalog-queries.ts';
import { defineStockList } from '../../electron/store/catalog/stock-queries.ts';
import { openCatalogCopy } from '../../electron/store/copies/catalog-copy-store.ts';
import type { CopyStore } from '../../electron/store/copies/copy-store.ts';
import {
  inCopyTransaction,
  openStoreKeeperCopy,
  toStoreKeeperDb,
} from '../../electron/store/copies/storekeeper-copy-store.ts';
import { createListReader, type List } from '../../electron/store/list-reader.ts';
import { defineCustomerList } from '../../electron/store/orders/customers-queries.ts';
import { defineOrderList } from '../../electron/store/orders/orders-queries.ts';
import type { StoreDb, VersionSubject } from '../../electron/store/schema.ts';
import { inTransaction } from '../../electron/store/transactions.ts';
import { raiseVersion, readVersions } from '../../electron/store/versions.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { isOnPostgres } from '../support/is-on-postgres.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { ACCOUNT } from '../support/shop-fixture-ids.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerFile, openPerTest } from '../support/test-scope.ts';
import { prepareSharedShops } from './changes/model/shared-shop.ts';
import { CATALOG_COPY_WRITES, fillStoreKeeperCopy, SHOP_WRITES, STOREKEEPER_WRITES } from './recorded-writes.ts';

describe('readVersions', () => {
  const store = openPerTest(openTestStore);

  it('changes with each of its subjects and with nothing else', async () => {
    const read = () => readVersions(store.db, 1, ['orders', 'customers']);
    const seen = [await read()];
    await raiseVersion(store.db, 1, 'orders');
    seen.push(await read());
    await raiseVersion(store.db, 1, 'customers');
    seen.push(await read());
    await raiseVersion(store.db, 1, 'orders');
    seen.push(await read());
    expect(new Set(seen).size).toBe(4);

    await raiseVersion(store.db, 1, 'products');
    await raiseVersion(store.db, 2, 'orders');
    expect(await read()).toBe(seen.at(-1));
  });

  it('does not confuse two subjects', async () => {
    await raiseVersion(store.db, 1, 'orders');
    await raiseVersion(store.db, 2, 'customers');
    const [left, right] = [1, 2].map((account) => readVersions(store.db, account, ['orders', 'customers']));
    expect(await left).not.toBe(await right);
  });
});

const SCOPE = { accountId: ACCOUNT.alpha, locationId: null };
const EVER = { start: 0, end: Number.MAX_SAFE_INTEGER };
const CLOCK = createFixedClock('2026-11-01T12:00:00+01:00');

interface CachedList {
  readonly list: (db: StoreDb) => List<unknown, string>;
  /** Changes its count or its sums without raising a version. */
  readonly alter: string;
}

const LISTS: Readonly<Record<VersionSubject, CachedList>> = {
  products: {
    list: (db) => defineProductList(db, SCOPE, {}),
    alter: `insert into products (id, account_id, sku, title, product_group_id, shop_product_id, folded_sku, folded_title)
      select id + 7000, account_id, sku || ' 2', title, product_group_id, shop_product_id, folded_sku, folded_title
      from products where account_id = 1 order by id limit 1`,
  },
  stock: {
    list: (db) => defineStockList(db, SCOPE, {}),
    alter: `insert into stock (account_id, product_id, location_id, quantity)
      select products.account_id, products.id, locations.id, 1000
      from products join locations on locations.account_id = products.account_id
      where products.account_id = 1 and products.id not in (select product_id from stock)
      order by products.id desc, locations.id limit 1`,
  },
  customers: {
    list: (db) => defineCustomerList(db, SCOPE, {}),
    alter: `insert into customers
      select id + 7000, account_id, name, folded_name, email, phone, city, country_iso2, date_created
      from customers where account_id = 1 order by id limit 1`,
  },
  orders: {
    list: (db) => defineOrderList(db, SCOPE, { range: EVER }),
    alter: `insert into orders (id, account_id, order_number, date_purchased, local_day, date_updated, status, shop_id,
        currency, payment_term, is_paid, value_wt, value_ex, discount_wt, discount_ex)
      select id + 7000, account_id, order_number || ' 2', date_purchased, local_day, date_updated, status, shop_id,
        currency, payment_term, is_paid, value_wt, value_ex, discount_wt, discount_ex
      from orders where account_id = 1 order by id limit 1`,
  },
};

function createInstance(db: StoreDb) {
  const readPage = createListReader();
  return {
    db,
    read: (subject: VersionSubject) =>
      inTransaction(db, async (transaction) => {
        const { total, sums } = await readPage(transaction, LISTS[subject].list(transaction), { start: 0, limit: 1 });
        return { total, sums };
      }),
  };
}

/** Checks that two instances read fresh values after one of them has written. */
async function expectFreshTotals(
  dbs: readonly [StoreDb, StoreDb],
  subjects: readonly VersionSubject[],
  write: () => Promise<unknown>,
): Promise<void> {
  const instances = dbs.map(createInstance);
  const readAll = () => Promise.all(instances.map(({ read }) => Promise.all(subjects.map((subject) => read(subject)))));
  const before = await readAll();
  for (const subject of subjects) await sql.raw(LISTS[subject].alter).execute(dbs[0]);
  expect(await readAll()).toEqual(before);
  await write();
  const after = await readAll();
  const fresh = await Promise.all(subjects.map((subject) => createInstance(dbs[0]).read(subject)));
  expect(after).toEqual([fresh, fresh]);
  for (const [index, totals] of fresh.entries()) expect(totals).not.toEqual(before[0]?.[index]);
}

describe('counts and sums of the lists of a shop are fresh in each instance', async () => {
  const shops = await openPerFile(async () => {
    const { make, remove } = await prepareSharedShops();
    return { make, close: remove };
  });

  it.each(SHOP_WRITES)('after a write of $name', async ({ raises, write }) => {
    const shop = await shops.make(CLOCK);
    const [one, other] = [await shop.open(), await shop.open()];
    onTestFinished(async () => {
      await one.close();
      await other.close();
      await shop.remove();
    });
    await expectFreshTotals([one.db, other.db], raises, () => write(one.db));
  });
});

describe.skipIf(isOnPostgres())('counts and sums of the lists of a copy are fresh in each instance', () => {
  const openTwice = async (open: (file: string) => Promise<CopyStore>) => {
    const file = join(createTemporaryFolder(), 'copy.sqlite');
    const [one, other] = [await open(file), await open(file)];
    onTestFinished(one.close);
    onTestFinished(other.close);
    return [one.db, other.db] as const;
  };

  it.each(STOREKEEPER_WRITES)('after a write of $name', async ({ raises, write }) => {
    const [one, other] = await openTwice((file) => openStoreKeeperCopy(file, CLOCK));
    await fillStoreKeeperCopy(one);
    await expectFreshTotals([one, other], raises, () => inCopyTransaction(toStoreKeeperDb(one), write));
  });

  it.each(CATALOG_COPY_WRITES)('of a catalog, after a write of $name', async ({ raises, write }) => {
    const [one, other] = await openTwice((file) => openCatalogCopy(file, CLOCK));
    await one.insertInto('accounts').values({ id: ACCOUNT.alpha, name: '' }).execute();
    for (const earlier of CATALOG_COPY_WRITES.slice(0, 1)) await earlier.write(one);
    await expectFreshTotals([one, other], raises, () => write(one));
  });
});
