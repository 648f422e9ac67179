import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { codeOf } from '../../base/errors.ts';
import { updateStatistics } from '../dialects/expressions.ts';
import { insertRows } from '../insert-rows.ts';
import { migrateStore, migrations } from '../migrations/migrate-store.ts';
import { connectPostgres, createServerKeysRepository, LONG_LIMITS } from '../open-postgres-store.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { inTransaction } from '../transactions.ts';
import { hasSealedSecrets } from '../webhooks/active-webhooks.ts';
import { describeDifference, readFigures, type TableFigures } from './compare-tables.ts';
import { bringBack, setAsideIndexes } from './set-aside.ts';
import { openSourceStore, type SourceRow, type SourceStore, type SourceTable } from './source-store.ts';
import { beginMove, endMove } from './unfinished-move.ts';

export interface MoveOptions {
  /** The store on SQLite. It is only read. */
  readonly file: string;
  /** Of an empty database of PostgreSQL. */
  readonly url: string;
  /** Of the key that sealed the secrets of the store, see `createServerKeysRepository`; null if there is no key. */
  readonly serverKey: { readonly purpose: string; readonly fingerprint: string } | null;
  /** Is told the part that is done, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Ends the move between two batches. The database is then refused as unfinished. */
  readonly signal: AbortSignal;
}

export interface MovedStore {
  readonly tables: number;
  readonly rows: number;
}

/** A table with its figures in the data file. */
interface MeasuredTable extends SourceTable {
  readonly figures: TableFigures;
}

/** Shares of the time that the steps take. */
const COPIED_PART = 0.7;

const INDEXED_PART = 0.9;

/**
 * Copies a store on SQLite into an empty database of PostgreSQL, and compares every table on both sides. From its first
 * write to its end the database holds a mark, by which programs refuse it. Throws `StoreError`, and the reason of `signal`.
 */
export async function moveStore({ file, url, serverKey, onProgress, signal }: MoveOptions): Promise<MovedStore> {
  const source = await openSourceStore(file);
  const target = connectPostgres({ url, connections: 1, limits: LONG_LIMITS });
  try {
    const tables = await measureTables(source);
    if (serverKey === null) await refuseSealedSecrets(source.db);
    const rows = tables.reduce((sum, { figures }) => sum + rowsIn(figures), 0);
    await beginMove(target);
    await migrateStore(target, migrations);
    const aside = await setAsideIndexes(target);
    let copied = 0;
    for (const table of tables) {
      for (const batch of batchesOf(source.rowsOf(table))) {
        signal.throwIfAborted();
        await copyRows(target, table, batch);
        copied += batch.length;
        onProgress((COPIED_PART * copied) / rows);
      }
    }
    await continueIds(target, source);
    for (const [made, object] of aside.entries()) {
      signal.throwIfAborted();
      await bringBack(target, object).catch((error) => Promise.reject(asRowError(error, 'The data file')));
      onProgress(COPIED_PART + ((INDEXED_PART - COPIED_PART) * (made + 1)) / aside.length);
    }
    await updateStatistics(
      target,
      tables.map(({ name }) => name),
    );
    await compareTables(target, tables, signal);
    if (serverKey !== null) {
      await createServerKeysRepository(target).readOrSetFingerprint(serverKey.purpose, serverKey.fingerprint);
    }
    await endMove(target);
    onProgress(1);
    return { tables: tables.length, rows };
  } finally {
    await target.destroy();
    await source.close();
  }
}

async function measureTables(source: SourceStore): Promise<readonly MeasuredTable[]> {
  const tables: MeasuredTable[] = [];
  for (const table of source.tables) tables.push({ ...table, figures: await readFigures(source.db, table) });
  return tables;
}

const rowsIn = (figures: TableFigures): number => figures.rows ?? 0;

/** Grants in `tokens` and `api_keys` are opened by the token or key itself. */
async function refuseSealedSecrets(db: StoreDb): Promise<void> {
  if (!(await hasSealedSecrets(db))) return;
  const sentence =
    'The store has webhooks, and the key that opens their secrets is missing: put secret.key back into the data folder.';
  throw new StoreError('unavailable', sentence);
}

const MAX_BATCH_ROWS = 5_000;

/** Bodies of webhooks may be large. */
const MAX_BATCH_CHARACTERS = 8_000_000;

function* batchesOf(rows: Iterable<SourceRow>): Iterable<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
    if (batch.length < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function copyRows(target: StoreDb, { name }: SourceTable, rows: readonly SourceRow[]): Promise<void> {
  // The tables are those of the data file, which migrations made.
  const table = name as keyof StoreSchema;
  try {
    await insertRows(target, table, rows as readonly Insertable<StoreSchema[typeof table]>[]);
  } catch (error) {
    throw asRowError(error, `The table ${name} of the data file`);
  }
}

/** What PostgreSQL refuses in rows that SQLite took, by its SQLSTATE. */
const REFUSED_ROWS: Readonly<Record<string, string>> = {
  '22021': 'has a text with a zero character, which PostgreSQL cannot hold: remove that character',
  '23503': 'has a row that refers to a missing one: put back a backup, or remove that row',
  '42P01': 'is not one of Tilldesk: remove it from the data file',
};

function asRowError(error: unknown, subject: string): unknown {
  const refusal = REFUSED_ROWS[codeOf(error)];
  return refusal === undefined ? error : new StoreError('corrupt', `${subject} ${refusal}.`, { cause: error });
}

/** Ids go on after the last one that the data file gave out, also where that row is gone: an id names one row for ever. */
async function continueIds(target: StoreDb, source: SourceStore): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(target);
  for (const { table, column } of rows) {
    const lastId = source.lastIdOf(table);
    if (lastId === 0) continue;
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${lastId})`.execute(target);
  }
}

/** Throws `StoreError` for the first figure that differs. */
async function compareTables(target: StoreDb, tables: readonly MeasuredTable[], signal: AbortSignal): Promise<void> {
  await inTransaction(target, async (transaction) => {
    for (const table of tables) {
      signal.throwIfAborted();
      const difference = describeDifference(table.name, await readFigures(transaction, table), table.figures);
      if (difference === null) continue;
      throw new StoreError('corrupt', `The copy differs from the data file and cannot be used (${difference}).`);
    }
  });
}
