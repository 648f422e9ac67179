import { describe, expect, it } from 'vitest';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { openTestStore } from '../support/open-test-store.ts';

describe('insertRows', () => {
  it('inserts more rows than fit into one statement, each with its own values', async () => {
    const { db, close } = await openTestStore();
    const rows = Array.from({ length: 1_234 }, (_, index) => ({ id: index + 1, name: `account ${index}` }));

    await insertRows(db, 'accounts', rows);

    expect(await db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(rows);
    await close();
  });

  it('inserts none when one is refused', async () => {
    const { db, close } = await openTestStore();
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `account ${index % 299}` }));

    await expect(insertRows(db, 'accounts', rows)).rejects.toThrow(/unique/i);

    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    await close();
  });

  it('takes an empty list', async () => {
    const { db, close } = await openTestStore();

    await expect(insertRows(db, 'accounts', [])).resolves.toBeUndefined();
    await close();
  });
});
