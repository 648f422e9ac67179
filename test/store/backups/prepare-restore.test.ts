import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { prepareRestore } from '../../../electron/store/backups/restore-backup.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { CALLER, seedFixtureShop } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { plainHasher } from '../demo/demo-store.ts';

const NOW = '2026-11-21T12:00:00Z';

async function makeOne() {
  const folder = createTemporaryFolder();
  const clock = createFixedClock(NOW);
  const file = join(folder, 'tilldesk.sqlite');
  const store = await openStore({ file, clock });
  await seedFixtureShop(store.db, plainHasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  const end = { after: { since: Number.MAX_SAFE_INTEGER }, limit: 1 };
  const { next } = await platform.readChanges(CALLER.owner, 'orders', end);
  const outcome = await makeBackup({
    ...{ file, folder: join(folder, 'backups'), reason: 'daily', at: clock.now(), program: '0.1.0' },
    signingKey: null,
  });
  await store.close();
  if (outcome.kind !== 'made') throw new Error('no backup was made');
  return { backup: outcome.backup, draft: join(folder, 'draft.sqlite'), folder, clock, position: next };
}

describe('prepareRestore', () => {
  it('makes one file that invalidates earlier feed positions', async () => {
    const { backup, draft, folder, clock, position } = await makeOne();
    await prepareRestore(backup, draft, clock);
    expect(readdirSync(folder).filter((name) => name.startsWith('draft'))).toEqual(['draft.sqlite']);
    const store = await openStore({ file: draft, clock });
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
    const reading = platform.readChanges(CALLER.owner, 'orders', { after: { position }, limit: 1 });
    await expect(reading).rejects.toMatchObject({ code: 'position_lost' });
    await store.close();
  });

  it('refuses a copy that is not the backup', async () => {
    const { backup, draft, clock } = await makeOne();
    const bytes = readFileSync(backup.file);
    bytes.writeUInt8(bytes.readUInt8(9_000) ^ 1, 9_000);
    writeFileSync(backup.file, bytes);
    await expect(prepareRestore(backup, draft, clock)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('replaces the file of a killed run', async () => {
    const { backup, draft, clock } = await makeOne();
    writeFileSync(draft, 'half a copy');
    writeFileSync(`${draft}-wal`, 'and its log');
    await prepareRestore(backup, draft, clock);
    expect(readFileSync(draft).subarray(0, 15).toString()).toBe('SQLite format 3');
  });
});
