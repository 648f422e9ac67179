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
 * The store of a copied StoreKeeper account: the tables of a shop, and the state of the reading. Amounts are 1/10,000
 * euro.
 */
export interface StoreKeeperSchema extends CopySchema {
  sk_rows: SeenRowsTable;
  sk_orders: KnownOrdersTable;
  sk_notes: NotesTable;
}

export type StoreKeeperDb = Kysely<StoreKeeperSchema>;

/** Rows of lists that are repeatedly read from start to end. */
export interface SeenRowsTable {
  list: string;
  row_id: number;
  /**
   * The id of the product for a row of the product search, or 0 if that was never readable. For other lists, the id of
   * the row.
   */
  record_id: number;
  /** The last sweep that saw the row. */
  sweep: number;
}

/** Orders that are known to exist. An id below 0 represents an id that could not be read. */
export interface KnownOrdersTable {
  order_id: number;
  /**
   * `listed`: exists, but its month has not been read yet. `wanted`: waits for its first reading. `read`: is in the
   * copy. `unreadable`: cannot be read, and the copy may be wrong or incomplete.
   */
  state: 'listed' | 'wanted' | 'read' | 'unreadable';
  /** 1 for a new order. Reports do not wait until it is read. */
  is_new: 0 | 1;
  /** The months (YYYYMM) in which it may have been bought. Equal once the month is known. */
  first_month: number;
  last_month: number;
  /**
   * The times of the purchase and of the last reading, in milliseconds since the epoch. `null` if it was never read.
   */
  purchased_at: number | null;
  last_read: number | null;
  next_read: number;
  /** The number of consecutive failed readings. */
  failures: number;
}

export interface NotesTable {
  /** The record whose reading created the note. Its next reading replaces the note. */
  owner: string;
  kind: string;
  record: string;
  /** JSON. */
  detail: string;
  /** The amount or difference that the note is about. `null` if it is about no amount. */
  amount: number | null;
  noted_at: number;
}

/** The version of the copy's format. Raise it if copies must be read again. */
const COPY_FORMAT = '3';

const FORMAT_FACT = 'form';

/** Opens a copy. A copy with another format is removed, and a note says that it is read again. Throws `StoreError`. */
export async function openStoreKeeperCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CopyStore> {
  const open = () => openCopyStore(file, clock, prepare);
  const found = await open();
  if ((await readFact(found.db, FORMAT_FACT)) === COPY_FORMAT) return found;
  await found.close();
  for (const part of [`${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
  // Truncating keeps the file permissions.
  await truncate(file);
  const store = await open();
  const note = { kind: 'copy_read_anew', record: 'list:orders', detail: {} };
  await replaceNotes(toStoreKeeperDb(store.db), 'copy', [note], clock.now());
  return store;
}

/** Creates the tables of a new copy. Does not change an existing one. */
async function prepare(db: CopyDb): Promise<void> {
  const facts = await db.selectFrom('copy_facts').select('name').execute();
  if (facts.length > 0) return;
  await createTables(db);
  await upsertRows(db, 'accounts', [{ id: COPIED_ACCOUNT, name: '' }]);
  await writeFacts(db, { [FORMAT_FACT]: COPY_FORMAT });
}

export async function hasCurrentFormat(db: CopyDb): Promise<boolean> {
  return (await readFact(db, FORMAT_FACT)) === COPY_FORMAT;
}

/** Adds the types of the StoreKeeper tables. */
export function toStoreKeeperDb(db: CopyDb): StoreKeeperDb {
  return db.withTables<Pick<StoreKeeperSchema, 'sk_rows' | 'sk_orders' | 'sk_notes'>>();
}

/** As `inWriteTransaction`, for a StoreKeeper copy. */
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
    // In a copy, the location of an order may differ from its shop's.
    sql`create index orders_by_place on orders (shop_id, location_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

const ROWS_PER_STATEMENT = 200;

const KEY_COLUMNS: Partial<Record<keyof StoreSchema, readonly string[]>> = {
  stock: ['account_id', 'product_id', 'location_id'],
};

type RowKey<Table> = Table extends 'stock' ? Pick<StockTable, 'product_id' | 'location_id'> : { readonly id: number };

/**
 * Inserts rows, and updates existing ones that differ. Every row must have the same columns as the first. Returns the
 * keys of written rows.
 */
export async function upsertRows<Table extends keyof StoreSchema & string>(
  db: CopyDb | StoreKeeperDb,
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
): Promise<RowKey<Table>[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const keys = KEY_COLUMNS[table] ?? ['id'];
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
  // One statement per table for any number of rows. A text for each length would fill the statement cache.
  for (const chunk of splitIntoChunks(rows, ROWS_PER_STATEMENT)) {
    const given = JSON.stringify(chunk.map((row) => columns.map((column) => toStorable(row[column]))));
    const { rows: chunkKeys } = await sql<RowKey<Table>>`
      insert into ${sql.id(table)} (${names}) select ${values} from json_each(${given}) where true
      on conflict (${keyColumns}) do update set ${changes} where ${differs}
      returning ${keyColumns}`.execute(db);
    written.push(...chunkKeys);
  }
  return written;
}

/** Accepts only values that the store holds exactly, as `toBound` does. */
function toStorable(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError(`the store cannot hold this value: ${typeof value} ${String(value)}`);
}

type TableWithIds = 'shops' | 'locations' | 'tax_rates' | 'turnover_groups' | 'customers' | 'payment_providers';

/** Inserts missing rows and does not change existing ones. */
export async function insertMissing<Table extends TableWithIds>(
  db: StoreKeeperDb,
  table: Table,
  rows: readonly (Insertable<StoreSchema[Table]> & { readonly id: number })[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const { rows: known } = await sql<{ id: number }>`
    select id from ${sql.id(table)} where id in ${toSqlList(ids)}`.execute(db);
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = new Map(rows.filter(({ id }) => !knownIds.has(id)).map((row) => [row.id, row]));
  await upsertRows(db, table, [...missing.values()]);
}

/** Any number of ids or texts for `in`. */
export function toSqlList<Value extends number | string>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;
}

export interface NewNote {
  readonly kind: string;
  readonly record: string;
  readonly detail: object;
}

/** Replaces the notes of a record with those of its reading at `notedAt`. Identical notes do not change. */
export async function replaceNotes(
  db: StoreKeeperDb,
  owner: string,
  notes: readonly NewNote[],
  notedAt: number,
): Promise<void> {
  const previousNotes = await db.selectFrom('sk_notes').selectAll().where('owner', '=', owner).execute();
  const toKey = ({ kind, record, detail }: Pick<NotesTable, 'kind' | 'record' | 'detail'>) =>
    JSON.stringify([kind, record, detail]);
  // A record has at most one note of each kind.
  const currentNotes = new Map(
    notes.map(({ kind, record, detail }) => [
      `${kind} ${record}`,
      { kind, record, detail: JSON.stringify(detail), amount: getNoteAmount(detail) },
    ]),
  );
  const [previousKeys, currentKeys] = [previousNotes.map(toKey).sort(), [...currentNotes.values()].map(toKey).sort()];
  if (previousKeys.join() === currentKeys.join()) return;
  await db.deleteFrom('sk_notes').where('owner', '=', owner).execute();
  const rows = [...currentNotes.values()].map((note) => ({ ...note, owner, noted_at: notedAt }));
  for (const chunk of splitIntoChunks(rows, ROWS_PER_STATEMENT))
    await db.insertInto('sk_notes').values(chunk).execute();
}

/** Replaces the notes of several records. An empty list removes the notes of its owner. */
export async function replaceNotesByOwner(
  db: StoreKeeperDb,
  notes: ReadonlyMap<string, readonly NewNote[]>,
  notedAt: number,
): Promise<void> {
  const listed = toSqlList([...notes.keys()]);
  const noted = await db.selectFrom('sk_notes').select('owner').distinct().where('owner', 'in', listed).execute();
  const before = new Set(noted.map(({ owner }) => owner));
  for (const [owner, ownerNotes] of notes) {
    if (ownerNotes.length > 0 || before.has(owner)) await replaceNotes(db, owner, ownerNotes, notedAt);
  }
}

function getNoteAmount({
  amount,
  theirs,
  ours,
}: {
  amount?: unknown;
  theirs?: unknown;
  ours?: unknown;
}): number | null {
  const about = amount ?? (typeof theirs === 'number' && typeof ours === 'number' ? Math.abs(theirs - ours) : null);
  return typeof about === 'number' && Number.isSafeInteger(about) ? about : null;
}

export async function removeNotes(db: StoreKeeperDb, owners: readonly string[]): Promise<void> {
  await db.deleteFrom('sk_notes').where('owner', 'in', toSqlList(owners)).execute();
}

/** Notes of a kind. `amount` is the sum of their amounts, or `null` if none has an amount. */
export interface NoteSum {
  readonly kind: string;
  readonly count: number;
  readonly amount: number | null;
}

/** Reads only an index. */
export async function sumNotesByKind(db: StoreKeeperDb): Promise<NoteSum[]> {
  const { rows } = await sql<NoteSum>`
    select kind, count(*) as count, sum(amount) as amount from sk_notes group by kind order by kind`.execute(db);
  return rows;
}

/** Reads the latest notes of a kind, newest first. */
export function readLatestNotes(
  db: StoreKeeperDb,
  kind: string,
  limit: number,
): Promise<Pick<NotesTable, 'record' | 'detail'>[]> {
  const notes = db.selectFrom('sk_notes').select(['record', 'detail']).where('kind', '=', kind);
  return notes.orderBy('noted_at', 'desc').orderBy('record', 'desc').limit(limit).execute();
}

export async function readOwnerNotes(db: StoreKeeperDb, owner: string): Promise<NewNote[]> {
  const ownerNotes = db.selectFrom('sk_notes').select(['kind', 'record', 'detail']).where('owner', '=', owner);
  return (await ownerNotes.execute()).map(({ detail, ...note }) => ({ ...note, detail: JSON.parse(detail) }));
}
