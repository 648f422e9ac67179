import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from '../../shared/fold-text.ts';

/** Words of a search text, folded. No word: everything matches. A word of accents alone matches nothing. */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => foldText(word) || word);
}

/** Plain text comparison: no character of `text` is an operator, as it would be with LIKE. */
export function contains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${sql.ref(column)}, ${text}) > 0`;
}

export function startsWith(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${typeof value === 'string' ? sql.ref(value) : value}, ${text}) = 1`;
}
