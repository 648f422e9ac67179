import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { type ExportPlatform, retryingPlatform } from '../../../../electron/exports/export-platform.ts';
import { createExporter, type DoneExport } from '../../../../electron/exports/exporter.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { NOW } from '../../../support/running-service.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { hurriedClock } from '../hurried-clock.ts';

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
  const company = { ledgers: async () => ({}), companyName: async () => '' };
  const exporter = createExporter({ platform: retryingPlatform(platform, clock), ...company, clock });
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

/** What happens to a list while it is read; `call` counts the calls of it, failed ones too, from 0. */
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
/** Of the list: 0 is its beginning, 1 its end. */
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

/** Also at the edges of a page of 200 or 250 rows, and of two that overlap. */
const rows = fc.oneof(
  { weight: 3, arbitrary: fc.nat(900) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 199, 200, 201, 249, 250, 251, 399, 400, 499, 500) },
);
const faults = fc.array(FAULTS, { maxLength: 2 });

/** At most one row comes or goes between two calls. */
export const SLOW_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc
    .tuple(fc.uniqueArray(MOVES, { maxLength: 4, selector: (move) => move.call }), faults)
    .map((parts) => parts.flat()),
});

/** Any number of rows comes and goes, also at once. */
export const FAST_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc.tuple(fc.array(MOVES, { maxLength: 12 }), faults).map((parts) => parts.flat()),
});

interface Call {
  readonly start: number;
  readonly limit: number;
  /** The list as it was at this call. */
  readonly ids: readonly number[];
  /** Rows that had come or gone by then. */
  readonly moves: number;
  /** True where rows of the list were answered. */
  readonly hasRows: boolean;
}

/** A list of ids that goes through its history while it is read. */
export interface MovingList {
  readonly calls: readonly Call[];
  /** Throws `PlatformError` as the history says. `all` is the whole list as it is now. */
  page(start: number, limit: number): { ids: readonly number[]; total: number; all: readonly number[] };
}

export function movingList({ rows, incidents }: History): MovingList {
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
    return { ids: answered, total: ids.length + lie, all: ids };
  }

  return { calls, page };
}

/** A list is by id, as numbers and as texts: rows that come have an id between those of their neighbours. */
const FIRST_ID = 500_000_000;

/** Halved with each row that comes at the same position. */
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

type Calls = MovingList['calls'];

/**
 * What is in a file that tells of no shortfall is the list at its last page. Where more than one row came or went
 * between two pages it has at least each row that was there all the time, none that never was, and as many.
 */
function expectWhole(ids: readonly number[], list: MovingList): void {
  const calls = lastDrainOf(list);
  const states = calls.map((call) => call.ids);
  if (!hasRaced(calls)) expect(ids).toEqual(states.at(-1));
  const inFile = new Set(ids);
  const sets = states.map((state) => new Set(state));
  const throughout = (states[0] ?? []).filter((id) => sets.every((state) => state.has(id)));
  expect(throughout.filter((id) => !inFile.has(id))).toEqual([]);
  expect(ids.filter((id) => !sets.some((state) => state.has(id)))).toEqual([]);
  expect(ids).toHaveLength(states.at(-1)?.length ?? 0);
}

/** The pages of the last drain, which begins at the last first page. What is asked for a count alone is no page. */
function lastDrainOf({ calls }: MovingList): Calls {
  const pages = calls.filter(({ limit }) => limit > 1);
  return pages.slice(pages.findLastIndex(({ start }) => start === 0));
}

/** One row that comes may hide another that goes. */
function hasRaced(calls: Calls): boolean {
  const moves = calls.filter(({ hasRows }) => hasRows).map((call) => call.moves);
  return moves.some((count, index) => count - (moves[index - 1] ?? count) > 1);
}
