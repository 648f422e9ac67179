import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import type { ExportPlatform } from '../../../../electron/exports/export-platform.ts';
import { createExporter } from '../../../../electron/exports/exporter.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { locateProgram } from '../../../../electron/startup/program-files.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import { createThreadedExporter } from '../../../../electron/workers/threaded-exporter.ts';
import type { ExportProgress, ExportRequest } from '../../../../shared/contract/exports.ts';
import { cheapHasher } from '../../../support/cheap-cost.ts';
import { builtEntry } from '../../../support/program-process.ts';
import { CALLER, seedFixtureShop } from '../../../support/shop-fixture.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { clock, jobTo, mortalExporter, PRICES } from './mortal-exporter.ts';

const EXPORT_THREAD = locateProgram(dirname(builtEntry('serve'))).exportThread;

const DISCOUNTS: ExportRequest = {
  ...PRICES,
  dataset: 'discount-orders',
  filters: { from: '2026-10-01', to: '2026-10-31', include_negative: 'true' },
};

/** The fixture shop in a file, an exporter in a thread over it and one without, and a folder to save in. */
async function fixtureExporters() {
  const file = join(temporaryFolder(), 'tilldesk.sqlite');
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  await seedFixtureShop(store.db);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  const context = { platform, ledgers: async () => ({}), companyName: async () => '', clock };
  const threaded = createThreadedExporter(context, { script: EXPORT_THREAD, data: { file } });
  onTestFinished(threaded.close);
  return { store, context, threaded, plain: createExporter(context), folder: temporaryFolder() };
}

/** Every thread that this process starts from now on. */
function watchThreads(): readonly unknown[] {
  const started: unknown[] = [];
  const watch = (worker: unknown) => void started.push(worker);
  process.on('worker', watch);
  onTestFinished(() => void process.off('worker', watch));
  return started;
}

describe('an export in a thread', { timeout: 30_000 }, () => {
  it.each([
    ['the price list', PRICES, 'owner'],
    ['the discounted orders of a location', DISCOUNTS, 'staff'],
    ['the report', { ...DISCOUNTS, dataset: 'financial-report', filters: { from: '2026-10-05' } }, 'owner'],
  ] as const)('writes %s as without a thread', async (_name, request, user) => {
    const { threaded, plain, folder } = await fixtureExporters();
    const [one, other] = [join(folder, 'one.csv'), join(folder, 'other.csv')];

    const caller = CALLER[user];
    const written = await threaded.run(jobTo(one, { request, caller }));

    const asOther = await plain.run(jobTo(other, { request, caller }));
    const { fileName: _one, asOf: _at, sha256: _digest, ...facts } = written.manifest;
    expect(asOther.manifest).toMatchObject(facts);
    expect(written.manifest.rows).toBeGreaterThan(1);
    const withoutMoment = (path: string) => readFileSync(path, 'utf8').replace(/20\d\d-\d\d-\d\d \d\d:.*/, '');
    expect(withoutMoment(one)).toBe(withoutMoment(other));
    expect(readdirSync(folder)).toEqual(['one.csv', 'other.csv']);
  });

  it('writes the rows of a platform elsewhere, which it asks for', async () => {
    const { context, plain, folder } = await fixtureExporters();
    const file = join(temporaryFolder(), 'empty.sqlite');
    const empty = await openStore({ file });
    onTestFinished(() => empty.close());
    const elsewhere = { has: () => true, platform: context.platform };
    const exporter = createThreadedExporter(context, { script: EXPORT_THREAD, data: { file }, elsewhere });
    onTestFinished(exporter.close);
    const started = watchThreads();

    await exporter.run(jobTo(join(folder, 'one.csv')));

    await plain.run(jobTo(join(folder, 'other.csv')));
    expect(readFileSync(join(folder, 'one.csv'), 'utf8')).toBe(readFileSync(join(folder, 'other.csv'), 'utf8'));
    expect(started).toHaveLength(1);
  });

  it('writes again, and then an INCOMPLETE file, if the rows elsewhere move while they are read', async () => {
    const { context, folder } = await fixtureExporters();
    let readings = 0;
    const readPriceList: ExportPlatform['readPriceList'] = async (caller, query, after) => {
      if (after === null) readings += 1;
      else throw new ExportError('incomplete', 'The data changed while it was read. Try again.');
      const { rows } = await context.platform.readPriceList(caller, query, after);
      return { rows, next: 'one more' };
    };
    const platform = { ...context.platform, readPriceList };
    const elsewhere = { has: () => true, platform };
    const exporter = createThreadedExporter(context, { script: EXPORT_THREAD, data: null, elsewhere });
    onTestFinished(exporter.close);

    const { path } = await exporter.run(jobTo(join(folder, 'list.csv')));

    expect([basename(path), readings]).toEqual(['list_INCOMPLETE.csv', 2]);
  });

  it('reads the latest committed data', async () => {
    const { store, threaded, folder } = await fixtureExporters();
    await store.db.updateTable('products').set({ title: 'Peer' }).where('sku', '=', 'APPEL').execute();

    await threaded.run(jobTo(join(folder, 'list.csv')));

    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toContain('\r\n"APPEL";"Peer";');
  });

  it('saves five files that were asked for at once', async () => {
    const { threaded, folder } = await fixtureExporters();
    const names = ['1.csv', '2.csv', '3.csv', '4.csv', '5.csv'];

    await Promise.all(names.map((name) => threaded.run(jobTo(join(folder, name)))));

    expect(readdirSync(folder)).toEqual(names);
    expect(new Set(names.map((name) => readFileSync(join(folder, name), 'utf8'))).size).toBe(1);
  });

  it('reuses the thread of an earlier export', async () => {
    const { threaded, folder } = await fixtureExporters();
    const started = watchThreads();

    for (const name of ['1.csv', '2.csv', '3.csv']) await threaded.run(jobTo(join(folder, name)));
    expect(started).toHaveLength(1);
    await Promise.all(['4.csv', '5.csv', '6.csv'].map((name) => threaded.run(jobTo(join(folder, name)))));

    expect(started).toHaveLength(2);
  });

  it.each([
    [{ ...PRICES, filters: { stock: 'some' } }, 'list.csv', 'invalid_request', 'invalid-request', 'filter stock'],
    [PRICES, 'gone/list.csv', 'not_written', 'no-folder', 'The file was not saved: the folder does not exist.'],
  ] as const)('fails as without a thread: %j in %s', async (request, name, code, reason, message) => {
    const { threaded, folder } = await fixtureExporters();

    const failure = await threaded.run(jobTo(join(folder, name), { request })).catch((error) => error);

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code, reason, message: expect.stringContaining(message) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports a failing platform, and logs the cause', async () => {
    const folder = temporaryFolder();

    const run = mortalExporter('failing platform').run(jobTo(join(folder, 'a.csv')));
    const failure = await run.catch((error) => error);

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code: 'source_failed', reason: 'platform-failed', message: 'It fails.' });
    expect(failure.cause).toBeInstanceOf(Error);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['exit', 'The file was not saved: the export broke off. Try again.'],
    ['full memory', 'The file was not saved: it does not fit into memory. Choose another format, or fewer rows.'],
  ] as const)('reports a lost thread (%s), and leaves the old file and no other', async (fate, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.csv'), 'old');

    const run = mortalExporter(fate).run(jobTo(join(folder, 'list.csv')));

    await expect(run).rejects.toMatchObject({
      name: 'ExportError',
      code: 'not_written',
      message,
      cause: { name: 'ThreadError' },
    });
    expect(readdirSync(folder)).toEqual(['list.csv']);
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it.each([
    ['exit', 'The comparison broke off. Try again.'],
    ['full memory', 'This list is too long to be compared: too many of its rows have changed.'],
  ] as const)('reports a comparison whose thread is lost (%s)', async (fate, message) => {
    const asked = { request: PRICES, caller: CALLER.owner, snapshot: '/none' };

    const comparison = mortalExporter(fate).compare(asked, new AbortController().signal);

    await expect(comparison).rejects.toMatchObject({ code: 'not_comparable', message });
  });

  it('rethrows an internal error unchanged, and leaves no file', async () => {
    const folder = temporaryFolder();

    const run = mortalExporter('fault').run(jobTo(join(folder, 'list.csv')));

    await expect(run).rejects.toBeInstanceOf(TypeError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('runs with at most one other, and all end without a file when the program closes', async () => {
    const folder = temporaryFolder();
    const exporter = mortalExporter('wait');
    const runs = ['1.csv', '2.csv', '3.csv'].map((name) =>
      exporter.run(jobTo(join(folder, name))).catch((error: unknown) => error),
    );
    await expect.poll(() => readdirSync(folder).length).toBe(2);

    await exporter.close();

    expect(readdirSync(folder)).toEqual([]);
    for (const failure of await Promise.all(runs)) expect(failure).toBeInstanceOf(ExportError);
    await expect(exporter.run(jobTo(join(folder, '4.csv')))).rejects.toThrow(ExportError);
    expect(existsSync(join(folder, '4.csv'))).toBe(false);
  });

  it('reports the progress of two concurrent exports, from waiting to all rows', async () => {
    const { threaded, folder } = await fixtureExporters();
    const told = { one: [] as ExportProgress[], two: [] as ExportProgress[] };
    const order: string[] = [];
    const run = (name: 'one' | 'two', request: ExportRequest) =>
      threaded.run(
        jobTo(join(folder, name), {
          request,
          onProgress(progress) {
            order.push(name);
            told[name].push(progress);
          },
        }),
      );

    const [prices, discounts] = await Promise.all([run('one', PRICES), run('two', DISCOUNTS)]);

    for (const [steps, { manifest }] of [
      [told.one, prices],
      [told.two, discounts],
    ] as const) {
      expect(steps.map(({ phase }) => phase)).toEqual(['waiting', ...steps.slice(1).map(() => 'reading')]);
      expect(steps.at(-1)?.rows).toBe(manifest.rows);
    }
    expect(order.slice(0, 2).toSorted()).toEqual(['one', 'two']);
  });

  it('stores the rows that it read beside the file on request', async () => {
    const { threaded, folder } = await fixtureExporters();
    const snapshotPath = join(folder, 'snapshots', 'a.jsonl.gz');

    const { snapshotProblem } = await threaded.run(jobTo(join(folder, 'list.csv'), { snapshotPath }));

    expect(snapshotProblem).toBeNull();
    expect(statSync(snapshotPath).mode & 0o777).toBe(0o600);
  });

  it('saves the file if those rows cannot be stored, and says so', async () => {
    const { threaded, folder } = await fixtureExporters();
    writeFileSync(join(folder, 'file'), '');

    const done = await threaded.run(
      jobTo(join(folder, 'list.csv'), { snapshotPath: join(folder, 'file', 'a.jsonl.gz') }),
    );

    expect(done.snapshotProblem).toMatch(/EEXIST|ENOTDIR/);
    expect(readdirSync(folder)).toEqual(['file', 'list.csv']);
  });

  it('compares in a thread as without one', async () => {
    const { store, threaded, plain, folder } = await fixtureExporters();
    const snapshot = join(folder, 'a.jsonl.gz');
    await threaded.run(jobTo(join(folder, 'list.csv'), { snapshotPath: snapshot }));
    await store.db.updateTable('products').set({ title: 'Peer' }).where('sku', '=', 'APPEL').execute();
    const asked = { request: PRICES, caller: CALLER.owner, snapshot };
    const { signal } = new AbortController();

    const { asOf: _then, ...found } = await threaded.compare(asked, signal);

    expect(found).toMatchObject({ changedCount: 1, changed: [{ column: 'title', after: 'Peer' }] });
    expect(await plain.compare(asked, signal)).toMatchObject(found);
  });
});
