import { type Kysely, sql } from 'kysely';
import { countRowsAnew } from '../dialects/count-rows-anew.ts';
import { dialectOf } from '../dialects/dialect-of.ts';
import { SETS_TRIGGERS_ASIDE } from '../dialects/set-triggers-aside.ts';
import type { StoreSchema, VersionSubject } from '../schema.ts';
import { raiseVersion } from '../versions.ts';

type Db = Kysely<StoreSchema>;

const FILLED: readonly VersionSubject[] = ['catalog', 'stock', 'stock_places', 'customers'];

const FILLED_TABLES = ['products', 'product_prices', 'stock', 'customers', 'customer_segments'] as const;

/**
 * Writes the shop of an account that has none yet, in the transaction in which the account is made. On PostgreSQL the
 * triggers are set aside meanwhile, of which each row costs more than itself, and what they keep is made at once in the
 * end; the feeds are left to `recordFirstChanges`.
 */
export async function fillAccount(db: Db, accountId: number, fill: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return fill();
  await setTriggersAside(db, 'on');
  await fill();
  await setTriggersAside(db, 'off');
  await countRowsAnew(db, FILLED_TABLES);
  await db
    .updateTable('products')
    .set((eb) => ({
      stock: eb
        .selectFrom('stock')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('quantity'), lit(0)).as('stock'))
        .whereRef('stock.account_id', '=', 'products.account_id')
        .whereRef('stock.product_id', '=', 'products.id')
        .$asScalar()
        .$notNull(),
    }))
    .where('account_id', '=', accountId)
    .execute();
  for (const subject of FILLED) await raiseVersion(db, accountId, subject);
}

/** Of this transaction alone. */
async function setTriggersAside(db: Db, value: 'on' | 'off'): Promise<void> {
  await sql`select set_config(${SETS_TRIGGERS_ASIDE}, ${value}, true)`.execute(db);
}
