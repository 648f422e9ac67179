import { describe, expect, it } from 'vitest';
import { insertIntoTables, insertRows } from '../../electron/store/insert-rows.ts';
import { openTestStore } from '../support/open-test-store.ts';

describe('insertRows', () => {
  it('inserts more rows than fit into one statement, each with its own values', async () => {
    const { db, close } = await openTestStore();
    const rows = Array.from({ length: 1_234 }, (_, index) => ({ id: index + 1, name: `account ${index}` }));

    await insertRows(db, 'accounts', rows);

    expect(await db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(rows);
    await close();
  });

  it('inserts none if one is refused', async () => {
    const { db, close } = await openTestStore();
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `account ${index % 299}` }));

    await expect(insertRows(db, 'accounts', rows)).rejects.toThrow(/unique/i);

    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    await close();
  });

  it('accepts an empty list', async () => {
    const { db, close } = await openTestStore();

    await expect(insertRows(db, 'accounts', [])).resolves.toBeUndefined();
    await close();
  });
});

describe('insertIntoTables', () => {
  const accounts = [
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ];
  const groupOf = (account_id: number) => ({
    ...{ id: account_id, account_id, code: '1' },
    ...{ title: 'All', folded_title: 'all' },
  });

  it.each([2, 150])('inserts %d rows that refer to rows of an earlier table', async (count) => {
    const { db, close } = await openTestStore();
    const turnover_groups = Array.from({ length: count }, (_, index) => ({
      ...groupOf(1 + (index % 2)),
      id: index + 1,
    }));
    await insertIntoTables(db, { accounts, segments: [], turnover_groups });
    expect(await db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(accounts);
    expect(await db.selectFrom('turnover_groups').selectAll().orderBy('id').execute()).toEqual(turnover_groups);
    await close();
  });

  it('inserts none if one of the last table is refused', async () => {
    const { db, close } = await openTestStore();
    const foreign = insertIntoTables(db, { accounts, turnover_groups: [groupOf(1), groupOf(3)] });
    await expect(foreign).rejects.toThrow(/foreign/i);
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    await close();
  });
});
