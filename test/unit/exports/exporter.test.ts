import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExportJob } from '../../../electron/exports/exporter.ts';
import { createExportsRepository } from '../../../electron/store/accounts/exports-repository.ts';
import type { ExportRequest, MonthManifest } from '../../../shared/contract/exports.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { CALLER, LOCATION, SHOP } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const PRICES: ExportRequest = {
  ...{ dataset: 'price-list', filters: {}, format: 'csv', profile: 'data', language: 'nl' },
};
const { signal } = new AbortController();

/** Opens exports of the fixture shop that are recorded in its store and written to the folder `files`. */
async function openFixtureExports() {
  const { store, clock, platform } = await openFixturePlatform();
  onTestFinished(() => store.close());
  const files = createTemporaryFolder();
  const temporary = join(createTemporaryFolder(), 'exports');
  const { log, records } = createLogRecorder();
  const history = createExportsRepository(store.db, clock, () => undefined);
  const deps = { platform, history, temporaryFolder: temporary, clock, log };
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
  const exports = createPlainExporter(deps);
  /** Runs an export that must appear in the history, and returns its id. */
  const idOf = async (changes: Partial<ExportJob> = {}) => (await exports.run(job(changes))).id ?? -1;
  return { store, clock, deps, files, temporary, records, exports, job, idOf };
}

describe('a recorded export', () => {
  it('is listed in the history with its details', async () => {
    const { exports, job, files } = await openFixtureExports();

    const { id, path, manifest } = await exports.run(job());

    const { entries, hasMore } = await exports.list(CALLER.owner, null);
    expect(entries).toEqual([{ id, path, manifest, canBeCompared: true }]);
    expect(hasMore).toBe(false);
    expect(manifest).toMatchObject({ request: PRICES, fileName: 'a.csv', user: CALLER.owner.email, rows: 5 });
    expect(readdirSync(files)).toEqual(['a.csv']);
    expect((await exports.list(CALLER.staff, null)).entries).toEqual([]);
    expect(await exports.find(CALLER.staff, id ?? -1)).toBeNull();
  });

  it('keeps the file if the history cannot be written, lets its user download it, and logs the failure', async () => {
    const { deps, job, files, records } = await openFixtureExports();
    const add = () => Promise.reject(new Error('the disk is full'));
    const exports = createPlainExporter({ ...deps, history: { ...deps.history, add } });

    const path = join(files, 'a.csv');
    expect(await exports.run(job())).toMatchObject({ id: null, path });
    expect(await exports.mayFetch(CALLER.owner, path)).toBe(true);
    expect(await exports.mayFetch(CALLER.staff, path)).toBe(false);
    expect(await exports.mayFetch({ ...CALLER.owner, accountId: 99 }, path)).toBe(false);
    expect(await exports.mayFetch(CALLER.owner, `${path}x`)).toBe(false);

    expect(readFileSync(path, 'utf8')).toContain('APPEL');
    expect(JSON.stringify(records)).toContain('is not in the history');
  });

  it('can be downloaded by its user, also after a restart', async () => {
    const { deps, exports, job } = await openFixtureExports();

    const { path } = await exports.run(job());

    for (const run of [exports, createPlainExporter(deps)]) {
      expect(await run.mayFetch(CALLER.owner, path)).toBe(true);
      expect(await run.mayFetch(CALLER.staff, path)).toBe(false);
    }
  });

  it('of a month is listed in the history, can be downloaded by its user, and is not compared', async () => {
    const { deps, exports } = await openFixtureExports();
    const record: MonthManifest = {
      request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
      ...{ fileName: 'month.zip', account: 'alpha', user: CALLER.owner.email, asOf: '2026-11-21T13:00:00+01:00' },
      ...{ place: null, period: { from: '2026-10-01', to: '2026-10-31' }, isComplete: true, isOver: true },
      members: [{ fileName: 'betalingen_2026-10.csv', dataset: 'payments', rows: 3, isComplete: true }],
      ...{ unknown: [], failedChecks: 0, bytes: 9, sha256: 'ab'.repeat(32) },
    };
    const path = '/files/month.zip';
    const id = await exports.recordPackage(CALLER.owner, path, record);

    expect((await exports.list(CALLER.owner, null)).entries).toEqual([{ id, path, manifest: record }]);
    expect((await exports.list(CALLER.staff, null)).entries).toEqual([]);
    for (const run of [exports, createPlainExporter(deps)]) {
      expect(await run.mayFetch(CALLER.owner, path)).toBe(true);
      expect(await run.mayFetch(CALLER.staff, path)).toBe(false);
    }
    await expect(exports.compare(CALLER.owner, id ?? -1, signal)).rejects.toMatchObject({ code: 'not_comparable' });
  });

  it('leaves nothing behind if it is cancelled while rows are read', async () => {
    const { exports, job, files } = await openFixtureExports();
    const controller = new AbortController();
    const onProgress: ExportJob['onProgress'] = ({ phase }) => phase === 'reading' && controller.abort();

    const run = exports.run(job({ onProgress, signal: controller.signal }));

    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(files)).toEqual([]);
  });
});

describe('the comparison of a recorded export', () => {
  const NOTHING = { changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 };
  const FORMS = [
    { format: 'csv', profile: 'data' },
    { format: 'csv', profile: 'excel' },
    { format: 'jsonl' },
    { format: 'xlsx' },
  ] as const;

  it.each(FORMS)('names the only figure that has changed, with both values: %o', async (form) => {
    const { exports, store, idOf, temporary } = await openFixtureExports();
    const id = await idOf({ request: { ...PRICES, ...form } });
    expect(await exports.compare(CALLER.owner, id, signal)).toMatchObject({ ...NOTHING, isUnchanged: true });
    await store.db.updateTable('products').set({ title: 'Peer; "groot"\n' }).where('sku', '=', 'APPEL').execute();

    expect(await exports.compare(CALLER.owner, id, signal)).toMatchObject({
      ...NOTHING,
      isUnchanged: false,
      changed: [{ row: 'APPEL · Appel', column: 'title', before: 'Appel', after: 'Peer; "groot"\n' }],
      changedCount: 1,
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is refused to a caller who may see less than the exporting user could', async () => {
    const { exports, idOf } = await openFixtureExports();
    const id = await idOf();
    const locked = { ...CALLER.owner, lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' } };

    await expect(exports.compare(locked, id, signal)).rejects.toMatchObject({
      code: 'not_comparable',
      message: 'Your rights have changed since. Export it again, and compare that file later.',
    });
    await expect(exports.compare(CALLER.staff, id, signal)).rejects.toMatchObject({
      message: 'This export is no longer in the history.',
    });
  });

  it('is made after a shop was renamed, because that changes no rights', async () => {
    const { exports, store, idOf } = await openFixtureExports();
    const request: ExportRequest = {
      ...PRICES,
      dataset: 'orders',
      filters: { from: '2026-10-01', to: '2026-10-31', shop_id: String(SHOP.amsterdam) },
    };
    const id = await idOf({ request });
    await store.db.updateTable('shops').set({ title: 'Renamed' }).where('id', '=', SHOP.amsterdam).execute();

    expect(await exports.compare(CALLER.owner, id, signal)).toMatchObject({ addedCount: 0, removedCount: 0 });
  });

  it('removes the leftovers of a killed comparison after an hour', async () => {
    const { exports, clock, idOf, temporary } = await openFixtureExports();
    const id = await idOf();
    await exports.compare(CALLER.owner, id, signal);
    for (const name of ['compared-a.csv', '.compared-b.csv.part', 'download.csv']) {
      writeFileSync(join(temporary, name), 'left');
      utimesSync(join(temporary, name), new Date(clock.now()), new Date(clock.now()));
    }

    await exports.compare(CALLER.owner, id, signal);
    expect(readdirSync(temporary)).toHaveLength(3);
    await clock.advance(61 * 60_000);
    await exports.compare(CALLER.owner, id, signal);
    expect(readdirSync(temporary)).toEqual(['download.csv']);
  });

  it.each([
    ['is gone', (path: string) => rmSync(path), /is gone/],
    ['was changed', (path: string) => appendFileSync(path, ' '), /was changed/],
  ])('says what to do if the file %s', async (_, change, sentence) => {
    const { exports, idOf, files, temporary } = await openFixtureExports();
    const id = await idOf();
    change(join(files, 'a.csv'));

    const failure = { code: 'not_comparable', message: expect.stringMatching(sentence) };
    await expect(exports.compare(CALLER.owner, id, signal)).rejects.toMatchObject(failure);
    expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([]);
  });

  it.each([
    ['a PDF', { ...PRICES, format: 'pdf' }, /^A PDF cannot be compared\. Export it as CSV/],
    [
      'a report in Excel',
      { ...PRICES, dataset: 'financial-report', filters: { from: '2026-10-01' }, format: 'xlsx' },
      /^A report in Excel cannot be compared/,
    ],
    ['a file without the columns that name its rows', { ...PRICES, columns: ['title'] }, /^This file lacks sku/],
  ] as const)('is refused for %s', async (_, request, sentence) => {
    const { exports, idOf } = await openFixtureExports();
    const id = await idOf({ request: request as ExportRequest });

    const failure = { code: 'not_comparable', message: expect.stringMatching(sentence) };
    await expect(exports.compare(CALLER.owner, id, signal)).rejects.toMatchObject(failure);
  });
});
