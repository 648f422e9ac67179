import { type Expression, type ExpressionWrapper, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/sqlite';
import { CODE_SEPARATORS, withoutSeparators } from '../../../shared/fold-text.ts';
import type { StoreSchema } from '../schema.ts';
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

type Value<Result> = ExpressionWrapper<StoreSchema, never, Result>;

/** A value that is JSON in the database. */
interface Json {
  readonly json: unknown;
}

/** What a member of JSON can be made of. A text is none before `jsonString`. */
type JsonMember = Expression<number | boolean | Json | null>;

/**
 * An object with these members, as JSON text. PostgreSQL puts it together itself: what its own functions write has
 * spaces in it, or its members in another order.
 */
export function jsonObject(members: Readonly<Record<string, JsonMember>>): Value<string> {
  const written = Object.entries(members).map(
    ([name, value], index) => sql`${sql.lit(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || ${textOf(value)}`,
  );
  return byDialect({
    sqlite: jsonBuildObject(members).$castTo<string>(),
    postgres: sql<string>`(${sql.join(written, sql` || `)} || '}')`,
  });
}

/** An array of these values, as JSON text. */
export function jsonArray(values: readonly JsonMember[]): Value<string> {
  return byDialect({
    sqlite: sql<string>`json_array(${sql.join(values)})`,
    postgres: sql<string>`('[' || ${sql.join(values.map(textOf), sql` || ',' || `)} || ']')`,
  });
}

/**
 * The JSON text of each row, as an array. SQLite reads the rows as the query inside gives them; PostgreSQL is told
 * their `order`, for it promises nothing else.
 */
export function jsonRowList(row: Value<string>, order: readonly Expression<unknown>[]): Value<string> {
  return byDialect({
    sqlite: sql<string>`json_group_array(${row})`,
    postgres: sql<string>`coalesce('[' || string_agg(${row}, ',' order by ${sql.join(order)}) || ']', '[]')`,
  });
}

/** JSON text as a value of other JSON. */
export function embeddedJson(text: Expression<unknown>): Value<Json> {
  return byDialect<Json>({ sqlite: sql`json(${text})`, postgres: sql`(${text})::json` });
}

/** A text as a string of JSON. The text of other values is JSON already, which PostgreSQL finds out at twice the cost. */
export function jsonString(text: Expression<string | null>): Value<Json | null> {
  return byDialect<Json | null>({ sqlite: sql`${text}`, postgres: sql`to_json(${text})` });
}

export function jsonFlag(condition: Expression<unknown>): Value<boolean> {
  return byDialect<boolean>({
    sqlite: sql`case when ${condition} then json('true') else json('false') end`,
    postgres: sql`case when ${condition} then true else false end`,
  });
}

/** A stored integer as the decimal that it stands for, without zeros at its end; exact below 10^15. */
export function jsonDecimal(value: Expression<number | null>, scale: number): Value<number> {
  const [whole, decimal] = [sql.lit(scale), sql.raw(`${scale}.0`)];
  return byDialect<number>({
    sqlite: sql`case when ${value} % ${whole} = 0 then ${value} / ${whole} else ${value} / ${decimal} end`,
    postgres: sql`trim_scale(${value}::numeric / ${whole})`,
  });
}

/** Text as UTF-8 that is never a string on its way out. */
function textBytes(text: Value<string>): Value<Uint8Array> {
  return byDialect({
    sqlite: sql<Uint8Array>`cast(${text} as blob)`,
    postgres: sql<Uint8Array>`convert_to(${text}, 'UTF8')`,
  });
}

function textOf(value: JsonMember): RawBuilder<string> {
  return sql`coalesce((${value})::text, 'null')`;
}

/**
 * Columns `bytes` and `count`: the rows of the query as a JSON array in UTF-8, each as the object that is given, in
 * the `order` of the query inside.
 * Written by the database, and never a string on the way out, they cost a third of reading and writing objects.
 */
export function jsonRows(object: ExpressionWrapper<StoreSchema, never, string>, order: readonly Expression<unknown>[]) {
  return [textBytes(jsonRowList(object, order)).as('bytes'), sql<number>`count(*)`.as('count')] as const;
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
  const code = withoutSeparators(word);
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
