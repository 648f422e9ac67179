import fc from 'fast-check';
import { PlatformError } from '../../../electron/platform/platform-error.ts';

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

export interface Call {
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
  /** Throws `PlatformError` as the history says. */
  page(start: number, limit: number): { ids: readonly number[]; total: number };
}

export function createMovingList({ rows, incidents }: History): MovingList {
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

/** The list is sorted by id: a row that is inserted has an id between those of its neighbours. */
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
