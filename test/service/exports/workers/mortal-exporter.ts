import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../electron/base/clock.ts';
import type { ExportJob } from '../../../../electron/exports/exporter.ts';
import { createExportWorkers } from '../../../../electron/workers/export-workers.ts';
import { createWorkerPool } from '../../../../electron/workers/worker-pool.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createPlainExporter } from '../../../support/plain-exporter.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import type { Fate } from './mortal-export-task.ts';

const MORTAL_TASK = fileURLToPath(new URL('./mortal-export-task.ts', import.meta.url));

export const clock = createFixedClock('2026-11-01T12:00:00+01:00');
export const PRICES: ExportRequest = {
  ...{ dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
};

/** A job for the owner that nobody follows or cancels, with the given changes. */
export function jobTo(targetPath: string, changes: Partial<ExportJob> = {}): ExportJob {
  const { signal } = new AbortController();
  return { request: PRICES, caller: CALLER.owner, targetPath, onProgress: () => undefined, signal, ...changes };
}

/** An exporter whose workers write half a file and then fail as given. */
export function mortalExporter(fate: Fate, passing: Clock = clock) {
  const pool = createWorkerPool({ data: fate, clock: passing });
  onTestFinished(pool.close);
  const companyData = { ledgers: async () => ({}), companyName: async () => '' };
  const work = createExportWorkers({ ...companyData, clock: passing, pool, file: MORTAL_TASK });
  const exporter = createPlainExporter({ platform: createStandInPlatform(), clock: passing, work });
  onTestFinished(exporter.close);
  return exporter;
}
