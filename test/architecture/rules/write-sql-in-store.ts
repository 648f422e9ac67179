import { Visitor } from 'vite';
import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

const QUERY_METHODS = [
  'selectFrom',
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'executeQuery',
];

/** Queries are made in electron/store alone. */
export function writeSqlInStore(file: SourceFile): string[] {
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
