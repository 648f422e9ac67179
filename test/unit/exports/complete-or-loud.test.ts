import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { type ExportPlatform, retryingPlatform } from '../../../electron/exports/export-platform.ts';
import { createExporter, type DoneExport } from '../../../electron/exports/exporter.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { orderExample } from '../../../shared/contract/orders.ts';
import { NOW } from '../../support/running-service.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Call, createMovingList, FAST_HISTORIES, type MovingList, SLOW_HISTORIES } from './moving-list.ts';

const RUNS = { seed: 20_261_121, numRuns: 150 };

/** Two reads of up to 6 pages, each page asked for twice, and 3 repeats of one that fails. */
const MAX_CALLS = 60;

describe('an export of a list that changes while it is read', () => {
  it.each([
    ['one row at a time', SLOW_HISTORIES],
    ['many rows at once', FAST_HISTORIES],
  ])('is complete, is marked INCOMPLETE or leaves no file, if it changes by %s', async (_how, histories) => {
    const folder = temporaryFolder();
    const tally: Record<Outcome, number> = { complete: 0, marked: 0, 'no file': 0 };
    const property = fc.asyncProperty(histories, async (history) => {
      const list = createMovingList(history);
      const { outcome, ids } = await saveOrders(platformOf(list), folder);
      tally[outcome] += 1;
      expect(list.calls.length).toBeLessThan(MAX_CALLS);
      if (outcome === 'complete') assertComplete(ids, list.calls);
    });
    await fc.assert(property, RUNS);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(5);
  });
});

type Outcome = 'complete' | 'marked' | 'no file';

interface Saved {
  readonly outcome: Outcome;
  /** Ids in the file, in its order. */
  readonly ids: readonly number[];
}

function platformOf(list: MovingList): ExportPlatform {
  return {
    ...createStandInPlatform(),
    async listOrders(_caller, { start, limit }) {
      const { ids, total } = list.page(start, limit);
      return { rows: ids.map((id) => ({ ...orderExample, id, order_number: `2026-${id}` })), total, sums: null };
    },
  };
}

const ORDER_IDS: ExportRequest = {
  dataset: 'orders',
  filters: { from: '2026-10-01' },
  columns: ['id'],
  format: 'jsonl',
  profile: 'data',
  language: 'en',
};

/** Fails unless the outcome agrees with the file, and nothing else is left in its folder. */
async function saveOrders(platform: ExportPlatform, folder: string): Promise<Saved> {
  const clock = createHurriedClock();
  const company = { ledgers: async () => ({}), companyName: async () => '' };
  const exporter = createExporter({ platform: retryingPlatform(platform, clock), ...company, clock });
  const own = mkdtempSync(join(folder, 'export-'));
  const job = {
    request: ORDER_IDS,
    caller: STAND_IN_CALLER,
    targetPath: join(own, 'list.jsonl'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  try {
    return readSaved(await exporter.run(job), own);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    expect(readdirSync(own)).toEqual([]);
    expect(['incomplete', 'source_failed']).toContain(error.code);
    return { outcome: 'no file', ids: [] };
  }
}

function readSaved(done: DoneExport, folder: string): Saved {
  const { rows, shortfall, total } = done.manifest;
  expect(readdirSync(folder)).toEqual([basename(done.path)]);
  expect(basename(done.path)).toBe(shortfall ? 'list_INCOMPLETE.jsonl' : 'list.jsonl');
  const lines = readFileSync(done.path, 'utf8').split('\n').slice(0, -1);
  const ids = lines.map((line) => Number(Object.values(JSON.parse(line)).join()));
  expect(rows).toBe(ids.length);
  expect(new Set(ids).size).toBe(ids.length);
  if (!shortfall) expect(total ?? rows).toBe(rows);
  return { outcome: shortfall ? 'marked' : 'complete', ids };
}

/** A clock on which each wait is over at once, after its time has passed. */
function createHurriedClock(): Clock {
  let now = Date.parse(NOW);
  return {
    now: () => now,
    after(delayMs, task) {
      const handle = setImmediate(() => {
        now += delayMs;
        task();
      });
      return () => clearImmediate(handle);
    },
  };
}

/**
 * A complete file has the list as it was at the last page. If several rows changed between two pages, it has each row
 * that was there all the time, no row that never was, and the right number of rows.
 */
function assertComplete(ids: readonly number[], allCalls: readonly Call[]): void {
  const calls = getLastRead(allCalls);
  const states = calls.map((call) => call.ids);
  if (!hasRaced(calls)) expect(ids).toEqual(states.at(-1));
  const inFile = new Set(ids);
  const sets = states.map((state) => new Set(state));
  const throughout = (states[0] ?? []).filter((id) => sets.every((state) => state.has(id)));
  expect(throughout.filter((id) => !inFile.has(id))).toEqual([]);
  expect(ids.filter((id) => !sets.some((state) => state.has(id)))).toEqual([]);
  expect(ids).toHaveLength(states.at(-1)?.length ?? 0);
}

/** The last read begins at the last first page. A call for a count alone is no page. */
function getLastRead(calls: readonly Call[]): readonly Call[] {
  const pages = calls.filter(({ limit }) => limit > 1);
  return pages.slice(pages.findLastIndex(({ start }) => start === 0));
}

/** An inserted row may hide a deleted one. */
function hasRaced(calls: readonly Call[]): boolean {
  const moves = calls.filter(({ hasRows }) => hasRows).map((call) => call.moves);
  return moves.some((count, index) => count - (moves[index - 1] ?? count) > 1);
}
