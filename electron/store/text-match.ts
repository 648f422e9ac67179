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
export function contains(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${columnOr(value)}, ${text}) > 0`;
}

export function startsWith(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${columnOr(value)}, ${text}) = 1`;
}

function columnOr(value: string | Expression<unknown>): Expression<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value;
}
