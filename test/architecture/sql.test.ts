import { describe, expect, it } from 'vitest';
import { writeSqlInStore } from './rules/write-sql-in-store.ts';
import { breachesOf } from './sources/breaches-of.ts';

describe('SQL', () => {
  it('is written in the store alone', () => {
    expect(breachesOf(writeSqlInStore)).toEqual([]);
  });

  it.each(["db.selectFrom('product');", "db?.insertInto('product');", 'sql`select 1`;'])('is seen in %s', (text) => {
    expect(writeSqlInStore({ path: 'electron/service/routes/product-routes.ts', text })).toHaveLength(1);
    expect(writeSqlInStore({ path: 'electron/store/product-queries.ts', text })).toEqual([]);
  });
});
