import type { Kysely } from 'kysely';
import type { Random } from '../../../../electron/platform/embedded/demo/prng.ts';
import { changePrice, changeStock } from '../../../../electron/store/catalog-writer.ts';
import { insertRows } from '../../../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { ACCOUNT, GROUP, LOCATION, PRODUCT, RATE } from '../../../support/shop-fixture.ts';

type Db = Kysely<StoreSchema>;

const PRICES = [2001, 2002, 2005, 2008];
const PLACES = [
  [PRODUCT.cafe, LOCATION.utrecht],
  [PRODUCT.cafe, LOCATION.amsterdam],
  [PRODUCT.apple, LOCATION.utrecht],
  [PRODUCT.course, LOCATION.amsterdam],
] as const;
const FIRST_ID = 3_000;

export async function setPrice(db: Db, random: Random): Promise<void> {
  const ppu = random.whole(1, 900_000);
  const ppu_wt = Math.round(ppu * 1.21);
  await changePrice(db, { account_id: ACCOUNT.alpha, id: random.pick(PRICES), ppu, ppu_wt });
}

export async function setStock(db: Db, random: Random): Promise<void> {
  const [product_id, location_id] = random.pick(PLACES);
  await changeStock(db, { account_id: ACCOUNT.alpha, product_id, location_id }, someQuantity(random));
}

export async function setStockOfBeta(db: Db, random: Random): Promise<void> {
  const place = { account_id: ACCOUNT.beta, product_id: PRODUCT.beta, location_id: LOCATION.beta };
  await changeStock(db, place, someQuantity(random));
}

export async function addProduct(db: Db, random: Random): Promise<void> {
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
}

export async function removeProduct(db: Db, random: Random): Promise<void> {
  const added = await db.selectFrom('products').select('id').where('id', '>=', FIRST_ID).execute();
  if (added.length === 0) return addProduct(db, random);
  const { id } = random.pick(added);
  await db.deleteFrom('stock').where('product_id', '=', id).execute();
  await db.deleteFrom('product_prices').where('product_id', '=', id).execute();
  await db.deleteFrom('products').where('id', '=', id).execute();
}

function someQuantity(random: Random): number {
  return random.whole(-9, 99) * QUANTITY_SCALE;
}
