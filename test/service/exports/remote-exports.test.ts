import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retryingExportWork } from '../../../electron/exports/exporter.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { createThreadedExporter } from '../../../electron/workers/threaded-exporter.ts';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { openCopies, openDeployment } from '../../support/copy-rig.ts';
import { linesOf, readPdf } from '../../support/read-pdf.ts';
import { PRODUCT } from '../../support/shop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { jobTo, PRICES } from './threads/mortal-exporter.ts';

const EXPORT_THREAD = fileURLToPath(new URL('../../../electron/workers/export-thread.ts', import.meta.url));
const HOUR = 60 * 60_000;
const ORDERS: ExportRequest = {
  ...PRICES,
  dataset: 'orders',
  filters: { from: '2026-10-01', to: '2026-10-31' },
};

/**
 * Exports of a user who is signed in at another deployment; the threads have a store in which there is nothing of it.
 */
async function openRemoteExports() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment, { keepsAnswersMs: () => 72 * HOUR });
  onTestFinished(kept.close);
  const caller = await kept.signInAndCopy('owner');
  const { clock } = deployment;
  const eager = {
    now: clock.now,
    after: (_ms: number, work: () => void) => {
      queueMicrotask(work);
      return () => undefined;
    },
  };
  const exporterOf = (platform: Platform) => {
    const context = { platform, ledgers: async () => ({}), companyName: async () => '', clock: eager };
    const exporter = createThreadedExporter(context, {
      ...{ script: EXPORT_THREAD, data: { file: join(temporaryFolder(), 'none.sqlite') } },
      elsewhere: { has: ({ accountId }) => accountId === caller.accountId, work: retryingExportWork(context) },
    });
    onTestFinished(exporter.close);
    return exporter;
  };
  const folder = temporaryFolder();
  const job = (request: ExportRequest = PRICES, name = 'list.csv') => jobTo(join(folder, name), { request, caller });
  return { deployment, kept, caller, folder, job, exporterOf, exporter: exporterOf(kept.platform) };
}

describe('an export of another deployment', () => {
  it('has the data of that deployment, not of the store of this program', async () => {
    const { exporter, job, folder } = await openRemoteExports();
    const { manifest } = await exporter.run(job());
    expect(manifest.rows).toBeGreaterThan(3);
    expect(manifest.copyOf).toBeUndefined();
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toContain('APPEL');
    expect((await exporter.run(job(ORDERS, 'orders.csv'))).manifest.rows).toBeGreaterThan(0);
  });

  it('of the copy is dated when the copy was read, even while the deployment is reachable', async () => {
    const { exporter, job, deployment } = await openRemoteExports();
    const readAt = deployment.clock.now();
    deployment.clock.advance(10_000);
    const { manifest, path } = await exporter.run(job());
    expect(Date.parse(manifest.asOf)).toBe(readAt);
    expect(path).toMatch(/list\.csv$/);
  });

  it.each(['price-list', 'price-tiers', 'catalog'] as const)(
    'while it is unreachable comes from the copy, as manifest and name say: %s',
    async (dataset) => {
      const { exporter, job, deployment, folder } = await openRemoteExports();
      const readAt = deployment.clock.now();
      await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
      deployment.switchOff();
      deployment.clock.advance(26 * HOUR);
      const { manifest } = await exporter.run(job({ ...PRICES, dataset }));
      expect(manifest).toMatchObject({ copyOf: 'shop.example', asOf: localTimestamp(readAt), shortfall: null });
      const moment = localTimestamp(readAt).slice(0, 16).replace('T', '_').replace(':', '');
      expect(manifest.fileName).toBe(`list_AS-OF_${moment}.csv`);
      expect(readdirSync(folder)).toEqual([manifest.fileName]);
      expect(readFileSync(join(folder, manifest.fileName), 'utf8')).not.toContain('Espressokopje');
    },
  );

  it('prints the date of its data, and what its shops are called', async () => {
    const { exporter, job, deployment } = await openRemoteExports();
    const readAt = localTimestamp(deployment.clock.now());
    deployment.switchOff();
    deployment.clock.advance(26 * HOUR);
    const { path } = await exporter.run(job({ ...PRICES, format: 'pdf' }, 'list.pdf'));
    const [year, month, day] = readAt.slice(0, 10).split('-');
    const { pages } = await readPdf(readFileSync(path));
    const moment = `Stand van: ${day}-${month}-${year} ${readAt.slice(11, 16)}`;
    const lines = pages.flatMap(linesOf);
    expect(lines.join('\n')).toContain(moment);
    expect(lines[0]).toBe('Kassa');
  });

  it('fails while it is unreachable if the copy lacks the data, whatever answers are cached', async () => {
    const { exporter, job, deployment, folder, kept, caller } = await openRemoteExports();
    await kept.platform.listOrders(caller, { from: '2026-10-01', to: '2026-10-31', start: 0, limit: 200 });
    deployment.switchOff();
    deployment.clock.advance(HOUR);
    await expect(exporter.run(job(ORDERS))).rejects.toMatchObject({
      code: 'source_failed',
      message: 'It cannot be reached.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends immediately when it is cancelled or the program stops, whatever answer it waits for', async () => {
    const { exporterOf, job, folder, kept } = await openRemoteExports();
    const asked = Promise.withResolvers<void>();
    const hanging = exporterOf({
      ...kept.platform,
      listOrders: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const cancelling = new AbortController();
    const cancelled = hanging.run({ ...job(ORDERS), signal: cancelling.signal });
    await asked.promise;
    cancelling.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });

    const stopped = hanging.run(job(ORDERS)).catch((error: unknown) => error);
    await hanging.close();
    expect(await stopped).toMatchObject({ code: 'cancelled' });
    expect(existsSync(join(folder, 'list.csv'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
