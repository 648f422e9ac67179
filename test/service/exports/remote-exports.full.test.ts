import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../../electron/base/clock.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { createExportWorkers } from '../../../electron/workers/export-workers.ts';
import { createWorkerPool } from '../../../electron/workers/worker-pool.ts';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { RETRY_DELAYS_MS } from '../../../shared/retry.ts';
import { openCopies, openDeployment } from '../../support/copy-rig.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { PRODUCT } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { jobTo, PRICES } from './workers/mortal-exporter.ts';

const ASKING_TASK = fileURLToPath(new URL('./workers/asking-export-task.ts', import.meta.url));
/** The clock of the worker: later than everything that it reads. */
const WORKER_NOW = '2026-12-01T12:00:00+01:00';
const HOUR = 60 * 60_000;
/** How long an export may be silent. */
const MAX_SILENT_MS = 10 * 60_000;
const ORDERS: ExportRequest = {
  ...PRICES,
  dataset: 'orders',
  filters: { from: '2026-10-01', to: '2026-10-31' },
};

/** Exports of a user who is signed in at another deployment. Retries do not wait. */
async function openRemoteExports() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment, { getAnswerRetentionMs: () => 72 * HOUR });
  onTestFinished(kept.close);
  const caller = await kept.signInAndCopy('owner');
  const { clock } = deployment;
  const eager: Clock = {
    now: clock.now,
    after: (ms, work) => systemClock.after(RETRY_DELAYS_MS.some((delayMs) => delayMs === ms) ? 0 : ms, work),
  };
  const exporterOf = (platform: Platform, ofExports = eager) => {
    const pool = createWorkerPool({ data: WORKER_NOW, clock: systemClock });
    onTestFinished(pool.close);
    const work = createExportWorkers({
      ...{
        ledgers: async () => ({}),
        companyName: async () => '',
        clock: ofExports,
        pool,
        file: ASKING_TASK,
      },
      elsewhere: { has: ({ accountId }) => accountId === caller.accountId, platform },
    });
    const exporter = createPlainExporter({ platform, clock: ofExports, work });
    onTestFinished(exporter.close);
    return { ...exporter, compareFiles: work.compare };
  };
  const folder = createTemporaryFolder();
  const job = (request: ExportRequest = PRICES, name = 'list.csv') => jobTo(join(folder, name), { request, caller });
  return { deployment, kept, caller, folder, job, exporterOf, exporter: exporterOf(kept.platform) };
}

describe('an export of another deployment', () => {
  it('has the data of that deployment, not of the local store', async () => {
    const { exporter, job, folder } = await openRemoteExports();
    const { manifest } = await exporter.run(job());
    expect(manifest.rows).toBeGreaterThan(3);
    expect(manifest.copyOf).toBeUndefined();
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toContain('APPEL');
    expect((await exporter.run(job(ORDERS, 'orders.csv'))).manifest.rows).toBeGreaterThan(0);
  });

  it('is compared in a worker, too', async () => {
    const { exporter, job } = await openRemoteExports();
    const { manifest, path: before } = await exporter.run(job(ORDERS, 'before.csv'));
    const { path: after } = await exporter.run(job(ORDERS, 'after.csv'));
    const comparison = await exporter.compareFiles({ manifest, before, after }, new AbortController().signal);
    expect(comparison).toMatchObject({ isUnchanged: true });
  });

  it('from the copy is dated when the copy was read, even if the deployment is reachable', async () => {
    const { exporter, job, deployment } = await openRemoteExports();
    const readAt = deployment.clock.now();
    deployment.clock.advance(10_000);
    const { manifest, path } = await exporter.run(job());
    expect(Date.parse(manifest.asOf)).toBe(readAt);
    expect(path).toMatch(/list\.csv$/);
  });

  it('while it is unreachable comes from the copy, and manifest and file name say so', async () => {
    const { exporter, job, deployment, folder } = await openRemoteExports();
    const readAt = deployment.clock.now();
    await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
    deployment.switchOff();
    deployment.clock.advance(26 * HOUR);
    const { manifest } = await exporter.run(job());
    expect(manifest).toMatchObject({ copyOf: 'shop.example', asOf: formatTimestamp(readAt), shortfall: null });
    const moment = formatTimestamp(readAt).slice(0, 16).replace('T', '_').replace(':', '');
    expect(manifest.fileName).toBe(`list_AS-OF_${moment}.csv`);
    expect(readdirSync(folder)).toEqual([manifest.fileName]);
    expect(readFileSync(join(folder, manifest.fileName), 'utf8')).not.toContain('Espressokopje');
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
    const { asked, platform } = withoutAnswer(kept.platform);
    const hanging = exporterOf(platform);
    const cancelling = new AbortController();
    const cancelled = hanging.run({ ...job(ORDERS), signal: cancelling.signal });
    await asked;
    cancelling.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });

    const stopped = hanging.run(job(ORDERS)).catch((error: unknown) => error);
    await hanging.close();
    expect(await stopped).toBeInstanceOf(ExportError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is ended if the platform never answers, and the next one works', async () => {
    const { exporterOf, exporter, job, folder, kept } = await openRemoteExports();
    const { asked, platform } = withoutAnswer(kept.platform);
    const passing = createFixedClock(0);
    const run = exporterOf(platform, passing).run(job(ORDERS));
    const ended = expect(run).rejects.toMatchObject({ code: 'timed_out', reason: 'timed-out' });
    await asked;

    passing.advance(MAX_SILENT_MS);

    await ended;
    expect(readdirSync(folder)).toEqual([]);
    expect((await exporter.run(job(ORDERS))).manifest.shortfall).toBeNull();
  });
});

/** A platform that never answers one of its methods. */
function withoutAnswer(platform: Platform) {
  const asked = Promise.withResolvers<void>();
  const listOrders = () => {
    asked.resolve();
    return new Promise<never>(() => undefined);
  };
  return { asked: asked.promise, platform: { ...platform, listOrders } };
}
