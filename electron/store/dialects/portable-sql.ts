import { type Expression, sql } from 'kysely';
import { byDialect } from './by-dialect.ts';

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
