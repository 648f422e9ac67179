import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../shared/fold-text.ts';
import { byDialect } from './by-dialect.ts';

/** Words of a search text, folded. No word: everything matches. A word of accents alone matches nothing. */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => foldText(word) || word);
}

export function equals(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = columnOr(value);
  const isEqual = sql<SqlBool>`${column} = ${text}`;
  return byDialect({ sqlite: isEqual, postgres: text.includes(ZERO) ? NEVER : isEqual });
}

/** Plain text comparison: no character of `text` is an operator. */
export function contains(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = columnOr(value);
  return byDialect({
    sqlite: sql<SqlBool>`instr(${column}, ${text}) > 0`,
    postgres: isLike(column, text, (plain) => `%${plain}%`),
  });
}

export function startsWith(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = columnOr(value);
  return byDialect({
    sqlite: sql<SqlBool>`instr(${column}, ${text}) = 1`,
    postgres: isLike(column, text, (plain) => `${plain}%`),
  });
}

/** A column's text with small letters for A to Z, and no others: all that either database knows of text by its bytes. */
export function lowered(column: string): Expression<string> {
  return sql<string>`lower(${sql.ref(column)})`;
}

/** No text of PostgreSQL has it, and to ask for one that has it is an error. */
const ZERO = '\0';
const NEVER = sql<SqlBool>`false`;

/** PostgreSQL has indexes for LIKE. */
function isLike(
  column: Expression<unknown>,
  text: string,
  patternOf: (plain: string) => string,
): Expression<SqlBool> {
  if (text.includes(ZERO)) return NEVER;
  return sql<SqlBool>`${column} like ${patternOf(text.replaceAll(/[\\%_]/g, '\\$&'))}`;
}

function columnOr(value: string | Expression<unknown>): Expression<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value;
}
