import { sql } from 'kysely';
import { dialectOf } from '../dialects/dialect.ts';
import { recountRows } from '../dialects/expressions.ts';
import { SETS_TRIGGERS_ASIDE } from '../dialects/triggers.ts';
import { writingOrders } from '../orders/order-writer.ts';
import type { DemoShopsTable, StoreDb, StoreSchema, VersionSubject } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';

/** Tables of a shop, referring tables first. Lines are removed with their orders, memberships with their customers. */
const TABLES_OF_SHOP = [
  'item_totals_by_day',
  'item_totals_by_month',
  'payment_totals_by_day',
  'payment_totals_by_month',
  'order_totals_by_day',
  'order_totals_by_month',
  'product_totals_by_month',
  'customer_totals',
  'segments',
  'customers',
  'stock',
  'product_prices',
  'products',
  'payment_providers',
  'tax_rates',
  'turnover_groups',
  'shops',
  'locations',
] as const satisfies readonly (keyof StoreSchema)[];

/** The demo shops, and the removal of their orders. */
export function createDemoShopsRepository(db: StoreDb) {
  /** Removes orders purchased before `instant`, with their lines and with every order that follows one. */
  async function removeOrdersBefore(accountId: number, instant: number): Promise<void> {
    await inWriteTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId);
      const existing = await readWithFollowers(transaction, accountId, instant);
      await writingOrders(transaction, { existing }, () =>
        transaction
          .deleteFrom('orders')
          .where('account_id', '=', accountId)
          .where('date_purchased', '<', instant)
          .execute(),
      );
    });
  }

  return {
    find(accountId: number): Promise<DemoShopsTable | undefined> {
      return db.selectFrom('demo_shops').selectAll().where('account_id', '=', accountId).executeTakeFirst();
    },

    async save(shop: DemoShopsTable): Promise<void> {
      await db
        .insertInto('demo_shops')
        .values(shop)
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(shop))
        .execute();
    },

    /** When an order of the account was last updated; 0 where it has none. */
    async readLastUpdate(accountId: number): Promise<number> {
      const { last } = await db
        .selectFrom('orders')
        .select(({ fn }) => fn.max<number | null>('date_updated').as('last'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return last ?? 0;
    },

    removeOrdersBefore,

    /** Removes everything of an account but the account itself, its users, tokens and API keys. */
    async removeShop(accountId: number): Promise<void> {
      await inWriteTransaction(db, async (transaction) => {
        await createDemoShopsRepository(transaction).removeOrdersBefore(accountId, Number.MAX_SAFE_INTEGER);
        for (const table of TABLES_OF_SHOP) {
          await transaction.deleteFrom(table).where('account_id', '=', accountId).execute();
        }
        await raiseVersion(transaction, accountId, 'orders');
      });
    },
  };
}

/** Ids of the orders purchased before `instant`, and of all that follow one of them, however late. */
async function readWithFollowers(db: StoreDb, accountId: number, instant: number): Promise<number[]> {
  const leaving = await db
    .withRecursive('leaving(id)', (cte) =>
      cte
        .selectFrom('orders')
        .select('orders.id')
        .where('account_id', '=', accountId)
        .where('date_purchased', '<', instant)
        .union(
          cte.selectFrom('orders').innerJoin('leaving', 'leaving.id', 'orders.follows_order_id').select('orders.id'),
        ),
    )
    .selectFrom('leaving')
    .select('leaving.id')
    .execute();
  return leaving.map(({ id }) => id);
}

const FILLED: readonly VersionSubject[] = ['catalog', 'stock', 'stock_places', 'customers'];

const FILLED_TABLES = ['products', 'product_prices', 'stock', 'customers', 'customer_segments'] as const;

/**
 * Writes the shop of an account that has none yet, in the transaction that creates the account. On PostgreSQL the triggers
 * are off meanwhile, because they cost more than the rows, and what they maintain is written at the end; the feeds are
 * left to `recordFirstChanges`.
 */
export async function fillAccount(db: StoreDb, accountId: number, fill: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return fill();
  await setTriggersAside(db, 'on');
  await fill();
  await setTriggersAside(db, 'off');
  await recountRows(db, FILLED_TABLES);
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

/** For this transaction only. */
async function setTriggersAside(db: StoreDb, value: 'on' | 'off'): Promise<void> {
  await sql`select set_config(${SETS_TRIGGERS_ASIDE}, ${value}, true)`.execute(db);
}
