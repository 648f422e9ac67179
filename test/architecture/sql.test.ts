import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

const QUERY_METHODS = [
  'selectFrom',
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'executeQuery',
];

/** Queries are made only in electron/store. */
function writeSqlInStore(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/') || file.path.startsWith('electron/store/')) return [];
  const breaches: string[] = [];
  new Visitor({
    MemberExpression({ property }) {
      if (property.type === 'Identifier' && QUERY_METHODS.includes(property.name)) {
        breaches.push(`${file.path} calls ${property.name}`);
      }
    },
    TaggedTemplateExpression({ tag }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') breaches.push(`${file.path} writes SQL`);
    },
  }).visit(parseSource(file).program);
  return breaches;
}

describe('SQL', () => {
  it('is written only in the store', () => {
    expect(breachesOf(writeSqlInStore)).toEqual([]);
  });

  it.each(["db?.insertInto('product');", 'sql`select 1`;'])('is detected in %s', (text) => {
    expect(writeSqlInStore({ path: 'electron/service/routes/product-routes.ts', text })).toHaveLength(1);
  });
});
