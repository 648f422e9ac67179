import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { type ExportPlatform, retryingPlatform } from '../../../../electron/exports/export-platform.ts';
import { createExporter, type DoneExport } from '../../../../electron/exports/exporter.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { NOW } from '../../../support/running-service.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { hurriedClock } from '../hurried-clock.ts';
import { expectWhole, type FAST_HISTORIES, type MovingList, movingList } from './moving-list.ts';

type Outcome = 'whole' | 'marked' | 'no file';

type Listed = Pick<ExportRequest, 'dataset' | 'filters' | 'columns'>;

/** The paged datasets with one column that names their rows. */
export const PAGED: readonly Listed[] = [
  { dataset: 'price-list', filters: { sort: 'sku' }, columns: ['sku'] },
  { dataset: 'orders', filters: { from: '2026-10-01' }, columns: ['id'] },
  { dataset: 'customers', filters: {}, columns: ['id'] },
  { dataset: 'product-sales', filters: { from: '2026-10-01' }, columns: ['product_id'] },
];

interface Judged {
  readonly outcome: Outcome;
  /** Ids in the file, in its order. */
  readonly ids: readonly number[];
}

/** Saves a dataset below `folder`, and fails unless the outcome says what it is and leaves nothing else behind. */
export async function judgedExport(platform: ExportPlatform, listed: Listed, folder: string): Promise<Judged> {
  const clock = hurriedClock(Date.parse(NOW));
  const ledgers = async () => ({});
  const exporter = createExporter({ platform: retryingPlatform(platform, clock), ledgers, clock });
  const own = mkdtempSync(join(folder, 'export-'));
  const job = {
    request: { ...listed, format: 'jsonl', profile: 'data', language: 'en' } as const,
    caller: STAND_IN_CALLER,
    targetPath: join(own, 'list.jsonl'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  try {
    return judgeFile(await exporter.run(job), own);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    expect(readdirSync(own)).toEqual([]);
    expect(['incomplete', 'source_failed']).toContain(error.code);
    return { outcome: 'no file', ids: [] };
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
  return { outcome: shortfall ? 'marked' : 'whole', ids };
}

/** Two drains of up to 6 pages, each of them repeated, with 3 repeats of one that fails. */
const MOST_CALLS = 60;

/** How often each outcome came; each is the whole list, or says that it is not. */
export async function tallyOutcomes(
  listed: Listed,
  histories: typeof FAST_HISTORIES,
  runs: { readonly seed: number; readonly numRuns: number },
  platformOf: (list: MovingList) => ExportPlatform,
): Promise<Record<Outcome, number>> {
  const folder = temporaryFolder();
  const tally: Record<Outcome, number> = { whole: 0, marked: 0, 'no file': 0 };
  const property = fc.asyncProperty(histories, async (history) => {
    const list = movingList(history);
    const { outcome, ids } = await judgedExport(platformOf(list), listed, folder);
    tally[outcome] += 1;
    expect(list.calls.length).toBeLessThan(MOST_CALLS);
    if (outcome === 'whole') expectWhole(ids, list);
  });
  await fc.assert(property, runs);
  return tally;
}
