import { type Kysely, type SqlBool, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { FIRST_CHANGES } from '../changes/first-changes.ts';
import { chooseByDialect, getDialect } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import { NewerSchemaError, StoreError } from '../store-error.ts';
import { rebuildTotals } from '../totals/repair-totals.ts';
import { CUSTOMER_TOTALS, PRODUCT_TOTALS } from '../totals/totals-tables.ts';
import { addToTotals } from '../totals/with-totals.ts';
import { createLockTable, takeLock } from '../transactions.ts';
import { shop } from './0001-shop.ts';
import { access } from './0002-access.ts';
import { customers } from './0003-customers.ts';
import { totals } from './0004-totals.ts';
import { lists } from './0005-lists.ts';
import { changes } from './0006-changes.ts';
import { webhooks } from './0007-webhooks.ts';
import { exports } from './0008-exports.ts';
import { preferences } from './0009-preferences.ts';
import { remote } from './0010-remote.ts';
import { server } from './0011-server.ts';
import { pings } from './0012-pings.ts';
import { signInProofs } from './0013-sign-in-proofs.ts';
import { orderAmounts } from './0014-order-amounts.ts';
import { keyPrefixes } from './0015-key-prefixes.ts';
import { keysPersonalData } from './0017-keys-personal-data.ts';
import { openInvoices } from './0018-open-invoices.ts';
import { plainCodes } from './0019-plain-codes.ts';
import { companyDetails } from './0020-company-details.ts';
import { remoteUsers } from './0021-remote-users.ts';
import { ownVersions } from './0022-own-versions.ts';
import { copiedSkus } from './0023-copied-skus.ts';
import { foldedTexts } from './0024-folded-texts.ts';
import { listIndexes } from './0025-list-indexes.ts';
import { recordTotals } from './0026-record-totals.ts';
import { unreadSums } from './0027-unread-sums.ts';
import { soldValues } from './0028-sold-values.ts';
import { recordedByWriters } from './0029-recorded-by-writers.ts';
import { oneOutbox } from './0030-one-outbox.ts';
import { barcodes } from './0031-barcodes.ts';
import { schedules } from './0032-schedules.ts';

const HISTORY_TABLE = 'kysely_migration';

/** Receives sentences for the person who started the program. */
export type ReportUpdate = (sentence: string) => void;

/**
 * Migrates the tables, or leaves them unchanged if it fails. Returns whether it changed them. Refuses a store of a
 * newer program without changing it. Calls `report` before waiting for another server and before each migration, but
 * not for a new store, which has no rows.
 */
export async function migrateStore<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
  report: ReportUpdate = () => {},
): Promise<boolean> {
  await assertKnownSchema(db, migrations);
  const done = await listAppliedMigrations(db);
  if (done.length === Object.keys(migrations).length) return false;
  // Another server may be migrating, which takes minutes.
  if (done.length > 0 && getDialect(db) === 'postgres') report('Waiting to update the data for this version.');
  await createLockTable(db);
  await withoutForeignKeys(db, async () => {
    // Locked from the start: of two programs, the second waits and finds nothing to migrate.
    await db
      .transaction()
      .setAccessMode('read write')
      .execute(async (transaction) => {
        await takeLock(transaction, 'migrations');
        const isNew = done.length === 0;
        const steps = isNew ? { ...migrations } : announceSteps(migrations, done, report);
        const provider = { getMigrations: async () => steps };
        const { error, results = [] } = await new Migrator({ db: transaction, provider }).migrateToLatest();
        if (error) throw error;
        if (isNew) return;
        const made = results.map(({ migrationName }) => migrationName);
        await deriveRows(transaction as unknown as StoreDb, made, report);
      });
  });
  return true;
}

/** Fills tables that migrations created empty, with the code of the writers, which needs the tables of this version. */
async function deriveRows(db: StoreDb, made: readonly string[], report: ReportUpdate): Promise<void> {
  if (made.includes('0006-changes')) for (const statement of FIRST_CHANGES) await sql.raw(statement).execute(db);
  if (!made.includes('0026-record-totals')) return;
  report('Updating the data for this version: the totals of all orders.');
  if (made.includes('0004-totals')) return rebuildTotals(db);
  for (const stored of [PRODUCT_TOTALS, CUSTOMER_TOTALS]) await addToTotals(db, stored, sql<SqlBool>`1 = 1`);
}

/** Returns the same migrations. Pending ones call `report` first. */
function announceSteps(
  migrations: Readonly<Record<string, Migration>>,
  done: readonly string[],
  report: ReportUpdate,
): Record<string, Migration> {
  const names = Object.keys(migrations).sort();
  const ahead = names.filter((name) => !done.includes(name));
  const announced = ahead.map((name, index): [string, Migration] => [
    name,
    {
      async up(db) {
        report(`Updating the data for this version, step ${index + 1} of ${ahead.length} (${name}).`);
        await migrations[name]?.up(db);
      },
    },
  ]);
  return { ...migrations, ...Object.fromEntries(announced) };
}

/**
 * SQLite cannot replace a referenced table while it checks foreign keys, and that cannot be turned off inside a
 * transaction.
 */
async function withoutForeignKeys<Schema>(db: Kysely<Schema>, migrate: () => Promise<void>): Promise<void> {
  if (getDialect(db) === 'postgres') return migrate();
  const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db);
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    await migrate();
  } finally {
    if (rows[0]?.foreign_keys === 1) await sql`pragma foreign_keys = on`.execute(db);
  }
}

/**
 * Throws `StoreError` unless the migrations that ran are the first of these. Others are from a newer program; a missing
 * one means damage. Writes nothing.
 */
export async function assertKnownSchema<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const known = Object.keys(migrations).sort();
  const done = await listAppliedMigrations(db);
  const unknown = done.find((name) => !known.includes(name));
  const missing = known.slice(0, done.length).find((name) => !done.includes(name));
  if (missing !== undefined) {
    throw new StoreError('corrupt', `The data is damaged: it has no record that the migration "${missing}" has run.`);
  }
  if (unknown !== undefined) throw new NewerSchemaError(unknown);
}

/** Whether migrations are pending. False for a new store, which has no tables. */
export async function hasPendingMigrations<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  const done = await listAppliedMigrations(db);
  return done.length > 0 && Object.keys(migrations).some((name) => !done.includes(name));
}

async function listAppliedMigrations<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  if (!(await hasTable(db, HISTORY_TABLE))) return [];
  // Selects all columns, because otherwise SQLite would read an index that the migrator does not use.
  const done = await sql<{ name: string }>`select * from ${sql.table(HISTORY_TABLE)}`.execute(db);
  return done.rows.map(({ name }) => name);
}

/** A migration that later ones made unnecessary. Stores remember its name. */
const SUPERSEDED_MIGRATION: Migration = { up: async () => undefined };

/**
 * Every migration by the name that stores remember. They run in the order of their names. All pending ones run in one
 * transaction, so a migration leaves out what a later one would undo.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-shop': shop,
  '0002-access': access,
  '0003-customers': customers,
  '0004-totals': totals,
  '0005-lists': lists,
  '0006-changes': changes,
  '0007-webhooks': webhooks,
  '0008-exports': exports,
  '0009-preferences': preferences,
  '0010-remote': remote,
  '0011-server': server,
  '0012-pings': pings,
  '0013-sign-in-proofs': signInProofs,
  '0014-order-amounts': orderAmounts,
  '0015-key-prefixes': keyPrefixes,
  '0016-non-revenue': SUPERSEDED_MIGRATION,
  '0017-keys-personal-data': keysPersonalData,
  '0018-open-invoices': openInvoices,
  '0019-plain-codes': plainCodes,
  '0020-company-details': companyDetails,
  '0021-remote-users': remoteUsers,
  '0022-own-versions': ownVersions,
  '0023-copied-skus': copiedSkus,
  '0024-folded-texts': foldedTexts,
  '0025-list-indexes': listIndexes,
  '0026-record-totals': recordTotals,
  '0027-unread-sums': unreadSums,
  '0028-sold-values': soldValues,
  '0029-recorded-by-writers': recordedByWriters,
  '0030-one-outbox': oneOutbox,
  '0031-barcodes': barcodes,
  '0032-schedules': schedules,
};

export const LATEST_MIGRATION = Object.keys(migrations).sort().at(-1) ?? '';

async function hasTable<Schema>(db: Kysely<Schema>, table: string): Promise<boolean> {
  const found = chooseByDialect({
    sqlite: sql`select 1 from sqlite_master where name = ${table}`,
    postgres: sql`select 1 from information_schema.tables
      where table_schema = current_schema() and table_name = ${table}`,
  });
  const { rows } = await sql`${found}`.execute(db);
  return rows.length > 0;
}
