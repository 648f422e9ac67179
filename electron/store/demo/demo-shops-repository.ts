import { sumStock } from '../catalog/catalog-writer.ts';
import { recordCustomerChanges, recordProductChanges } from '../changes/record-changes.ts';
import { updateStatistics } from '../dialects/expressions.ts';
import { writeOrders } from '../orders/order-writer.ts';
import type { DemoShopsTable, StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';

/** Tables of a shop, referring tables first. Deleting orders also deletes their lines, and customers their segments. */
const SHOP_TABLES = [
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

/** Demo shops and their orders. */
export function createDemoShopsRepository(db: StoreDb) {
  /** Removes orders purchased before `instant`, and all orders that follow them. */
  async function removeOrdersBefore(accountId: number, instant: number): Promise<void> {
    await inWriteTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId);
      const existing = await readWithFollowers(transaction, accountId, instant);
      await writeOrders(transaction, { existing }, () =>
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

    /** Reads when an order was last updated. 0 if the account has no orders. */
    async readLastUpdate(accountId: number): Promise<number> {
      const { last } = await db
        .selectFrom('orders')
        .select(({ fn }) => fn.max<number | null>('date_updated').as('last'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return last ?? 0;
    },

    removeOrdersBefore,

    /** Removes all data of an account except the account, its users, tokens and API keys. */
    async removeShop(accountId: number): Promise<void> {
      await inWriteTransaction(db, async (transaction) => {
        await createDemoShopsRepository(transaction).removeOrdersBefore(accountId, Number.MAX_SAFE_INTEGER);
        const productIds = await readProductIds(transaction, accountId);
        for (const table of SHOP_TABLES) {
          await transaction.deleteFrom(table).where('account_id', '=', accountId).execute();
        }
        await raiseVersion(transaction, accountId, 'orders');
        await recordWholeShop(transaction, accountId, productIds);
      });
    },
  };
}

/** Reads ids of orders purchased before `instant`, and of all that follow them, of any date. */
async function readWithFollowers(db: StoreDb, accountId: number, instant: number): Promise<number[]> {
  const orders = await db
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
  return orders.map(({ id }) => id);
}

const FILLED_TABLES = ['products', 'product_prices', 'stock', 'customers', 'customer_segments'] as const;

/** Writes catalog and customers of an empty account. `db` must be a transaction. */
export async function fillShop(db: StoreDb, accountId: number, fill: () => Promise<void>): Promise<void> {
  await fill();
  await updateStatistics(db, FILLED_TABLES);
  const productIds = await readProductIds(db, accountId);
  await sumStock(db, accountId, productIds);
  await recordWholeShop(db, accountId, productIds);
}

/** Needs no entry in the order feed, because the account has no orders yet. */
async function recordWholeShop(db: StoreDb, accountId: number, productIds: readonly number[]): Promise<void> {
  await recordProductChanges(db, accountId, productIds);
  await raiseVersion(db, accountId, 'stock');
  await recordCustomerChanges(db, accountId, []);
}

async function readProductIds(db: StoreDb, accountId: number): Promise<number[]> {
  const products = await db
    .selectFrom('products')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return products.map(({ id }) => id);
}
