import { type Expression, sql } from 'kysely';
import { byDialect } from './by-dialect.ts';

/** Text that is put in order by its bytes, as SQLite does, whatever a PostgreSQL database was made with. */
export function byBytes<Text extends string | null>(text: Expression<Text>) {
  return byDialect<Text>({ sqlite: text, postgres: sql<Text>`${text} collate "C"` });
}

/** Text whose letters A to Z are small ones, and no others: what SQLite's `lower` knows. */
export function lowerAscii(text: Expression<string>) {
  return byDialect({
    sqlite: sql<string>`lower(${text})`,
    postgres: sql<string>`lower(${text} collate "C")`,
  });
}
