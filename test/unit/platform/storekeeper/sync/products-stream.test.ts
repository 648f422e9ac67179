import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../electron/platform/demo/prng.ts';
import { readUpTo } from '../../../../../electron/platform/storekeeper/storekeeper-status.ts';
import {
  createProductsStream,
  makeProductsDue,
  productsProgress,
} from '../../../../../electron/platform/storekeeper/sync/products-stream.ts';
import { createReferenceStream } from '../../../../../electron/platform/storekeeper/sync/reference-stream.ts';
import { readFact } from '../../../../../electron/store/copies/copy-store.ts';
import { localTimestamp } from '../../../../../shared/calendar.ts';
import { sumPrices } from '../../../../support/storekeeper/own-sums.ts';
import { digestTables } from '../../../../support/table-digests.ts';
import {
  type Account,
  type CopyFile,
  notesOf,
  openAccount,
  openScripted,
  pageOf,
  readOn,
  readOnInSpite,
  readOnThroughKills,
  versionOf,
} from './account-rig.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** What the copy says, in cents, to compare with what the account says of itself. */
function pricesOf({ rows }: CopyFile) {
  const [found] = rows(`
    with priced as (
      select products.id, sale.ppu_wt as sale_wt, sale.ppu as sale_ex,
        coalesce(action.ppu_wt, sale.ppu_wt) as now_wt, coalesce(action.ppu, sale.ppu) as now_ex,
        deposit.ppu_wt as deposit_wt, deposit.ppu as deposit_ex
      from products
      left join product_prices as sale on sale.product_id = products.id and sale.product_price_type_id = 1
      left join product_prices as action on action.product_id = products.id and action.product_price_type_id = 6
      left join product_prices as deposit on deposit.product_id = products.id and deposit.product_price_type_id = 9)
    select count(*) as products, sum(sale_wt is null) as unpriced,
      sum(sale_ex) / 100 as sale_ex, sum(sale_wt) / 100 as sale_wt, sum(now_ex) / 100 as now_ex,
      sum(now_wt) / 100 as now_wt, sum(deposit_ex) / 100 as deposit_ex, sum(deposit_wt) / 100 as deposit_wt
    from priced`);
  const sum = (name: string) => ({ ex: found?.[`${name}_ex`], wt: found?.[`${name}_wt`] });
  return {
    ...{ products: found?.products, unpriced: found?.unpriced },
    ...{ default: sum('sale'), inForce: sum('now'), deposit: sum('deposit') },
  };
}

const OWN = /^(products|product_prices|stock|turnover_groups|tax_rates|sk_notes)$/;

/** The rows of the shop and the notes, without when they were written. */
function contentOf({ file }: CopyFile) {
  const digests = digestTables(file, ['sk_notes.noted_at']);
  return Object.fromEntries([...digests].filter(([table]) => OWN.test(table)));
}

async function readAll(account: Account) {
  await readOn(createReferenceStream(await account.context()), account);
  await readOn(createProductsStream(await account.context()), account);
}

const changedIds = ({ rows }: CopyFile, after: unknown) =>
  rows(`select product_id as id from product_changes where version > ${after} order by id`).map(({ id }) => id);

describe('products of an account', () => {
  it('have prices, both sides, whose sums are those of the account to the cent', async () => {
    const account = await openAccount({ products: 350 });

    await readAll(account);

    expect(pricesOf(account)).toEqual(sumPrices(account.server.account));
    expect(account.server.calls.undocumented).toEqual([]);
    expect(account.server.calls.writes).toBe(0);
  });

  it('have the stock of the account, by location and in all', async () => {
    const account = await openAccount();

    await readAll(account);

    const made = [...account.server.account.products.listed()];
    const limited = made.filter(({ stock }) => !stock.isUnlimited);
    const expected = limited.map(({ id, stock }) => ({ id, stock: stock.value }));
    const unlimited = made.filter(({ stock }) => stock.isUnlimited).map(({ id }) => ({ id, stock: 0 }));
    expect(account.rows('select id, stock from products order by id')).toEqual(
      [...expected, ...unlimited].sort((a, b) => a.id - b.id),
    );
    const stocked = limited.flatMap(({ id, stock: { value, locationId } }) =>
      locationId === null ? [] : [{ product_id: id, location_id: 1_000_000_000 + locationId, quantity: value }],
    );
    expect(account.rows('select product_id, location_id, quantity from stock order by product_id')).toEqual(stocked);
  });

  it('have the row with the lowest id, a turnover group, and an SKU of their own', async () => {
    const account = await openAccount();

    await readAll(account);

    const { products } = account.server.account;
    for (const { id, shop_product_id } of account.rows('select id, shop_product_id from products')) {
      expect(shop_product_id).toBe(products.rowIdsOf(Number(id))[0]);
    }
    const empty = [...products.listed()].filter(({ sku }) => sku === '').map(({ id }) => id);
    expect(empty.length).toBeGreaterThan(0);
    for (const id of empty) {
      expect(account.rows(`select sku from products where id = ${id}`)).toEqual([{ sku: `~${id}` }]);
    }
    const taken = notesOf(account, 'sku_taken');
    expect(taken.length).toBeGreaterThan(0);
    for (const { record, given, written } of taken) expect(written).toBe(`${given}~${record.split(':')[1]}`);
  });

  it('are not written by a second sweep', async () => {
    const account = await openAccount();
    await readAll(account);
    const bookkeeping = ['sk_products.sweep', 'copy_facts.value'];
    const before = digestTables(account.file, bookkeeping);

    account.clock.advance(HOUR_MS);
    await readAll(account);

    expect(await readFact(account.db(), 'products_sweep_number')).toBe('2');
    expect(digestTables(account.file, bookkeeping)).toEqual(before);
  });

  it('are read each hour, and at once where somebody asks for it', async () => {
    const account = await openAccount();
    await readAll(account);
    const stream = createProductsStream(await account.context());

    expect(await stream.dueAt()).toBe(account.clock.now() + HOUR_MS);
    expect(await readOn(stream, account)).toBe(0);
    await makeProductsDue(account.db());
    expect(await readOn(stream, account)).toBe(2);
    expect(await stream.dueAt()).toBe(account.clock.now() + HOUR_MS);
  });

  it('are due after the clock was set back', async () => {
    const account = await openAccount();
    await readAll(account);
    account.clock.advance(-48 * HOUR_MS);
    expect(await createProductsStream(await account.context()).dueAt()).toBe(0);
  });
});

describe('what changed in the account', () => {
  it('arrives with the next sweep, and the feed has nothing else', async () => {
    const account = await openAccount();
    await readAll(account);
    const version = versionOf(account);
    const { account: there } = account.server;
    const [priced, stocked, alone, removed] = [10_003, 10_005, 10_007, 10_009];
    // Its stock has no location, and the account has several.
    expect(there.products.find(alone)?.stock).toMatchObject({ isUnlimited: false });
    there.products.change(alone, { stock: { value: 5_000, isUnlimited: false, locationId: null } });
    account.clock.advance(HOUR_MS);
    await readAll(account);
    const between = versionOf(account);
    expect(changedIds(account, version)).toEqual([alone]);

    there.changePrice(priced, 123_400);
    there.changeStock(stocked, 77.5);
    there.products.change(alone, { stock: { value: 6_500, isUnlimited: false, locationId: null } });
    there.deleteProduct(removed);
    account.clock.advance(HOUR_MS);
    await readAll(account);

    expect(changedIds(account, between)).toEqual([priced, stocked, alone, removed]);
    expect(account.rows(`select id, stock from products where id in (${stocked}, ${alone}, ${removed})`)).toEqual([
      { id: stocked, stock: 77_500 },
      { id: alone, stock: 6_500 },
    ]);
    expect(account.rows(`select count(*) as n from product_prices where product_id = ${removed}`)).toEqual([{ n: 0 }]);
    expect(account.rows(`select count(*) as n from stock where product_id = ${removed}`)).toEqual([{ n: 0 }]);
    expect(pricesOf(account)).toEqual(sumPrices(there));
  });

  it('is also that a price is no longer given, or that stock moves to another location, or has no limit any more', async () => {
    const account = await openAccount();
    const { products } = account.server.account;
    products.change(10_003, { actionPrice: 9_900, stock: { value: 4_000, isUnlimited: false, locationId: 1 } });
    await readAll(account);
    const rowsOf = () =>
      account
        .rows('select location_id as at, quantity from stock where product_id = 10003')
        .concat(
          account.rows('select stock from products where id = 10003'),
          account.rows('select count(*) as prices from product_prices where product_id = 10003'),
        );
    expect(rowsOf()).toEqual([{ at: 1_000_000_001, quantity: 4_000 }, { stock: 4_000 }, { prices: 2 }]);

    const changes = [
      { stock: { value: 3_000, isUnlimited: false, locationId: 2 }, actionPrice: null },
      { stock: { value: 2_500, isUnlimited: false, locationId: null } },
      { stock: { value: 2_500, isUnlimited: false, locationId: 5 } },
      { stock: { value: 2_500, isUnlimited: true, locationId: 5 } },
    ];
    const seen: unknown[] = [];
    for (const change of changes) {
      products.change(10_003, change);
      account.clock.advance(HOUR_MS);
      await readAll(account);
      seen.push(rowsOf());
    }

    expect(seen).toEqual([
      [{ at: 1_000_000_002, quantity: 3_000 }, { stock: 3_000 }, { prices: 1 }],
      [{ stock: 2_500 }, { prices: 1 }],
      [{ at: 1_000_000_005, quantity: 2_500 }, { stock: 2_500 }, { prices: 1 }],
      [{ stock: 0 }, { prices: 1 }],
    ]);
  });
});

describe('reading on', () => {
  it('ends with the same rows after kills at random calls, and reads no page twice but the one it was killed at', async () => {
    const account = await openAccount({ products: 150 });
    await readOn(createReferenceStream(await account.context()), account);
    account.server.switches.limitPages(3);
    account.server.calls.reset();
    const random = randomStream(4, 'kills');

    const kills = await readOnThroughKills(account, createProductsStream, () => random.whole(1, 3));

    expect(kills).toBeGreaterThan(30);
    expect(pricesOf(account)).toEqual(sumPrices(account.server.account));
    const pages = Math.ceil(account.server.account.products.rowCount / 2);
    expect(account.server.calls.total).toBeLessThanOrEqual(pages + kills + 1);
    const whole = await openAccount({ products: 150 });
    await readAll(whole);
    expect(contentOf(account)).toEqual(contentOf(whole));
  });

  it('ends with the same rows where 30 % of all calls fail', async () => {
    const account = await openAccount({ products: 150 });
    await readOn(createReferenceStream(await account.context()), account);
    account.server.switches.limitPages(5);
    account.server.switches.failShare(0.3);

    await readOnInSpite(createProductsStream(await account.context()), account.clock);

    expect(pricesOf(account)).toEqual(sumPrices(account.server.account));
  });

  it.each([
    ['gives fewer rows than were asked for', 1, false],
    ['gives fewer rows than were asked for', 7, false],
    ['refuses long pages', 30, true],
    ['refuses long pages', 5, true],
  ])('goes on from what came where StoreKeeper %s: at most %i', async (_, rows, isRefused) => {
    const account = await openAccount({ products: 60 });
    await readOn(createReferenceStream(await account.context()), account);
    account.server.switches.limitPages(rows, { isRefused });

    await readOn(createProductsStream(await account.context()), account);

    expect(pricesOf(account)).toEqual(sumPrices(account.server.account));
    expect(await readFact(account.db(), 'products_read_at')).toBe(String(account.clock.now()));
  });

  it('is not due where no function reads products', async () => {
    const account = await openAccount();
    account.server.switches.removeFunctions('naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts');
    const stream = createProductsStream(await account.context());
    expect(await stream.dueAt()).toBeNull();
  });

  it('writes nothing once the copy is no longer wanted', async () => {
    const account = await openAccount();
    const unwanted = () => {
      throw new Error('not wanted');
    };
    const stream = createProductsStream(await account.context({ expectOn: unwanted }));
    await expect(stream.step()).rejects.toThrow('not wanted');
    expect(account.rows('select count(*) as n from products')).toEqual([{ n: 0 }]);
    expect(account.rows('select count(*) as n from copy_facts')).toEqual([{ n: 0 }]);
  });

  it('says how much is done, and when it will be over by the time that its own steps took', async () => {
    const account = await openAccount({ products: 250 });
    const { clock, db } = account;
    const { session } = account;
    const slow = {
      call: ((name, args, paced) => {
        clock.advance(10_000);
        return session.call(name, args, paced);
      }) as typeof session.call,
    };
    const stream = createProductsStream(await account.context({ session: slow }));
    const total = account.server.account.products.rowCount;
    expect(await productsProgress(db(), clock.now())).toEqual({ readAt: null, progress: null });

    await stream.step();
    // The program was away.
    clock.advance(24 * HOUR_MS);

    const { progress } = await productsProgress(db(), clock.now());
    expect(progress).toMatchObject({ done: 100, of: total });
    const leftMs = Date.parse(progress?.expectedEnd ?? '') - clock.now();
    expect(Math.abs(leftMs - (10_000 * (total - 100)) / 100)).toBeLessThan(1_000);
    await readOn(stream, account);
    const { readAt, progress: after } = await productsProgress(db(), clock.now());
    expect(after).toBeNull();
    expect(Date.parse(readAt ?? '')).toBe(clock.now() - 24 * HOUR_MS - Math.ceil((total - 1) / 99) * 10_000);
  });
});

describe('a product that a sweep did not see', () => {
  it('stays where the sweep has not seen as many rows as there are, after three attempts and with a note', async () => {
    const account = await openAccount({ products: 60 });
    await readAll(account);
    const { account: there, switches, calls } = account.server;
    const hidden = there.products.rowIdsOf(10_003);
    const stopHiding = switches.hideProductRows(...hidden);
    there.deleteProduct(10_005);
    account.clock.advance(HOUR_MS);
    calls.reset();
    await readAll(account);

    const rows = there.products.rowCount;
    expect(account.rows('select id from products where id in (10003, 10005)')).toHaveLength(2);
    expect(notesOf(account, 'sweep_incomplete')).toEqual([
      { owner: 'list:products', record: 'list:products', given: String(rows), written: String(rows - hidden.length) },
    ]);
    expect(await readFact(account.db(), 'products_sweep_number')).toBe('4');
    expect(await readFact(account.db(), 'products_read_at')).toBe(String(account.clock.now() - HOUR_MS));
    expect(await readFact(account.db(), 'products_swept_at')).toBe(String(account.clock.now()));

    // What was tried thrice in vain is tried once from then on.
    account.clock.advance(HOUR_MS);
    await readAll(account);
    expect(await readFact(account.db(), 'products_sweep_number')).toBe('5');
    expect(account.rows('select id from products where id in (10003, 10005)')).toHaveLength(2);

    stopHiding();
    account.clock.advance(HOUR_MS);
    await readAll(account);
    expect(account.rows('select id from products where id in (10003, 10005)')).toEqual([{ id: 10_003 }]);
    expect(notesOf(account, 'sweep_incomplete')).toEqual([]);
  });
});

describe('a list of products without a total', () => {
  it('has been read up to the start of the last sweep that ended', async () => {
    const rows = [{ id: 1, product_id: 1, flat_product: { title: 'A', product: { sku: 'A' } } }];
    const scripted = await openScripted((_, request) => pageOf(rows, request, null));
    const { clock, db } = scripted;
    expect(await readUpTo(db(), 'searchProducts', clock.now())).toBe(null);
    const begunAt = clock.now();
    await readOn(createProductsStream(scripted.context()), scripted);
    clock.advance(HOUR_MS / 2);
    expect(await readUpTo(db(), 'searchProducts', clock.now())).toBe(begunAt);
    expect((await productsProgress(db(), clock.now())).readAt).toBe(localTimestamp(begunAt));
  });
});

describe('a list of products that answers the same page again', () => {
  it('ends, and is noted as one that is not whole', async () => {
    const rows = [1, 2, 3].map((id) => ({
      id,
      product_id: id,
      flat_product: { title: 'A', product: { sku: `A${id}` } },
    }));
    const scripted = await openScripted(() => ({ rows, total: 10 ** 12 }));
    await readOn(createProductsStream(scripted.context()), scripted, 20);
    expect(scripted.rows('select id from products')).toHaveLength(3);
    expect(notesOf(scripted, 'sweep_incomplete')).toMatchObject([{ given: String(10 ** 12), written: '3' }]);
  });
});
