import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseByDialect } from '../../../electron/store/dialects/dialect.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ACCOUNT, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { seedBefore, storeBefore } from './store-before.ts';

const { alpha, beta } = ACCOUNT;

describe('migration 0005-lists', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0005-lists');
    await insertRows(db, 'accounts', [
      { id: alpha, name: 'alpha' },
      { id: beta, name: 'beta' },
    ]);
    await seedBefore(db);
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const stockOf = async (id: number) =>
    (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock;
  const found = async (phrase: string) => {
    const search = chooseByDialect({
      sqlite: sql`select rowid as id from product_search where product_search match ${`"${phrase}"`} order by 1`,
      postgres: sql`select id from products 
        where folded_title || ' ' || folded_sku like ${`%${phrase}%`} order by id`,
    });
    const { rows } = await sql<{ id: number }>`${search}`.execute(db);
    return rows.map(({ id }) => id);
  };

  it('gives existing products their stock and makes them searchable', async () => {
    expect(await stockOf(PRODUCT.cafe)).toBe(-2_000);
    expect(await stockOf(PRODUCT.lamp)).toBe(0);
    expect(await found('appel')).toEqual([PRODUCT.apple, PRODUCT.lamp, PRODUCT.course, PRODUCT.odd]);
  });
});
