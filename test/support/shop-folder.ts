import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../../electron/store/open-store.ts';
import { ACCOUNT, seedFixtureShop } from './shop-fixture.ts';

/**
 * Fills a data folder with the fixture shop, and changes it by `change`, which is SQL. To a program the shop was generated
 * for good: it makes no demo shops beside it, which takes longer than the rest of its start. Answers the file.
 */
export async function layShop(folder: string, change?: string): Promise<string> {
  const file = join(folder, 'tilldesk.sqlite');
  const { db, close } = await openStore({ file });
  await seedFixtureShop(db);
  await db
    .insertInto('demo_shops')
    .values({ account_id: ACCOUNT.alpha, seed: 0, topped_up_until: 0, plan_version: 1, is_fixed: 1 })
    .execute();
  if (change !== undefined) await sql.raw(change).execute(db);
  await close();
  return file;
}
