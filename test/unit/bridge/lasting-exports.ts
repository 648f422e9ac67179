import { ExportError } from '../../../electron/exports/export-error.ts';
import type { ExportJob } from '../../../electron/exports/exporter.ts';
import { bridgeDouble } from './bridge-double.ts';

export const PRICE_LIST = {
  ...{ dataset: 'price-list', filters: { q: 'appel' }, format: 'csv', profile: 'excel', language: 'nl' },
};
export const order = (key = 'a', request: object = PRICE_LIST) => ({ key, request });

/** Exports that run until they are cancelled. `jobs` has those that have started. */
export function lastingExports(changes: Parameters<typeof bridgeDouble>[0] = {}) {
  const jobs: ExportJob[] = [];
  const run = (job: ExportJob) =>
    new Promise<never>((_, reject) => {
      jobs.push(job);
      job.signal.addEventListener('abort', () => reject(new ExportError('cancelled', 'was cancelled')));
    });
  return { jobs, ...bridgeDouble({ ...changes, exports: { run } }) };
}
