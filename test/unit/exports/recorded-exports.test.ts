import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createExporter, type ExportJob } from '../../../electron/exports/exporter.ts';
import { createRecordedExports } from '../../../electron/exports/recorded-exports.ts';
import { createExportsRepository } from '../../../electron/store/accounts/exports-repository.ts';
import type { ExportRequest, MonthManifest } from '../../../shared/contract/exports.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { CALLER, LOCATION } from '../../support/shop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PRICES: ExportRequest = {
  ...{ dataset: 'price-list', filters: {}, format: 'csv', profile: 'data', language: 'nl' },
};
const { signal } = new AbortController();

/** Exports of the fixture shop that are recorded in its store, in a folder `files` and a folder `snapshots`. */
async function fixtureExports() {
  const { store, clock, platform } = await openFixturePlatform();
  onTestFinished(() => store.close());
  const files = temporaryFolder();
  const snapshots = join(temporaryFolder(), 'snapshots');
  const { log, records } = createLogRecorder();
  const history = createExportsRepository(store.db, clock, () => undefined);
  const exporter = createExporter({ platform, ledgers: async () => ({}), companyName: async () => '', clock });
  const deps = { exporter, history, snapshots, clock, log };
  const job = (changes: Partial<ExportJob> = {}): ExportJob => ({
    ...{
      request: PRICES,
      caller: CALLER.owner,
      targetPath: join(files, 'a.csv'),
      onProgress: () => undefined,
      signal,
    },
    ...changes,
  });
  const exports = createRecordedExports(deps);
  /** Runs an export that must be in the history, and answers its id. */
  const idOf = async (changes: Partial<ExportJob> = {}) => (await exports.run(job(changes))).id ?? -1;
  return { store, clock, deps, files, snapshots, records, exports, job, idOf };
}

describe('a history that somebody else has written', () => {
  it('has no file removed that is no snapshot, however its row names it', async () => {
    const { store, exports, idOf, snapshots } = await fixtureExports();
    const id = await idOf();
    const own = join(snapshots, '..', 'private');
    writeFileSync(own, 'a secret of the user');
    await store.db.updateTable('exports').set({ snapshot: '../private' }).where('id', '=', id).execute();
    await exports.tidy();
    expect(existsSync(own)).toBe(true);
    await expect(exports.compare(CALLER.owner, id, signal)).rejects.toMatchObject({ code: 'not_comparable' });
  });
});

describe('a recorded export', () => {
  it('is in the history with what it was', async () => {
    const { exports, job, files, snapshots } = await fixtureExports();

    const { id, path, manifest } = await exports.run(job());

    const { entries, hasMore } = await exports.list(CALLER.owner, null);
    expect(entries).toEqual([{ id, path, manifest, canBeCompared: true }]);
    expect(hasMore).toBe(false);
    expect(manifest).toMatchObject({ request: PRICES, fileName: 'a.csv', user: CALLER.owner.email, rows: 5 });
    expect(readdirSync(files)).toEqual(['a.csv']);
    expect(readdirSync(snapshots)).toHaveLength(1);
    expect((await exports.list(CALLER.staff, null)).entries).toEqual([]);
    expect(await exports.find(CALLER.staff, id ?? -1)).toBeNull();
  });

  it('keeps the file when the history cannot be written, and says so', async () => {
    const { deps, job, files, snapshots, records } = await fixtureExports();
    const add = () => Promise.reject(new Error('the disk is full'));
    const exports = createRecordedExports({ ...deps, history: { ...deps.history, add } });
    const run = exports.run(job());
    await expect.poll(() => JSON.stringify(records)).toContain('is not in the history yet');

    await exports.close();

    const path = join(files, 'a.csv');
    expect(await run).toMatchObject({ id: null, path });
    expect(await exports.mayFetch(CALLER.owner, path)).toBe(true);
    expect(await exports.mayFetch(CALLER.staff, path)).toBe(false);
    expect(await exports.mayFetch({ ...CALLER.owner, accountId: 99 }, path)).toBe(false);
    expect(await exports.mayFetch(CALLER.owner, `${path}x`)).toBe(false);

    expect(readFileSync(join(files, 'a.csv'), 'utf8')).toContain('APPEL');
    expect(readdirSync(snapshots)).toEqual([]);
    expect(JSON.stringify(records)).toContain('is not in the history');
  });

  it('may be fetched by who made it, in a later run too', async () => {
    const { deps, exports, job } = await fixtureExports();

    const { path } = await exports.run(job());

    for (const run of [exports, createRecordedExports(deps)]) {
      expect(await run.mayFetch(CALLER.owner, path)).toBe(true);
      expect(await run.mayFetch(CALLER.staff, path)).toBe(false);
    }
  });

  it('of a month is in the history too, is fetched by who made it, and compared with nothing', async () => {
    const { deps, exports } = await fixtureExports();
    const record: MonthManifest = {
      request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
      ...{ fileName: 'month.zip', account: 'alpha', user: CALLER.owner.email, asOf: '2026-11-21T13:00:00+01:00' },
      ...{ place: null, period: { from: '2026-10-01', to: '2026-10-31' }, isComplete: true, isOver: true },
      members: [{ fileName: 'betalingen_2026-10.csv', dataset: 'payments', rows: 3, isComplete: true }],
      ...{ unknown: [], failedChecks: 0, bytes: 9, sha256: 'ab'.repeat(32) },
    };
    const path = '/files/month.zip';
    const id = await exports.recordPackage(CALLER.owner, { path, record });

    expect((await exports.list(CALLER.owner, null)).entries).toEqual([{ id, path, manifest: record }]);
    expect((await exports.list(CALLER.staff, null)).entries).toEqual([]);
    for (const run of [exports, createRecordedExports(deps)]) {
      expect(await run.mayFetch(CALLER.owner, path)).toBe(true);
      expect(await run.mayFetch(CALLER.staff, path)).toBe(false);
    }
    await expect(exports.compare(CALLER.owner, id ?? -1, signal)).rejects.toMatchObject({ code: 'not_comparable' });
  });

  it('succeeds where its rows cannot be kept, and cannot be compared then', async () => {
    const { exports, job, snapshots, records } = await fixtureExports();
    writeFileSync(snapshots, 'a file where the folder should be');

    const { id } = await exports.run(job());

    expect((await exports.list(CALLER.owner, null)).entries).toMatchObject([{ id, canBeCompared: false }]);
    await expect(exports.compare(CALLER.owner, id ?? -1, signal)).rejects.toMatchObject({ code: 'not_comparable' });
    expect(JSON.stringify(records)).toContain('its rows could not be stored');
  });

  it('leaves nothing when it is cancelled while rows are read', async () => {
    const { exports, job, files, snapshots } = await fixtureExports();
    mkdirSync(snapshots);
    const controller = new AbortController();
    const onProgress: ExportJob['onProgress'] = ({ phase }) => phase === 'reading' && controller.abort();

    const run = exports.run(job({ onProgress, signal: controller.signal }));

    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect([...readdirSync(files), ...readdirSync(snapshots)]).toEqual([]);
  });
});

describe('the comparison of a recorded export', () => {
  const NOTHING = { changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 };

  it('names the one figure that has changed, from what to what', async () => {
    const { exports, store, idOf } = await fixtureExports();
    const id = await idOf();
    await store.db.updateTable('products').set({ title: 'Peer' }).where('sku', '=', 'APPEL').execute();

    expect(await exports.compare(CALLER.owner, id, signal)).toMatchObject({
      ...NOTHING,
      isUnchanged: false,
      changed: [{ row: 'APPEL · Appel', column: 'title', before: 'Appel', after: 'Peer' }],
      changedCount: 1,
    });
  });

  it('is refused to somebody who sees less than then', async () => {
    const { exports, idOf } = await fixtureExports();
    const id = await idOf();
    const locked = { ...CALLER.owner, lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' } };

    await expect(exports.compare(locked, id, signal)).rejects.toMatchObject({
      code: 'not_comparable',
      message: 'Your rights have changed since, so that it cannot be compared.',
    });
    await expect(exports.compare(CALLER.staff, id, signal)).rejects.toMatchObject({
      message: 'This export is not known any more.',
    });
  });

  it('says so when what was read is not kept any more', async () => {
    const { exports, snapshots, idOf } = await fixtureExports();
    const id = await idOf();
    writeFileSync(join(snapshots, readdirSync(snapshots)[0] ?? ''), '');

    await expect(exports.compare(CALLER.owner, id, signal)).rejects.toMatchObject({
      code: 'not_comparable',
      message: 'What was read then is not kept any more, so that it cannot be compared.',
    });
  });
});
