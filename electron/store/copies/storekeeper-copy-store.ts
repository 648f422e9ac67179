import { type Generated, type Insertable, type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { StockTable, StoreSchema } from '../schema.ts';
import { chunksOf } from '../scoped-queries.ts';
import { inWriteTransaction } from '../transactions.ts';
import { COPIED_ACCOUNT, type CopyDb, type CopySchema, type CopyStore, openCopyStore } from './copy-store.ts';

/**
 * The store of a copied StoreKeeper account: that of a shop, with what reading on needs. Amounts of its own tables are
 * those of the shop: 1/10 000 euro.
 */
export interface StoreKeeperSchema extends CopySchema {
  sk_products: SeenProductsTable;
  sk_customers: SeenCustomersTable;
  sk_orders: KnownOrdersTable;
  sk_notes: NotesTable;
}

/** The store of such a copy, or a transaction of it. */
export type StoreKeeperDb = Kysely<StoreKeeperSchema>;

/** Rows of the product search, of which a product has one for each shop that sells it. */
export interface SeenProductsTable {
  row_id: number;
  /** 0 where the row cannot be read, and was never read before. */
  product_id: number;
  /** Number of the sweep that saw it last. */
  sweep: number;
  /** The usual price including VAT that this shop has; null without one. */
  price_wt: number | null;
}

/** Customers that the list of customers has. */
export interface SeenCustomersTable {
  customer_id: number;
  /** Number of the sweep that saw it last. */
  sweep: number;
  /** Deleted ones are listed as well. */
  is_deleted: 0 | 1;
}

/** Orders that StoreKeeper has named. */
export interface KnownOrdersTable {
  order_id: number;
  /**
   * `listed`: it exists, and its month has not come yet. `wanted`: it is to be read. `gone`: it could not be found once. The
   * second time it is `removed` if no list names it, and nothing is left of it but that it is not wanted again.
   */
  state: 'listed' | 'wanted' | 'read' | 'gone' | 'removed';
  /** Of the record as it was read last: what has the same hash has not changed. */
  body_hash: string | null;
  /** How many readings in a row found nothing new. */
  unchanged: number;
  last_read: number | null;
  /** Null for one that is wanted in its turn: it was never read, and is of a window of time that is being read. */
  next_read: number | null;
  /** How many times in a row it could not be read. */
  failures: Generated<number>;
  /** How many checks in a row did not find it. */
  absences: Generated<number>;
  /** Of the order as it is in the copy; null where it is left out. */
  shop_id: Generated<number | null>;
  location_id: Generated<number | null>;
  /** As StoreKeeper has them, for the comparison of sums; null while it was never read, or left out. */
  value_wt: number | null;
  value_ex: number | null;
  discount_wt: number | null;
  discount_ex: number | null;
  paid_wt: number | null;
}

export interface NotesTable {
  /** The record whose reading made the note: its next reading replaces it. */
  owner: string;
  kind: string;
  record: string;
  /** JSON. */
  detail: string;
  /** What the note is about: its amount, or by how much two figures differ; null where it is about no amount. */
  amount: number | null;
  noted_at: number;
}

export async function openStoreKeeperCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CopyStore> {
  return openCopyStore(file, clock, async (db) => {
    await createTables(db);
    await upsertRows(db, 'accounts', [{ id: COPIED_ACCOUNT, name: '' }]);
  });
}

/** The tables of its own, of a store that `openStoreKeeperCopy` opened. */
export function storeKeeperDb(db: CopyDb): StoreKeeperDb {
  return db.withTables<Pick<StoreKeeperSchema, 'sk_products' | 'sk_customers' | 'sk_orders' | 'sk_notes'>>();
}

/** As `inWriteTransaction`, with the tables of such a copy. */
export function inCopyTransaction<Result>(
  db: StoreKeeperDb,
  work: (transaction: StoreKeeperDb) => Promise<Result>,
): Promise<Result> {
  return inWriteTransaction(db, (transaction) => work(transaction as StoreKeeperDb));
}

async function createTables(db: CopyDb): Promise<void> {
  await db.schema
    .createTable('sk_products')
    .ifNotExists()
    .addColumn('row_id', 'integer', (c) => c.primaryKey())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('sweep', 'integer', (c) => c.notNull())
    .addColumn('price_wt', 'integer')
    .execute();
  await db.schema
    .createIndex('sk_products_by_product')
    .ifNotExists()
    .on('sk_products')
    .columns(['product_id', 'row_id'])
    .execute();
  await db.schema
    .createIndex('products_by_given_sku')
    .ifNotExists()
    .on('products')
    .columns(['account_id', 'sku'])
    .execute();
  await db.schema
    .createTable('sk_customers')
    .ifNotExists()
    .addColumn('customer_id', 'integer', (c) => c.primaryKey())
    .addColumn('sweep', 'integer', (c) => c.notNull())
    .addColumn('is_deleted', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sk_orders')
    .ifNotExists()
    .addColumn('order_id', 'integer', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text')
    .addColumn('unchanged', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_read', 'integer')
    .addColumn('next_read', 'integer')
    .addColumn('value_wt', 'integer')
    .addColumn('value_ex', 'integer')
    .addColumn('discount_wt', 'integer')
    .addColumn('discount_ex', 'integer')
    .addColumn('paid_wt', 'integer')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('absences', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('shop_id', 'integer')
    .addColumn('location_id', 'integer')
    .execute();
  await db.schema
    .createIndex('sk_orders_by_turn')
    .ifNotExists()
    .on('sk_orders')
    .columns(['state', 'next_read', 'order_id'])
    .execute();
  await db.schema
    .createIndex('sk_orders_absent')
    .ifNotExists()
    .on('sk_orders')
    .columns(['order_id'])
    .where(sql.ref('absences'), '>', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('sk_orders_by_place')
    .ifNotExists()
    .on('sk_orders')
    .columns(['shop_id', 'location_id'])
    .execute();
  await db.schema
    .createTable('sk_notes')
    .ifNotExists()
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer')
    .addColumn('noted_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('sk_notes_by_owner', ['owner', 'kind', 'record'])
    .execute();
  await db.schema
    .createIndex('sk_notes_by_kind')
    .ifNotExists()
    .on('sk_notes')
    .columns(['kind', 'noted_at', 'amount'])
    .execute();
  await sql`create index if not exists sk_notes_by_record on sk_notes (kind, length(record), record)`.execute(db);
}

const ROWS_PER_STATEMENT = 200;

const KEYS: Partial<Record<keyof StoreSchema, readonly string[]>> = {
  stock: ['account_id', 'product_id', 'location_id'],
};

type RowKey<Table> = Table extends 'stock' ? Pick<StockTable, 'product_id' | 'location_id'> : { readonly id: number };

/**
 * Inserts rows, and changes those that are there with other values: what is there as it is given is not written. Every
 * row has the same columns as the first. Answers the keys of the rows that were written.
 */
export async function upsertRows<Table extends keyof StoreSchema & string>(
  db: CopyDb | StoreKeeperDb,
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
): Promise<RowKey<Table>[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const keys = KEYS[table] ?? ['id'];
  const others = columns.filter((column) => !keys.includes(column));
  const excluded = (column: string) => sql`${sql.id('excluded', column)}`;
  const changes = sql.join(others.map((column) => sql`${sql.id(column)} = ${excluded(column)}`));
  const differs = sql.join(
    others.map((column) => sql`${sql.id(table, column)} is not ${excluded(column)}`),
    sql` or `,
  );
  const names = sql.join(columns.map((column) => sql.id(column)));
  const values = sql.join(columns.map((_column, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`));
  const keyColumns = sql.join(keys.map((key) => sql.id(key)));
  const written: RowKey<Table>[] = [];
  // One statement for each table, however many rows there are: texts of every length would fill the memory.
  for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT)) {
    const given = JSON.stringify(chunk.map((row) => columns.map((column) => storable(row[column]))));
    const { rows: keysOfChunk } = await sql<RowKey<Table>>`
      insert into ${sql.id(table)} (${names}) select ${values} from json_each(${given}) where true
      on conflict (${keyColumns}) do update set ${changes} where ${differs}
      returning ${keyColumns}`.execute(db);
    written.push(...keysOfChunk);
  }
  return written;
}

/** As `toBound` of a connection: only what the store holds exactly. */
function storable(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError(`not a value that the store holds: ${typeof value} ${String(value)}`);
}

type TableWithIds =
  | 'shops'
  | 'locations'
  | 'tax_rates'
  | 'turnover_groups'
  | 'customers'
  | 'payment_providers'
  | 'products';

/** Those of the ids that the table has. */
export async function readKnownIds(
  db: StoreKeeperDb,
  table: TableWithIds,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.id(table)} where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface NewNote {
  readonly kind: string;
  readonly record: string;
  readonly detail: object;
}

/** The notes of one record as it was read at `notedAt`, instead of those of its reading before. The same ones stay as they are. */
export async function replaceNotes(
  db: StoreKeeperDb,
  owner: string,
  notes: readonly NewNote[],
  notedAt: number,
): Promise<void> {
  const before = await db.selectFrom('sk_notes').selectAll().where('owner', '=', owner).execute();
  const keyOf = ({ kind, record, detail }: Pick<NotesTable, 'kind' | 'record' | 'detail'>) =>
    JSON.stringify([kind, record, detail]);
  // A record has one note of a kind.
  const now = new Map(
    notes.map(({ kind, record, detail }) => [
      `${kind} ${record}`,
      { kind, record, detail: JSON.stringify(detail), amount: amountOf(detail) },
    ]),
  );
  const [was, is] = [before.map(keyOf).sort(), [...now.values()].map(keyOf).sort()];
  if (was.join() === is.join()) return;
  await db.deleteFrom('sk_notes').where('owner', '=', owner).execute();
  const rows = [...now.values()].map((note) => ({ ...note, owner, noted_at: notedAt }));
  for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT)) await db.insertInto('sk_notes').values(chunk).execute();
}

/** The same for several records: their notes by owner, an empty list where there are none any more. */
export async function replaceNotesOf(
  db: StoreKeeperDb,
  notes: ReadonlyMap<string, readonly NewNote[]>,
  notedAt: number,
): Promise<void> {
  const listed = sql<string>`(select value from json_each(${JSON.stringify([...notes.keys()])}))`;
  const noted = await db.selectFrom('sk_notes').select('owner').distinct().where('owner', 'in', listed).execute();
  const before = new Set(noted.map(({ owner }) => owner));
  for (const [owner, ofOwner] of notes) {
    if (ofOwner.length > 0 || before.has(owner)) await replaceNotes(db, owner, ofOwner, notedAt);
  }
}

function amountOf({ amount, theirs, ours }: { amount?: unknown; theirs?: unknown; ours?: unknown }): number | null {
  const about = amount ?? (typeof theirs === 'number' && typeof ours === 'number' ? Math.abs(theirs - ours) : null);
  return typeof about === 'number' && Number.isSafeInteger(about) ? about : null;
}
