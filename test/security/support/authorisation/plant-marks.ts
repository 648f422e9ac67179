import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { foldText } from '../../../../shared/fold-text.ts';

/** Whom a text belongs to: an account, and of it a location (0: none), a customer or a user. */
export interface Mark {
  readonly account: number;
  readonly kind: 'l' | 'c' | 'u' | null;
  readonly id: number;
}

const MARK_FORM = /~a(\d+)(?:([lcu])(\d+))?~/g;

export function marksIn(text: string): Mark[] {
  return [...text.matchAll(MARK_FORM)].map(([, account, kind, id]) => ({
    account: Number(account),
    kind: (kind as Mark['kind'] | undefined) ?? null,
    id: Number(id ?? 0),
  }));
}

const ofAccount = (account: number) => `~a${account}~`;
const ofLocation = (account: number, location: number | null) => `~a${account}l${location ?? 0}~`;

/** Puts a mark into a text of every record, so that wherever it shows up it can be told whose it is. */
export async function plantMarks(db: Kysely<StoreSchema>): Promise<void> {
  for (const { id, name } of await db.selectFrom('accounts').selectAll().execute()) {
    await db
      .updateTable('accounts')
      .set({ name: name + ofAccount(id) })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, account_id, name } of await db.selectFrom('users').selectAll().execute()) {
    const marked = `${name}~a${account_id}u${id}~`;
    await db.updateTable('users').set({ name: marked }).where('id', '=', id).execute();
  }
  await markPlaces(db);
  await markReference(db);
  await markCustomers(db);
  await markOrders(db);
}

async function markPlaces(db: Kysely<StoreSchema>): Promise<void> {
  for (const { id, account_id, title } of await db.selectFrom('locations').selectAll().execute()) {
    const marked = title + ofLocation(account_id, id);
    await db.updateTable('locations').set({ title: marked, city: marked }).where('id', '=', id).execute();
  }
  for (const { id, account_id, location_id, title } of await db.selectFrom('shops').selectAll().execute()) {
    const marked = title + ofLocation(account_id, location_id);
    await db.updateTable('shops').set({ title: marked }).where('id', '=', id).execute();
  }
}

async function markReference(db: Kysely<StoreSchema>): Promise<void> {
  for (const table of ['turnover_groups', 'payment_providers', 'segments'] as const) {
    for (const { id, account_id, title } of await db.selectFrom(table).selectAll().execute()) {
      const marked = title + ofAccount(account_id);
      await db.updateTable(table).set({ title: marked }).where('id', '=', id).execute();
    }
  }
  for (const { id, account_id, name } of await db.selectFrom('tax_rates').selectAll().execute()) {
    const marked = name + ofAccount(account_id);
    await db.updateTable('tax_rates').set({ name: marked }).where('id', '=', id).execute();
  }
  for (const { id, account_id, title } of await db.selectFrom('products').selectAll().execute()) {
    const marked = title + ofAccount(account_id);
    const change = { title: marked, folded_title: foldText(marked) };
    await db.updateTable('products').set(change).where('id', '=', id).execute();
  }
}

async function markCustomers(db: Kysely<StoreSchema>): Promise<void> {
  for (const { id, account_id, name, email } of await db.selectFrom('customers').selectAll().execute()) {
    const mark = `~a${account_id}c${id}~`;
    const change = { name: name + mark, folded_name: foldText(name + mark), email: mark + email };
    await db.updateTable('customers').set(change).where('id', '=', id).execute();
  }
}

async function markOrders(db: Kysely<StoreSchema>): Promise<void> {
  for (const { id, account_id, location_id, order_number } of await db.selectFrom('orders').selectAll().execute()) {
    const mark = ofLocation(account_id, location_id);
    await db
      .updateTable('orders')
      .set({ order_number: order_number + mark })
      .where('id', '=', id)
      .execute();
    const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', id).execute();
    for (const item of items) {
      const title = item.title + mark;
      await db.updateTable('order_items').set({ title }).where('id', '=', item.id).execute();
    }
  }
}
