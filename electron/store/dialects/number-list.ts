import { type Expression, type SqlBool, sql } from 'kysely';
import { byDialect } from './by-dialect.ts';

/** Whether the column is one of the numbers of a JSON array: one parameter, and one text for any number of them. */
export function isAmong(column: string, list: string): Expression<SqlBool> {
  return byDialect({
    sqlite: sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`,
    // Of immutable functions alone: read once, so that the planner sees how many they are, and not for every row anew.
    postgres: sql<SqlBool>`${sql.ref(column)} = any(string_to_array(trim(both '[]' from ${list}), ',')::bigint[])`,
  });
}
