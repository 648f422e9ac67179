import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { TotalsDifference } from './verify-totals.ts';

type Db = Kysely<StoreSchema>;

/** Products whose `stock` is not the sum over their locations, by id. */
export async function verifyStock(db: Db): Promise<TotalsDifference[]> {
  const { rows } = await sql<{ account_id: number; id: number; kept: number; right: number }>`
    select products.account_id, products.id, products.stock as kept, coalesce(counted.quantity, 0) as "right"
    from products
    left join (
      select account_id, product_id, sum(quantity) as quantity from stock group by account_id, product_id
    ) as counted on counted.account_id = products.account_id and counted.product_id = products.id
    where products.stock <> coalesce(counted.quantity, 0)
    order by products.id
  `.execute(db);
  return rows.map(({ kept, right, ...key }) => ({ table: 'products', key, column: 'stock', kept, right }));
}

/** Makes those right that differ, each in a transaction of its own. */
export async function repairStock(db: Db): Promise<void> {
  for (const { key } of await verifyStock(db)) {
    await db
      .updateTable('products')
      .set({
        stock: sql`coalesce((select sum(quantity) from stock
        where stock.account_id = products.account_id and stock.product_id = products.id), 0)`,
      })
      .where('account_id', '=', Number(key.account_id))
      .where('id', '=', Number(key.id))
      .execute();
  }
}
