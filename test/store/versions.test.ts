import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { raiseVersion, readVersions } from '../../electron/store/versions.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { perTest } from '../support/test-scope.ts';

const store = perTest(openTestStore);

describe('readVersions', () => {
  it('changes with each of its subjects and with nothing else', async () => {
    const read = () => readVersions(store.db, 1, ['orders', 'customers']);
    const seen = [await read()];
    await raiseVersion(store.db, 1, 'orders');
    seen.push(await read());
    await raiseVersion(store.db, 1, 'customers');
    seen.push(await read());
    await raiseVersion(store.db, 1, 'orders');
    seen.push(await read());
    expect(new Set(seen).size).toBe(4);

    await raiseVersion(store.db, 1, 'catalog');
    await raiseVersion(store.db, 2, 'orders');
    expect(await read()).toBe(seen.at(-1));
  });

  it('does not confuse two subjects', async () => {
    await raiseVersion(store.db, 1, 'orders');
    await raiseVersion(store.db, 2, 'customers');
    const [left, right] = [1, 2].map((account) => readVersions(store.db, account, ['orders', 'customers']));
    expect(await left).not.toBe(await right);
  });
});

describe('the database', () => {
  it('raises the version of customers with every change of them', async () => {
    await store.db.insertInto('accounts').values({ id: 1, name: 'shop' }).execute();
    const read = () => readVersions(store.db, 1, ['customers']);
    const seen = [await read()];
    for (const change of [
      sql`insert into customers values (1, 1, 'A', 'a', '', '', '', 'NL', 0)`,
      sql`update customers set name = 'B'`,
      sql`delete from customers`,
    ]) {
      await change.execute(store.db);
      seen.push(await read());
    }
    expect(new Set(seen).size).toBe(4);
  });
});
