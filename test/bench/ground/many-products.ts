import type { Kysely } from 'kysely';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ACCOUNT, GROUP } from '../../support/shop-fixture.ts';

export const MANY_PRODUCTS = 1_000;
const FIRST_ID = 10_000;

export async function seedManyProducts(db: Kysely<StoreSchema>): Promise<void> {
  const ids = Array.from({ length: MANY_PRODUCTS }, (_, index) => FIRST_ID + index);
  await insertRows(
    db,
    'products',
    ids.map((id) => ({
      id,
      account_id: ACCOUNT.alpha,
      sku: `B-${id}`,
      title: `Product ${id}`,
      folded_sku: `b-${id}`,
      folded_title: `product ${id}`,
      product_group_id: GROUP.toys,
      shop_product_id: id + 70_000,
    })),
  );
}

/** Each of them gets another title, in one transaction. */
export async function changeManyProducts(db: Kysely<StoreSchema>, round: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ title: `Title ${round}`, folded_title: `title ${round}` })
    .where('id', '>=', FIRST_ID)
    .execute();
}
