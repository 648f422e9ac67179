import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createExportsRepository } from '../../electron/store/exports/exports-repository.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { openWriter } from '../../electron/store/open-writer.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { EXPORTED } from '../unit/core/bridge-double.ts';

it('the further writer fails nearly at once where another process writes, and writes afterwards', async () => {
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
  const startedAt = performance.now();

  await expect(add()).rejects.toThrow('database is locked');

  expect(performance.now() - startedAt).toBeLessThan(1_000);
  other.exec('rollback');
  expect(await add()).toBeGreaterThan(0);
});
