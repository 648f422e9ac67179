import { rm, truncate } from 'node:fs/promises';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { StockTable, StoreSchema } from '../schema.ts';
import { splitIntoChunks } from '../scoped-queries.ts';
import { inWriteTransaction } from '../transactions.ts';
import {
  COPIED_ACCOUNT,
  type CopyDb,
  type CopySchema,
  type CopyStore,
  openCopyStore,
  readFact,
  writeFacts,
} from './copy-store.ts';

/**
 * The store of a copied StoreKeeper account: that of a shop, with what reading on needs. Amounts of its own tables are
 * those of the shop: 1/10 000 euro.
 */
export interface StoreKeeperSchema extends CopySchema {
  sk_rows: SeenRowsTable;
  sk_orders: KnownOrdersTable;
  sk_notes: NotesTable;
}

/** The store of such a copy, or a transaction of it. */
export type StoreKeeperDb = Kysely<StoreKeeperSchema>;

/** Rows of lists that are read whole again and again. */
export interface SeenRowsTable {
  /** The name of the list. */
  list: string;
  row_id: number;
  /** Of a row of the product search its product; 0 where that was never readable. Else the row itself. */
  record_id: number;
  /** Number of the sweep that saw it last. */
  sweep: number;
}

/** Orders that are known to be there. Those with an id below 0 stand for ids that could not be read. */
export interface KnownOrdersTable {
  order_id: number;
  /**
   * `listed`: it exists, and its month has not come yet. `wanted`: it is to be read. `unreadable`: it cannot be, and what
   * the copy has of it, if anything, is not to be trusted.
   */
  state: 'listed' | 'wanted' | 'read' | 'unreadable';
  /** It is new, so that periods are answered without it until it is read. */
  is_new: 0 | 1;
  /** The months, YYYYMM, in which it can have been bought: one once that is known. */
  first_month: number;
  last_month: number;
  /** When it was bought, and when it was read last, in milliseconds since the epoch; null while it was not read. */
  purchased_at: number | null;
  last_read: number | null;
  next_read: number;
  /** How many times in a row it could not be read. */
  failures: number;
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

/** Raise it if copies have to be read again. */
const FORM = '3';

const FORM_FACT = 'form';

/** Opens the copy in `file`. One of another form is removed, and a note says that it is read again. Throws `StoreError`. */
export async function openStoreKeeperCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CopyStore> {
  const open = () => openCopyStore(file, clock, prepare);
  const found = await open();
  if ((await readFact(found.db, FORM_FACT)) === FORM) return found;
  await found.close();
  for (const part of [`${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
  // The file keeps its rights.
  await truncate(file);
  const store = await open();
  const note = { kind: 'copy_read_anew', record: 'list:orders', detail: {} };
  await replaceNotes(storeKeeperDb(store.db), 'copy', [note], clock.now());
  return store;
}

/** Gives a new copy its tables. One of another form stays as it is. */
async function prepare(db: CopyDb): Promise<void> {
  const facts = await db.selectFrom('copy_facts').select('name').execute();
  if (facts.length > 0) return;
  await createTables(db);
  await upsertRows(db, 'accounts', [{ id: COPIED_ACCOUNT, name: '' }]);
  await writeFacts(db, { [FORM_FACT]: FORM });
}

/** Whether a copy that may be of another version has this form. */
export async function isOfPresentForm(db: CopyDb): Promise<boolean> {
  return (await readFact(db, FORM_FACT)) === FORM;
}

/** The tables of its own, of a store that `openStoreKeeperCopy` opened. */
export function storeKeeperDb(db: CopyDb): StoreKeeperDb {
  return db.withTables<Pick<StoreKeeperSchema, 'sk_rows' | 'sk_orders' | 'sk_notes'>>();
}

/** As `inWriteTransaction`, with the tables of such a copy. */
export function inCopyTransaction<Result>(
  db: StoreKeeperDb,
  work: (transaction: StoreKeeperDb) => Promise<Result>,
): Promise<Result> {
  return inWriteTransaction(db, (transaction) => work(transaction as StoreKeeperDb));
}

async function createTables(db: CopyDb): Promise<void> {
  const statements = [
    sql`create table sk_rows (list text not null, row_id integer not null, record_id integer not null,
      sweep integer not null, primary key (list, row_id)) without rowid`,
    sql`create index sk_rows_by_record on sk_rows (list, record_id, row_id)`,
    sql`create index sk_rows_by_sweep on sk_rows (list, sweep)`,
    sql`create table sk_orders (order_id integer primary key, state text not null,
      is_new integer not null default 0,
      first_month integer not null default 0, last_month integer not null default 999912,
      purchased_at integer, last_read integer, next_read integer not null default 0,
      failures integer not null default 0)`,
    sql`create index sk_orders_by_turn on sk_orders (state, next_read)`,
    sql`create index sk_orders_by_state on sk_orders (state, order_id)`,
    sql`create index sk_orders_by_reading on sk_orders (state, last_read)`,
    sql`create table sk_notes (owner text not null, kind text not null, record text not null, detail text not null,
      amount integer, noted_at integer not null, primary key (owner, kind, record))`,
    sql`create index sk_notes_by_kind on sk_notes (kind, noted_at, amount)`,
    sql`create index products_by_given_sku on products (account_id, sku)`,
    // An order has a location of its own here.
    sql`create index orders_by_place on orders (shop_id, location_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
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
  for (const chunk of splitIntoChunks(rows, ROWS_PER_STATEMENT)) {
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

type TableWithIds = 'shops' | 'locations' | 'tax_rates' | 'turnover_groups' | 'customers' | 'payment_providers';

/** Writes the rows that the table has not got, and leaves the others as they are. */
export async function insertMissing<Table extends TableWithIds>(
  db: StoreKeeperDb,
  table: Table,
  rows: readonly (Insertable<StoreSchema[Table]> & { readonly id: number })[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const { rows: known } = await sql<{ id: number }>`
    select id from ${sql.id(table)} where id in ${listOf(ids)}`.execute(db);
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = new Map(rows.filter(({ id }) => !knownIds.has(id)).map((row) => [row.id, row]));
  await upsertRows(db, table, [...missing.values()]);
}

/** Ids or texts for `in`, however many. */
export function listOf<Value extends number | string>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;
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
  for (const chunk of splitIntoChunks(rows, ROWS_PER_STATEMENT))
    await db.insertInto('sk_notes').values(chunk).execute();
}

/** The same for several records: their notes by owner, an empty list where there are none any more. */
export async function replaceNotesOf(
  db: StoreKeeperDb,
  notes: ReadonlyMap<string, readonly NewNote[]>,
  notedAt: number,
): Promise<void> {
  const listed = listOf([...notes.keys()]);
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

/** Removes all notes of these owners. */
export async function removeNotes(db: StoreKeeperDb, owners: readonly string[]): Promise<void> {
  await db.deleteFrom('sk_notes').where('owner', 'in', listOf(owners)).execute();
}

/** Notes of one kind. `amount` is the sum of those that are about an amount; null where none is. */
export interface NotesOfKind {
  readonly kind: string;
  readonly count: number;
  readonly amount: number | null;
}

/** Reads an index, not the notes. */
export async function sumNotesByKind(db: StoreKeeperDb): Promise<NotesOfKind[]> {
  const { rows } = await sql<NotesOfKind>`
    select kind, count(*) as count, sum(amount) as amount from sk_notes group by kind order by kind`.execute(db);
  return rows;
}

/** The latest notes of a kind, by when they were made. */
export function readLatestNotes(
  db: StoreKeeperDb,
  kind: string,
  most: number,
): Promise<Pick<NotesTable, 'record' | 'detail'>[]> {
  const ofKind = db.selectFrom('sk_notes').select(['record', 'detail']).where('kind', '=', kind);
  return ofKind.orderBy('noted_at', 'desc').orderBy('record', 'desc').limit(most).execute();
}

export async function readNotesOf(db: StoreKeeperDb, owner: string): Promise<NewNote[]> {
  const ofOwner = db.selectFrom('sk_notes').select(['kind', 'record', 'detail']).where('owner', '=', owner);
  return (await ofOwner.execute()).map(({ detail, ...note }) => ({ ...note, detail: JSON.parse(detail) }));
}
