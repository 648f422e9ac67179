import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Columns `bytes` and `count`: the rows of the query as a JSON array in UTF-8, each as the object that is given.
 * Written by the database, and never a string on the way out, they cost a third of reading and writing objects.
 */
export function jsonRows(object: Expression<unknown>) {
  return [
    sql<Uint8Array>`cast(json_group_array(${object}) as blob)`.as('bytes'),
    sql<number>`count(*)`.as('count'),
  ] as const;
}

/** A stored integer as the decimal that it stands for; exact below 10^15. */
export function jsonDecimal(value: Expression<number | null>, scale: number): RawBuilder<number> {
  const [whole, decimal] = [sql.lit(scale), sql.raw(`${scale}.0`)];
  return sql`case when ${value} % ${whole} = 0 then ${value} / ${whole} else ${value} / ${decimal} end`;
}

export function jsonFlag(condition: Expression<unknown>): RawBuilder<boolean> {
  return sql`case when ${condition} then json('true') else json('false') end`;
}
