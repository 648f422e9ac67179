import { matchesGlob } from 'node:path';
import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

/** Tables whose rows are written together with data derived from them, and the files that do so. */
interface WrittenTables {
  /** A regular expression. */
  readonly tables: string;
  readonly writers: readonly string[];
}

/** A writer must also be added to `test/store/recorded-writes.ts`. */
const WRITTEN: readonly WrittenTables[] = [
  {
    // Inside `writeOrders`, or together with all totals and changes.
    tables: 'orders|order_items|order_payments|order_changes|feeds|customer_totals|\\w+_totals_by_(?:day|month)',
    writers: [
      'electron/store/orders/{order-writer,follow-up-rules}.ts',
      'electron/store/copies/storekeeper-orders.ts',
      'electron/store/totals/**',
    ],
  },
  {
    // With their changes and versions, and the stock of products with that of locations.
    tables: 'products|product_prices|stock|product_changes|stock_changes|customers|customer_segments|versions',
    writers: [
      'electron/store/catalog/catalog-writer.ts',
      'electron/store/copies/{storekeeper-lists,catalog-copy-store}.ts',
      'electron/store/versions.ts',
    ],
  },
];

/** Files that write whole stores or accounts. */
const WRITERS_OF_ALL = [
  'electron/store/backups/**',
  'electron/store/changes/**',
  'electron/store/demo/**',
  'electron/store/migrations/**',
];

const WRITES = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto', 'insertRows', 'upsertRows'];

function writeUnrecorded(file: SourceFile): string[] {
  const isWriter = (globs: readonly string[]) => globs.some((glob) => matchesGlob(file.path, glob));
  if (!file.path.startsWith('electron/') || isWriter(WRITERS_OF_ALL)) return [];
  const closed = WRITTEN.filter(({ writers }) => !isWriter(writers)).map(({ tables }) => tables);
  if (closed.length === 0) return [];
  const names = closed.join('|');
  const isClosed = new RegExp(`^(?:${names})$`);
  const writingText = new RegExp(`\\b(?:insert into|update|delete from)\\s+"?(?:${names})\\b`, 'i');
  const breaches: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type !== 'Identifier' || !WRITES.includes(name.name)) return;
      const tables = given.flatMap((argument) =>
        argument.type === 'Literal' && typeof argument.value === 'string' ? [argument.value] : [],
      );
      for (const table of tables.filter((text) => isClosed.test(text))) {
        breaches.push(`${file.path} writes ${table}`);
      }
    },
    TemplateElement({ value }) {
      const text = writingText.exec(value.raw)?.[0];
      if (text !== undefined) breaches.push(`${file.path} writes "${text}"`);
    },
  }).visit(parseSource(file).program);
  return breaches;
}

describe('orders, products, stock and customers', () => {
  it('are written only by the files that record what they write', () => {
    expect(breachesOf(writeUnrecorded)).toEqual([]);
  });

  it.each([
    "db.deleteFrom('order_items');",
    "upsertRows(db, 'orders', rows);",
    'sql`update orders set is_paid = 1`;',
    "db.updateTable('stock');",
    "upsertRows(db, 'customers', rows);",
    'sql`delete from product_prices where id = 1`;',
  ])('are detected when written in %s', (text) => {
    expect(writeUnrecorded({ path: 'electron/store/catalog/stock-queries.ts', text })).toHaveLength(1);
  });
});
