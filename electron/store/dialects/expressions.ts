import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { CODE_SEPARATORS, removeSeparators } from '../../../shared/fold-text.ts';
import { byDialect, dialectOf } from './dialect.ts';

/** The greater of two values that are not null. */
export function greater<Value>(one: Expression<Value>, other: Expression<Value>): Expression<Value> {
  return byDialect<Value>({
    sqlite: sql`max(${one}, ${other})`,
    postgres: sql`greatest(${one}, ${other})`,
  });
}

/** Sixteen hexadecimal digits that nobody can tell beforehand, others for each row. */
export const randomText = (): Expression<string> =>
  byDialect<string>({
    sqlite: sql`lower(hex(randomblob(8)))`,
    postgres: sql`substr(replace(gen_random_uuid()::text, '-', ''), 17, 16)`,
  });

/** Whether the column is one of the numbers of a JSON array: one parameter, and one text for any number of them. */
export function isAmong(column: string, list: string): Expression<SqlBool> {
  return byDialect({
    sqlite: sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`,
    // Of immutable functions alone: read once, so that the planner sees how many they are, and not again for every row.
    postgres: sql<SqlBool>`${sql.ref(column)} = any(string_to_array(trim(both '[]' from ${list}), ',')::bigint[])`,
  });
}

/** The objects of a JSON array as rows with these columns of integers: one parameter, and one text for any number of rows. */
export function rowsOf(list: string, columns: readonly string[]): Expression<unknown> {
  const members = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.id(column)}`);
  const types = columns.map((column) => sql`${sql.id(column)} bigint`);
  return byDialect({
    sqlite: sql`(select ${sql.join(members)} from json_each(${list}))`,
    postgres: sql`(select * from jsonb_to_recordset(${list}::jsonb) as listed(${sql.join(types)}))`,
  });
}

/** Prevents the database from reading all rows of an account where it is asked for a few ids. */
export function notByIndex(column: string): RawBuilder<number> {
  return sql<number>`+${sql.ref(column)}`;
}

/** Whether the search index of SQLite finds it, which knows parts of three characters and more. */
export function isIndexed(word: string): boolean {
  return [...word].length >= 3 && !word.includes(ZERO);
}

/**
 * A folded word as a part of a code without its separators. Null for one so short that it would be found in half of all
 * codes, across their separators.
 */
export function codeIn(word: string): string | null {
  const code = removeSeparators(word);
  return isIndexed(code) ? code : null;
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

/**
 * As `startsWith`, for a value that is indexed. For SQLite a range for the index, because every text is below byte 255,
 * and the exact comparison; PostgreSQL finds the range by itself.
 */
export function startsInIndex(value: Expression<unknown>, text: string): Expression<SqlBool> {
  const isStart = startsWith(value, text);
  return byDialect({
    sqlite: sql<SqlBool>`(${value} >= ${text} and ${value} < ${text} || cast(x'ff' as text) and ${isStart})`,
    postgres: isStart,
  });
}

/**
 * A column's text with small letters for A to Z, and no others: all that either database knows of text by its bytes.
 */
export function lowered(column: string): Expression<string> {
  return sql<string>`lower(${sql.ref(column)})`;
}

/** As `withoutSeparators` of `shared/fold-text.ts`; literally what migration 0018 has indexed. */
export function separatorsRemoved(code: Expression<string>): Expression<string> {
  return byDialect({
    sqlite: [...CODE_SEPARATORS].reduce(
      (text, separator) => sql<string>`replace(${text}, ${sql.lit(separator)}, '')`,
      sql<string>`${code}`,
    ),
    postgres: sql<string>`translate(${code}, ${sql.lit(CODE_SEPARATORS)}, '')`,
  });
}

/** No text of PostgreSQL has it, and to ask for one that has it is an error. */
const ZERO = '\0';

const NEVER = sql<SqlBool>`false`;

/** PostgreSQL has indexes for LIKE. */
function isLike(column: Expression<unknown>, text: string, patternOf: (plain: string) => string): Expression<SqlBool> {
  if (text.includes(ZERO)) return NEVER;
  return sql<SqlBool>`${column} like ${patternOf(text.replaceAll(/[\\%_]/g, '\\$&'))}`;
}

function columnOr(value: string | Expression<unknown>): Expression<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value;
}

/**
 * Has PostgreSQL look how many rows tables have. After many rows were written in a transaction it plans by what it knew
 * before, which for a new shop is nothing: joins then take minutes. SQLite plans without counting.
 */
export async function recountRows<Schema>(db: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}
