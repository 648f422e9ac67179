import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGroupedWrites, type GroupedWrite } from '../../../electron/store/webhooks/grouped-writes.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { perTest } from '../../support/test-scope.ts';

const store = perTest(openTestStore);
let grouped: GroupedWrite;

beforeEach(() => {
  grouped = createGroupedWrites(store.db);
});

const insert = (id: number) =>
  grouped((db) =>
    db
      .insertInto('accounts')
      .values({ id, name: `account ${id}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );

async function ids(): Promise<number[]> {
  const rows = await store.db.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

async function transactionsTogether(): Promise<unknown[]> {
  const transactions: unknown[] = [];
  const note = () => grouped(async (db) => void transactions.push(db));
  await Promise.all([note(), note()]);
  return transactions;
}

describe('grouped writes', () => {
  it('are all stored, each with its own answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(insert));
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('roll back a failed write completely, and nothing else', async () => {
    const broken = grouped(async (db) => {
      await db.insertInto('accounts').values({ id: 8, name: 'eight' }).execute();
      throw new Error('no');
    });
    const [first, failed, last] = await Promise.allSettled([insert(1), broken, insert(2)]);
    expect([first.status, failed.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ids()).toEqual([1, 2]);
  });

  it.runIf(isOnPostgres())('have a transaction each if others may wait for their locks', async () => {
    const transactions = await transactionsTogether();
    expect(transactions[1]).not.toBe(transactions[0]);
  });
});

describe.skipIf(isOnPostgres())('grouped writes of a store with a single process', () => {
  it('settle no caller before the commit, and reject every caller if it failed', async () => {
    const outcomes: string[] = [];
    const other = insert(1).then(
      () => outcomes.push('there'),
      () => outcomes.push('failed'),
    );
    const breaking = grouped((db) => sql`rollback`.execute(db)).catch(() => outcomes.push('failed'));
    await Promise.all([other, breaking]);
    expect(outcomes).toEqual(['failed', 'failed']);
  });

  it('continue after a failed group', async () => {
    await grouped((db) => sql`rollback`.execute(db)).catch(() => undefined);
    await insert(4);
    expect(await ids()).toEqual([4]);
  });
});
