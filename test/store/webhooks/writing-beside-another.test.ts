import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openStore } from '../../../electron/store/open-store.ts';
import { createGroupedWrites } from '../../../electron/store/webhooks/grouped-writes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a write that reads first already has the lock, so that another process cannot make it fail', async () => {
  const file = join(temporaryFolder(), 'store.sqlite');
  const store = await openStore({ file });
  const other = new DatabaseSync(file, { timeout: 0 });
  await createGroupedWrites(store.db)(async (db) => {
    await db.selectFrom('accounts').selectAll().execute();
    expect(() => other.exec("insert into accounts values (1, 'other')")).toThrow('locked');
    await db.insertInto('accounts').values({ id: 2, name: 'own' }).execute();
  });
  other.close();
  expect(await store.db.selectFrom('accounts').select('id').execute()).toEqual([{ id: 2 }]);
  await store.close();
});
