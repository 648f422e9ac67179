import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { CODE_SEPARATORS, removeSeparators } from '../../../shared/fold-text.ts';
import { chooseByDialect, getDialect } from './dialect.ts';

/** The greater of two non-null values. */
export function greater<Value>(one: Expression<Value>, other: Expression<Value>): Expression<Value> {
  return chooseByDialect<Value>({
    sqlite: sql`max(${one}, ${other})`,
    postgres: sql`greatest(${one}, ${other})`,
  });
}

/** Sixteen unpredictable hexadecimal digits, different for each row. */
export const createRandomText = (): Expression<string> =>
  chooseByDialect<string>({
    sqlite: sql`lower(hex(randomblob(8)))`,
    postgres: sql`substr(replace(gen_random_uuid()::text, '-', ''), 17, 16)`,
  });

/**
 * Whether the column is in a JSON array of numbers. It is one parameter, so the statement has the same text for any
 * number of values.
 */
export function isAmong(column: string, list: string): Expression<SqlBool> {
  return chooseByDialect({
    sqlite: sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`,
    // Immutable functions only: PostgreSQL evaluates them once, and its planner knows the number of values.
    postgres: sql<SqlBool>`${sql.ref(column)} = any(string_to_array(trim(both '[]' from ${list}), ',')::bigint[])`,
  });
}

/** The objects of a JSON array as rows with these integer columns. It is one parameter, as in `isAmong`. */
export function expandJsonRows(list: string, columns: readonly string[]): Expression<unknown> {
  const members = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.id(column)}`);
  const types = columns.map((column) => sql`${sql.id(column)} bigint`);
  return chooseByDialect({
    sqlite: sql`(select ${sql.join(members)} from json_each(${list}))`,
    postgres: sql`(select * from jsonb_to_recordset(${list}::jsonb) as listed(${sql.join(types)}))`,
  });
}

/** Keeps the database from reading all rows of an account by the index when the query asks for a few ids. */
export function avoidIndex(column: string): RawBuilder<number> {
  return sql<number>`+${sql.ref(column)}`;
}

/** Whether the search index of SQLite can find the word. It indexes parts of at least three characters. */
export function isIndexed(word: string): boolean {
  return [...word].length >= 3 && !word.includes(NUL);
}

/**
 * Removes the separators of a folded word, to find it in codes. `null` if too few characters are left, which would
 * match half of all codes.
 */
export function removeCodeSeparators(word: string): string | null {
  const code = removeSeparators(word);
  return isIndexed(code) ? code : null;
}

export function equals(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = toColumn(value);
  const isEqual = sql<SqlBool>`${column} = ${text}`;
  return chooseByDialect({ sqlite: isEqual, postgres: text.includes(NUL) ? NEVER : isEqual });
}

/** Compares plain text: `text` has no wildcards. */
export function contains(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = toColumn(value);
  return chooseByDialect({
    sqlite: sql<SqlBool>`instr(${column}, ${text}) > 0`,
    postgres: isLike(column, text, (plain) => `%${plain}%`),
  });
}

export function startsWith(value: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const column = toColumn(value);
  return chooseByDialect({
    sqlite: sql<SqlBool>`instr(${column}, ${text}) = 1`,
    postgres: isLike(column, text, (plain) => `${plain}%`),
  });
}

/**
 * As `startsWith`, for an indexed value. SQLite needs a range to use the index: every text is below byte 255.
 * PostgreSQL finds the range by itself.
 */
export function startsWithIndexed(value: Expression<unknown>, text: string): Expression<SqlBool> {
  const isStart = startsWith(value, text);
  return chooseByDialect({
    sqlite: sql<SqlBool>`(${value} >= ${text} and ${value} < ${text} || cast(x'ff' as text) and ${isStart})`,
    postgres: isStart,
  });
}

/** Lowers A to Z only, which is all that both databases do alike. */
export function toLower(column: string): Expression<string> {
  return sql<string>`lower(${sql.ref(column)})`;
}

/**
 * Removes separators like `removeSeparators` of `shared/fold-text.ts`. Must equal the expression that migrations 0019
 * and 0031 index.
 */
export function stripSeparators(code: Expression<string>): Expression<string> {
  return chooseByDialect({
    sqlite: [...CODE_SEPARATORS].reduce(
      (text, separator) => sql<string>`replace(${text}, ${sql.lit(separator)}, '')`,
      sql<string>`${code}`,
    ),
    postgres: sql<string>`translate(${code}, ${sql.lit(CODE_SEPARATORS)}, '')`,
  });
}

/** PostgreSQL text cannot contain this character, and a parameter with it is an error. */
const NUL = '\0';

const NEVER = sql<SqlBool>`false`;

/** PostgreSQL has indexes for `like`. */
function isLike(column: Expression<unknown>, text: string, toPattern: (plain: string) => string): Expression<SqlBool> {
  if (text.includes(NUL)) return NEVER;
  return sql<SqlBool>`${column} like ${toPattern(text.replaceAll(/[\\%_]/g, '\\$&'))}`;
}

function toColumn(value: string | Expression<unknown>): Expression<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value;
}

/**
 * Updates the table statistics of PostgreSQL. After many inserts in a transaction it would plan joins for the old row
 * counts, which then take minutes. SQLite does not need it.
 */
export async function updateStatistics<Schema>(db: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  if (getDialect(db) === 'sqlite') return;
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}
