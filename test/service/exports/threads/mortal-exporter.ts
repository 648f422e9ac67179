import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../electron/base/clock.ts';
import type { ExportJob } from '../../../../electron/exports/exporter.ts';
import { createThreadedExporter } from '../../../../electron/workers/threaded-exporter.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import type { Fate } from './mortal-export-thread.ts';

const MORTAL_THREAD = fileURLToPath(new URL('./mortal-export-thread.ts', import.meta.url));

export const clock = createFixedClock('2026-11-01T12:00:00+01:00');
export const PRICES: ExportRequest = {
  ...{ dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
};

/** A job for the owner that nobody follows or cancels, but for what a test changes. */
export function jobTo(targetPath: string, changes: Partial<ExportJob> = {}): ExportJob {
  const { signal } = new AbortController();
  return { request: PRICES, caller: CALLER.owner, targetPath, onProgress: () => undefined, signal, ...changes };
}

/** An exporter whose threads leave half a file and come to that end. */
export function mortalExporter(fate: Fate, passing: Clock = clock) {
  const context = {
    platform: createStandInPlatform(),
    ledgers: async () => ({}),
    companyName: async () => '',
    clock: passing,
  };
  const exporter = createThreadedExporter(context, { script: MORTAL_THREAD, data: fate });
  onTestFinished(exporter.close);
  return exporter;
}
