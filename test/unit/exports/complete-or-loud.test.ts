import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { type ExportPlatform, wrapExportPlatform } from '../../../electron/exports/export-platform.ts';
import type { DoneExport } from '../../../electron/exports/exporter.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { orderExample } from '../../../shared/contract/orders.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { NOW } from '../../support/running-service.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

/** An incident during the export of a list. `call` is the number of the call, counted from 0 with failed ones. */
type Incident =
  | { readonly kind: 'insert' | 'delete'; readonly call: number; readonly position: number }
  | { readonly kind: 'lie'; readonly call: number; readonly by: number; readonly isLasting: boolean }
  | { readonly kind: 'empty'; readonly call: number; readonly isLasting: boolean }
  | { readonly kind: 'repeat'; readonly call: number }
  | { readonly kind: 'fail'; readonly call: number; readonly times: number }
  | { readonly kind: 'refuse'; readonly call: number };

interface History {
  readonly rows: number;
  readonly incidents: readonly Incident[];
}

const call = fc.nat(9);
/** Position in the list: 0 is the beginning, 1 the end. */
const position = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1));
const isLasting = fc.boolean();

const MOVES = fc.record({ kind: fc.constantFrom('insert' as const, 'delete' as const), call, position });
const FAULTS = fc.oneof(
  fc.record({
    kind: fc.constant('lie' as const),
    call,
    by: fc.oneof(
      fc.integer({ min: -400, max: 400 }),
      fc.constantFrom(-1, 1, Number.POSITIVE_INFINITY, Number.NaN, 1e15),
    ),
    isLasting,
  }),
  fc.record({ kind: fc.constant('empty' as const), call, isLasting }),
  fc.record({ kind: fc.constant('repeat' as const), call }),
  fc.record({ kind: fc.constant('fail' as const), call, times: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY) }),
  fc.record({ kind: fc.constant('refuse' as const), call }),
);

/** Includes the limits of pages of 200 or 250 rows, and of two overlapping ones. */
const rows = fc.oneof(
  { weight: 3, arbitrary: fc.nat(900) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 199, 200, 201, 249, 250, 251, 399, 400, 499, 500) },
);
const faults = fc.array(FAULTS, { maxLength: 2 });

/** At most one row is inserted or deleted between two calls. */
const SLOW_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc
    .tuple(fc.uniqueArray(MOVES, { maxLength: 4, selector: (move) => move.call }), faults)
    .map((parts) => parts.flat()),
});

/** Any number of rows is inserted or deleted, also at once. */
const FAST_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc.tuple(fc.array(MOVES, { maxLength: 12 }), faults).map((parts) => parts.flat()),
});

interface Call {
  readonly start: number;
  readonly limit: number;
  /** The list as it was at this call. */
  readonly ids: readonly number[];
  /** Number of rows that were inserted or deleted before this call. */
  readonly moves: number;
  /** Whether rows of the list were returned. */
  readonly hasRows: boolean;
}

/** A list of ids that changes while it is read. */
interface MovingList {
  readonly calls: readonly Call[];
  /** Throws `PlatformError` if the history says so. */
  page(start: number, limit: number): { ids: readonly number[]; total: number };
}

function createMovingList({ rows, incidents }: History): MovingList {
  let ids = Array.from({ length: rows }, (_, index) => FIRST_ID + index * ID_STEP);
  let moves = 0;
  let before: readonly number[] = [];
  const calls: Call[] = [];

  function move({ kind, position }: Extract<Incident, { kind: 'insert' | 'delete' }>): void {
    moves += 1;
    const at = Math.round(position * ids.length);
    if (kind === 'insert') ids = ids.toSpliced(at, 0, idBetween(ids[at - 1], ids[at]));
    else ids = ids.toSpliced(Math.min(at, ids.length - 1), 1);
  }

  function page(start: number, limit: number) {
    const call = calls.length;
    const now = incidents.filter((incident) => applies(incident, call));
    for (const incident of now) if (incident.kind === 'insert' || incident.kind === 'delete') move(incident);
    const isNow = (kind: Incident['kind']) => now.some((incident) => incident.kind === kind);
    const isRepeated = isNow('repeat');
    const isEmpty = isNow('empty');
    const hasRows = !isRepeated && !isEmpty && !isNow('fail') && !isNow('refuse');
    calls.push({ start, limit, ids, moves, hasRows });
    if (isNow('refuse')) throw new PlatformError('rejected', 'You may not.');
    if (isNow('fail')) throw new PlatformError('unavailable', 'It is away.');
    const lie = now.find((incident) => incident.kind === 'lie')?.by ?? 0;
    const answered = isRepeated ? before : isEmpty ? [] : ids.slice(start, start + limit);
    before = answered;
    return { ids: answered, total: ids.length + lie };
  }

  return { calls, page };
}

/** The list is sorted by id, so an inserted row needs an id between those of its neighbours. */
const FIRST_ID = 500_000_000;

/** Halved with each row that is inserted at the same position. */
const ID_STEP = 2 ** 16;

function idBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? FIRST_ID + ID_STEP) - ID_STEP;
  return after === undefined ? before + ID_STEP : Math.floor((before + after) / 2);
}

function applies(incident: Incident, call: number): boolean {
  if (call < incident.call) return false;
  if (incident.kind === 'fail') return call < incident.call + incident.times;
  if (incident.kind === 'refuse') return true;
  return call === incident.call || ('isLasting' in incident && incident.isLasting);
}

const RUNS = { seed: 20_261_121, numRuns: 150 };

/** Two readings of up to 6 pages, each requested twice, and 3 retries of a failed one. */
const MAX_CALLS = 60;

describe('an export of a list that changes during the export', () => {
  it.each([
    ['one row at a time', SLOW_HISTORIES],
    ['many rows at once', FAST_HISTORIES],
  ])('is complete, marked INCOMPLETE or absent if the list changes by %s', async (_how, histories) => {
    const folder = createTemporaryFolder();
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
  /** Ids in the order of the file. */
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

/** Exports the list. Fails if the outcome does not match the file, or if other files remain in the folder. */
async function saveOrders(platform: ExportPlatform, folder: string): Promise<Saved> {
  const clock = createHurriedClock();
  const exporter = createPlainExporter({
    platform: wrapExportPlatform(platform, clock, new AbortController().signal),
    clock,
  });
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

/** A clock on which each wait ends at once and takes its full time. */
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
 * A complete file equals the list at the last page. If several rows changed between two pages, it has each row that was
 * always there, no row that never existed, and the right number of rows.
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

/** The last reading starts at the last first page. A call that only counts is not a page. */
function getLastRead(calls: readonly Call[]): readonly Call[] {
  const pages = calls.filter(({ limit }) => limit > 1);
  return pages.slice(pages.findLastIndex(({ start }) => start === 0));
}

/** An inserted row may hide a deleted one. */
function hasRaced(calls: readonly Call[]): boolean {
  const moves = calls.filter(({ hasRows }) => hasRows).map((call) => call.moves);
  return moves.some((count, index) => count - (moves[index - 1] ?? count) > 1);
}
