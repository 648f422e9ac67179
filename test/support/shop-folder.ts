import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../../electron/store/open-store.ts';
import { ACCOUNT, seedFixtureShop } from './shop-fixture.ts';

/**
 * Fills a data folder with the fixture shop, and runs the SQL `change`. Programs then treat the shop as generated and
 * create no demo shops, which would take most of their start. Returns the file.
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
