import type { Kysely } from 'kysely';
import type { Random } from '../../../../electron/platform/demo/prng.ts';
import { changePrice, moveStock } from '../../../../electron/store/catalog/catalog-writer.ts';
import { insertRows } from '../../../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { ACCOUNT, GROUP, LOCATION, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import type { WrittenRecord } from '../written-change.ts';

type Db = Kysely<StoreSchema>;

const PRICES = [
  [2001, PRODUCT.cafe],
  [2002, PRODUCT.cafe],
  [2005, PRODUCT.apple],
  [2008, PRODUCT.course],
] as const;
const PLACES = [
  [PRODUCT.cafe, LOCATION.utrecht],
  [PRODUCT.cafe, LOCATION.amsterdam],
  [PRODUCT.apple, LOCATION.utrecht],
  [PRODUCT.course, LOCATION.amsterdam],
] as const;
const FIRST_ID = 3_000;
const MOST_PPU = 900_000;

export async function setPrice(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [id, product] = random.pick(PRICES);
  const account_id = ACCOUNT.alpha;
  const { ppu: before } = await db
    .selectFrom('product_prices')
    .select('ppu')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ppu = (before + random.whole(1, 90_000)) % MOST_PPU;
  await changePrice(db, { account_id, id, ppu, ppu_wt: Math.round(ppu * 1.21) });
  return [wrote(product, true)];
}

export async function countStock(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [product_id, location_id] = random.pick(PLACES);
  await moveStock(db, { account_id: ACCOUNT.alpha, product_id, location_id }, someQuantity(random));
  return [wrote(product_id, location_id === LOCATION.utrecht)];
}

export async function countStockOfBeta(db: Db, random: Random): Promise<WrittenRecord[]> {
  const place = { account_id: ACCOUNT.beta, product_id: PRODUCT.beta, location_id: LOCATION.beta };
  await moveStock(db, place, someQuantity(random));
  return [{ ...wrote(PRODUCT.beta, false), account: ACCOUNT.beta }];
}

export async function addProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const last = await db
    .selectFrom('product_changes')
    .select(({ fn }) => fn.max('product_id').as('id'))
    .executeTakeFirst();
  const id = Math.max(FIRST_ID, (last?.id ?? 0) + 1);
  const account_id = ACCOUNT.alpha;
  const title = {
    sku: `A-${id}`,
    title: `Product ${id}`,
    folded_sku: `a-${id}`,
    folded_title: `product ${id}`,
  };
  const amounts = { ppu: 10_000, ppu_wt: 12_100, tax_rate_id: RATE.nl21, currency: 'EUR', from_qty: null };
  const place = random.pick([LOCATION.utrecht, LOCATION.amsterdam]);
  await insertRows(db, 'products', [
    { id, account_id, ...title, product_group_id: GROUP.toys, shop_product_id: id + 70_000 },
  ]);
  await insertRows(db, 'product_prices', [
    { id: id * 10, account_id, product_id: id, product_price_type_id: 1, ...amounts },
  ]);
  await insertRows(db, 'stock', [{ account_id, product_id: id, location_id: place, quantity: 5_000 }]);
  return [wrote(id, true)];
}

export async function removeProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const added = await db.selectFrom('products').select('id').where('id', '>=', FIRST_ID).execute();
  if (added.length === 0) return addProduct(db, random);
  const { id } = random.pick(added);
  await db.deleteFrom('stock').where('product_id', '=', id).execute();
  await db.deleteFrom('product_prices').where('product_id', '=', id).execute();
  await db.deleteFrom('products').where('id', '=', id).execute();
  return [wrote(id, true)];
}

/** Never nothing, which would be no change. */
function someQuantity(random: Random): number {
  return random.whole(1, 9) * (random.chance(0.5) ? QUANTITY_SCALE : -QUANTITY_SCALE);
}

function wrote(id: number, isSeenInUtrecht: boolean): WrittenRecord {
  return { account: ACCOUNT.alpha, feed: 'products', id, isSeenInUtrecht };
}
