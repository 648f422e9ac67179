import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createExportsRepository } from '../../electron/store/accounts/exports-repository.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { openWriter } from '../../electron/store/store-connections.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { EXPORTED } from '../unit/bridge/bridge-double.ts';

it('a second writer fails immediately while another process writes, and can write afterwards', async () => {
  const file = join(temporaryFolder(), 'tilldesk.sqlite');
  const store = await openStore({ file });
  const writer = openWriter(file);
  const other = new DatabaseSync(file);
  onTestFinished(async () => {
    other.close();
    await writer.close();
    await store.close();
  });
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const history = createExportsRepository(writer.db, clock, () => undefined);
  const { manifest, path } = EXPORTED;
  const add = () => history.add({ accountId: 1, userId: 1, manifest, path, snapshot: null });
  other.exec('begin immediate');

  await expect(add()).rejects.toThrow('database is locked');

  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(writer.db);
  expect(rows).toEqual([{ timeout: 20 }]);
  other.exec('rollback');
  expect(await add()).toBeGreaterThan(0);
});
