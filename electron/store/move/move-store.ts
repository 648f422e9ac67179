import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { getErrorCode } from '../../base/errors.ts';
import { updateStatistics } from '../dialects/expressions.ts';
import { insertRows } from '../insert-rows.ts';
import { migrateStore, migrations } from '../migrations/migrate-store.ts';
import { connectPostgres, createServerKeysRepository, LONG_LIMITS } from '../open-postgres-store.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { inTransaction } from '../transactions.ts';
import { hasSealedSecrets } from '../webhooks/active-webhooks.ts';
import { describeDifference, readFigures, type TableFigures } from './compare-tables.ts';
import { dropIndexes, restoreObject } from './set-aside.ts';
import { openSourceStore, type SourceRow, type SourceStore, type SourceTable } from './source-store.ts';
import { beginMove, endMove } from './unfinished-move.ts';

export interface MoveOptions {
  /** The SQLite store. It is not changed. */
  readonly file: string;
  /** URL of an empty PostgreSQL database. */
  readonly url: string;
  /**
   * Fingerprint of the key that encrypted the store's secrets, see `createServerKeysRepository`. `null` if there is no
   * key.
   */
  readonly serverKey: { readonly purpose: string; readonly fingerprint: string } | null;
  /** Called with the completed fraction, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Stops the move between two batches. The database then stays marked as unfinished. */
  readonly signal: AbortSignal;
}

export interface MovedStore {
  readonly tables: number;
  readonly rows: number;
}

interface MeasuredTable extends SourceTable {
  readonly figures: TableFigures;
}

/** The shares of the total time after each step. */
const COPIED_SHARE = 0.7;

const INDEXED_SHARE = 0.9;

/**
 * Copies a SQLite store into an empty PostgreSQL database, and compares all tables. Until it ends, a mark makes
 * programs reject the database. Throws `StoreError`, or the reason of `signal`.
 */
export async function moveStore({ file, url, serverKey, onProgress, signal }: MoveOptions): Promise<MovedStore> {
  const source = await openSourceStore(file);
  const target = connectPostgres({ url, connections: 1, limits: LONG_LIMITS });
  try {
    const tables = await measureTables(source);
    if (serverKey === null) await assertNoSealedSecrets(source.db);
    const rows = tables.reduce((sum, { figures }) => sum + getRowCount(figures), 0);
    await beginMove(target);
    await migrateStore(target, migrations);
    const droppedObjects = await dropIndexes(target);
    let copied = 0;
    for (const table of tables) {
      for (const batch of splitIntoBatches(source.readRows(table))) {
        signal.throwIfAborted();
        await copyRows(target, table, batch);
        copied += batch.length;
        onProgress((COPIED_SHARE * copied) / rows);
      }
    }
    await continueIds(target, source);
    for (const [made, object] of droppedObjects.entries()) {
      signal.throwIfAborted();
      await restoreObject(target, object).catch((error) => Promise.reject(toRowError(error, 'The data file')));
      onProgress(COPIED_SHARE + ((INDEXED_SHARE - COPIED_SHARE) * (made + 1)) / droppedObjects.length);
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

const getRowCount = (figures: TableFigures): number => figures.rows ?? 0;

/** The secret key does not encrypt grants in `tokens` and `api_keys`, so they are not checked. */
async function assertNoSealedSecrets(db: StoreDb): Promise<void> {
  if (!(await hasSealedSecrets(db))) return;
  const message =
    'The store has webhooks, but the key for their secrets is missing. Put secret.key back into the data folder.';
  throw new StoreError('unavailable', message);
}

const MAX_BATCH_ROWS = 5_000;

/** Webhook bodies may be large. */
const MAX_BATCH_CHARACTERS = 8_000_000;

function* splitIntoBatches(rows: Iterable<SourceRow>): Iterable<readonly SourceRow[]> {
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
  // The migrations created these tables.
  const table = name as keyof StoreSchema;
  try {
    await insertRows(target, table, rows as readonly Insertable<StoreSchema[typeof table]>[]);
  } catch (error) {
    throw toRowError(error, `The table ${name} of the data file`);
  }
}

/** Rows that SQLite accepts and PostgreSQL rejects, by SQLSTATE. */
const ROW_PROBLEMS: Readonly<Record<string, string>> = {
  '22021': 'has a text with a null character, which PostgreSQL cannot store. Remove that character',
  '23503': 'has a row that refers to a missing one. Restore a backup, or remove that row',
  '42P01': 'does not belong to Tilldesk. Remove it from the data file',
};

function toRowError(error: unknown, subject: string): unknown {
  const problem = ROW_PROBLEMS[getErrorCode(error)];
  return problem === undefined ? error : new StoreError('corrupt', `${subject} ${problem}.`, { cause: error });
}

/** Continues ids after the last one used in the data file, even if its row was removed. Ids must never be reused. */
async function continueIds(target: StoreDb, source: SourceStore): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(target);
  for (const { table, column } of rows) {
    const lastId = source.readLastId(table);
    if (lastId === 0) continue;
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${lastId})`.execute(target);
  }
}

/** Throws `StoreError` for the first difference. */
async function compareTables(target: StoreDb, tables: readonly MeasuredTable[], signal: AbortSignal): Promise<void> {
  await inTransaction(target, async (transaction) => {
    for (const table of tables) {
      signal.throwIfAborted();
      const difference = describeDifference(table.name, await readFigures(transaction, table), table.figures);
      if (difference === null) continue;
      throw new StoreError(
        'corrupt',
        `The copy differs from the data file and cannot be used (${difference}). Recreate the database and run npm run store:move again.`,
      );
    }
  });
}
