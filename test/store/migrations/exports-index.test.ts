import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../electron/store/open-store.ts';

it('finds the exports of an account by the index of migration 0008-exports', async () => {
  const { db, close } = await openStore({ file: ':memory:' });
  onTestFinished(close);
  const plan = await sql<{ detail: string }>`explain query plan
    select * from exports where account_id = 1 and id < 9 order by id desc limit 50`.execute(db);
  expect(plan.rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('exports_by_account')]);
});
