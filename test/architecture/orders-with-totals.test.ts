import { matchesGlob } from 'node:path';
import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

/** Where orders are written, each time inside `writingOrders` or together with all totals and changes. */
const WRITERS = [
  'electron/store/orders/order-writer.ts',
  'electron/store/orders/{invoice-rules,follow-up-rules}.ts',
  'electron/store/copies/storekeeper-orders.ts',
  'electron/store/backups/**',
  'electron/store/demo/**',
  'electron/store/changes/**',
  'electron/store/totals/**',
  'electron/store/migrations/**',
];

const WRITES = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto', 'insertRows', 'upsertRows'];

const TABLES = /^(orders|order_items|order_payments|order_changes|feeds|customer_totals|\w+_totals_by_(day|month))$/;

const WRITING_TEXT =
  /\b(insert into|update|delete from)\s+"?(orders|order_items|order_payments|order_changes|feeds|customer_totals|\w+_totals_by_(day|month))\b/i;

/** Orders, their totals and the feed of their changes are written by the few that keep them equal. */
function writeOrdersWithTotals(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/') || WRITERS.some((glob) => matchesGlob(file.path, glob))) return [];
  const breaches: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type !== 'Identifier' || !WRITES.includes(name.name)) return;
      const tables = given.flatMap((argument) =>
        argument.type === 'Literal' && typeof argument.value === 'string' ? [argument.value] : [],
      );
      for (const table of tables.filter((text) => TABLES.test(text))) {
        breaches.push(`${file.path} writes ${table}`);
      }
    },
    TemplateElement({ value }) {
      const text = WRITING_TEXT.exec(value.raw)?.[0];
      if (text !== undefined) breaches.push(`${file.path} writes "${text}"`);
    },
  }).visit(parseSource(file).program);
  return breaches;
}

describe('orders', () => {
  it('are written by those alone that keep the totals equal to them', () => {
    expect(breachesOf(writeOrdersWithTotals)).toEqual([]);
  });

  it.each(["db.deleteFrom('order_items');", "upsertRows(db, 'orders', rows);", 'sql`update orders set is_paid = 1`;'])(
    'are seen to be written in %s',
    (text) => {
      expect(writeOrdersWithTotals({ path: 'electron/store/catalog/stock-queries.ts', text })).toHaveLength(1);
    },
  );
});
