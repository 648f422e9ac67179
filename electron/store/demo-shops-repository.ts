import type { Kysely } from 'kysely';
import type { DemoShopsTable, StoreSchema } from './schema.ts';

/** What the demo platform remembers between starts, and the end of its window. */
export function createDemoShopsRepository(db: Kysely<StoreSchema>) {
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

    /** Removes orders purchased before `instant`, with their lines and with every order that follows one. */
    async removeOrdersBefore(accountId: number, instant: number): Promise<void> {
      await db
        .deleteFrom('orders')
        .where('account_id', '=', accountId)
        .where('date_purchased', '<', instant)
        .execute();
    },
  };
}
