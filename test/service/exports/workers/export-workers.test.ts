import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../electron/base/clock.ts';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { locateProgram } from '../../../../electron/startup/program-files.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import { createExportWorkers } from '../../../../electron/workers/export-workers.ts';
import { createWorkerPool } from '../../../../electron/workers/worker-pool.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { cheapHasher } from '../../../support/cheap-cost.ts';
import { createPlainExporter } from '../../../support/plain-exporter.ts';
import { getBuiltEntry } from '../../../support/program-process.ts';
import { CALLER, seedFixtureShop } from '../../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { clock, jobTo, mortalExporter, PRICES } from './mortal-exporter.ts';

const EXPORT_TASK = locateProgram(dirname(getBuiltEntry('serve'))).exportTask;

/** The fixture shop in a file, an exporter with workers, one without, and a folder to save in. */
async function fixtureExporters() {
  const file = join(createTemporaryFolder(), 'tilldesk.sqlite');
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  await seedFixtureShop(store.db);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  const pool = createWorkerPool({ data: { file }, clock: systemClock });
  onTestFinished(pool.close);
  const companyData = { ledgers: async () => ({}), companyName: async () => '' };
  const work = createExportWorkers({ ...companyData, clock, pool, file: EXPORT_TASK });
  const pooled = createPlainExporter({ platform, clock, work });
  onTestFinished(pooled.close);
  return { pooled, plain: createPlainExporter({ platform, clock }), folder: createTemporaryFolder() };
}

describe('an export in a worker', { timeout: 30_000 }, () => {
  it('is the same as without a worker', async () => {
    const { pooled, plain, folder } = await fixtureExporters();
    const [one, other] = [join(folder, 'one.csv'), join(folder, 'other.csv')];
    const request: ExportRequest = {
      ...PRICES,
      dataset: 'discount-orders',
      filters: { from: '2026-10-01', to: '2026-10-31', include_negative: 'true' },
    };
    const caller = CALLER.staff;

    const written = await pooled.run(jobTo(one, { request, caller }));

    const asOther = await plain.run(jobTo(other, { request, caller }));
    const { fileName: _one, asOf: _at, sha256: _digest, ...facts } = written.manifest;
    expect(asOther.manifest).toMatchObject(facts);
    expect(written.manifest.rows).toBeGreaterThan(1);
    expect(readFileSync(one, 'utf8')).toBe(readFileSync(other, 'utf8'));
    expect(readdirSync(folder)).toEqual(['one.csv', 'other.csv']);
  });

  it.each([
    ['exit', 'The file was not saved: the export stopped unexpectedly. Try again.'],
    ['full memory', 'The file was not saved: it does not fit into memory. Choose another format, or fewer rows.'],
  ] as const)('reports a lost worker (%s), and leaves only the old file', async (fate, message) => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'list.csv'), 'old');

    const run = mortalExporter(fate).run(jobTo(join(folder, 'list.csv')));

    await expect(run).rejects.toMatchObject({
      name: 'ExportError',
      code: 'not_written',
      message,
      cause: { name: 'WorkerError' },
    });
    expect(readdirSync(folder)).toEqual(['list.csv']);
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it('runs together with at most one other, and both end without a file when the program closes', async () => {
    const folder = createTemporaryFolder();
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
});
