import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { addTimeFunction } from '../../../electron/store/dialects/store-time.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createSuiteFolder } from '../../abuse/harness/suite-folder.ts';
import { copyRows, layStoreOfNow } from '../../abuse/migrations/older-stores.ts';
import { digestTables } from '../../support/table-digests.ts';
import { differencesIn } from '../totals/differences-in.ts';

const folder = createSuiteFolder();
const now = join(folder, 'now.sqlite');
await layStoreOfNow(now);

/**
 * Writes a store like the program of that version, with its triggers, and the current rows as far as it has their
 * columns.
 */
function layOlderVersion(version: string): string {
  const file = join(folder, `${version}.sqlite`);
  const connection = new DatabaseSync(file);
  addTimeFunction(connection, systemClock);
  connection.exec(readFileSync(join(import.meta.dirname, 'older-versions', `${version}.sql`), 'utf8'));
  copyRows(connection, now);
  connection.close();
  return file;
}

/** Returns tables with their columns, indexes, triggers and views, in a fixed order. */
function readSchema(file: string): unknown[] {
  const connection = new DatabaseSync(file, { readOnly: true });
  const objects = connection
    .prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name")
    .all();
  const columns = connection.prepare(
    'select name, type, "notnull", dflt_value, pk from pragma_table_info(?) order by name',
  );
  const schema = objects.map(({ type, name, sql }) => {
    const isTable = type === 'table' && !String(name).startsWith('product_search');
    return [type, name, isTable ? columns.all(String(name)) : String(sql).replaceAll('"', '').replaceAll(/\s+/g, ' ')];
  });
  connection.close();
  return schema;
}

it.each(['0009', '0020', '0024'])(
  'a store of version %s gets the tables of a new one, and loses no row',
  async (version) => {
    const file = layOlderVersion(version);
    const before = digestTables(file);
    const store = await openStore({ file });
    expect(await differencesIn(store.db)).toEqual([]);
    await store.close();

    expect(readSchema(file)).toEqual(readSchema(now));
    const after = digestTables(file);
    const counts = [...before].flatMap(([table, { rows }]) => (after.has(table) ? [[table, rows]] : []));
    const isDerived = (table: string) => /totals|^versions|^kysely|^product_search/.test(table);
    for (const [table, rows] of counts.filter(([name]) => !isDerived(String(name)))) {
      expect(after.get(String(table))?.rows, String(table)).toBe(rows);
    }
    expect(after.get('orders')?.rows).toBeGreaterThan(10);
    expect(after.get('order_changes')?.rows).toBeGreaterThan(10);
  },
);
