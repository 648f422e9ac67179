import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Clock } from '../../../../electron/base/clock.ts';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { type ExportPlatform, retryingPlatform } from '../../../../electron/exports/export-platform.ts';
import { createExporter, type DoneExport } from '../../../../electron/exports/exporter.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { NOW } from '../../../support/running-service.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';

export type Outcome = 'whole' | 'marked' | 'no file';

type Listed = Pick<ExportRequest, 'dataset' | 'filters' | 'columns'>;

/** The paged datasets with one column that names their rows. */
export const PAGED: readonly Listed[] = [
  { dataset: 'price-list', filters: { sort: 'sku' }, columns: ['sku'] },
  { dataset: 'orders', filters: { from: '2026-10-01' }, columns: ['id'] },
  { dataset: 'customers', filters: {}, columns: ['id'] },
  { dataset: 'product-sales', filters: { from: '2026-10-01' }, columns: ['product_id'] },
];

export interface Judged {
  readonly outcome: Outcome;
  /** Ids in the file, in its order. */
  readonly ids: readonly number[];
  readonly done: DoneExport | null;
  readonly failure: ExportError | null;
}

/** Saves a dataset below `folder`, and fails unless the outcome tells of itself and leaves nothing else behind. */
export async function judgedExport(platform: ExportPlatform, listed: Listed, folder: string): Promise<Judged> {
  const clock = hurriedClock(NOW);
  const ledgers = async () => ({});
  const exporter = createExporter({ platform: retryingPlatform(platform, clock), ledgers, clock });
  const own = mkdtempSync(join(folder, 'export-'));
  const job = {
    request: { ...listed, format: 'jsonl', profile: 'data', language: 'en' } as const,
    caller: STAND_IN_CALLER,
    targetPath: join(own, 'list.jsonl'),
    tell: () => undefined,
    signal: new AbortController().signal,
  };
  try {
    const done = await exporter.run(job);
    return judgeFile(done, own);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    expect(readdirSync(own)).toEqual([]);
    expect(['incomplete', 'source_failed']).toContain(error.code);
    return { outcome: 'no file', ids: [], done: null, failure: error };
  }
}

function judgeFile(done: DoneExport, folder: string): Judged {
  const { rows, shortfall, total } = done.manifest;
  expect(readdirSync(folder)).toEqual([basename(done.path)]);
  expect(basename(done.path)).toBe(shortfall ? 'list_INCOMPLETE.jsonl' : 'list.jsonl');
  const lines = readFileSync(done.path, 'utf8').split('\n').slice(0, -1);
  const ids = lines.map((line) => Number(Object.values(JSON.parse(line)).join().replace('SKU-', '')));
  expect(rows).toBe(ids.length);
  expect(new Set(ids).size).toBe(ids.length);
  if (!shortfall) expect(total ?? rows).toBe(rows);
  return { outcome: shortfall ? 'marked' : 'whole', ids, done, failure: null };
}

export interface HurriedClock extends Clock {
  /** Of every wait, in milliseconds. */
  readonly waits: readonly number[];
}

/** A clock on which whoever waits is served at once, when the time has gone by. */
function hurriedClock(startsAt: string): HurriedClock {
  let now = Date.parse(startsAt);
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    after(delayMs, task) {
      waits.push(delayMs);
      const handle = setImmediate(() => {
        now += delayMs;
        task();
      });
      return () => clearImmediate(handle);
    },
  };
}
