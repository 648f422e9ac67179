import { type Expression, type ExpressionWrapper, type RawBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/sqlite';
import type { StoreSchema } from '../schema.ts';
import { byDialect } from './by-dialect.ts';

type Value<Result> = ExpressionWrapper<StoreSchema, never, Result>;

/**
 * An object with these members, as JSON text. PostgreSQL puts it together itself: what its own functions write has
 * spaces in it, or its members in another order.
 */
export function jsonObject(members: Readonly<Record<string, Expression<unknown>>>): Value<string> {
  const written = Object.entries(members).map(
    ([name, value], index) =>
      sql`${sql.lit(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || ${textOf(value)}`,
  );
  return byDialect({
    sqlite: jsonBuildObject(members).$castTo<string>(),
    postgres: sql<string>`(${sql.join(written, sql` || `)} || '}')`,
  });
}

/** An array of these values, as JSON text. */
export function jsonArray(values: readonly Expression<unknown>[]): Value<string> {
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
export function embeddedJson(text: Expression<unknown>): Value<unknown> {
  return byDialect<unknown>({ sqlite: sql`json(${text})`, postgres: sql`(${text})::json` });
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
export function textBytes(text: Value<string>): Value<Uint8Array> {
  return byDialect({
    sqlite: sql<Uint8Array>`cast(${text} as blob)`,
    postgres: sql<Uint8Array>`convert_to(${text}, 'UTF8')`,
  });
}

function textOf(value: Expression<unknown>): RawBuilder<string> {
  return sql`coalesce(to_json(${value})::text, 'null')`;
}
