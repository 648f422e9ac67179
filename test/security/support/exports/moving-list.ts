import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import type { History, Incident } from './upstream-history.ts';

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

export interface ListPage {
  readonly ids: readonly number[];
  readonly total: number;
  /** The whole list as it is now. */
  readonly all: readonly number[];
}

/** A list of ids that goes through its history while it is read. */
export interface MovingList {
  readonly calls: readonly Call[];
  /** Throws `PlatformError` as the history says. */
  page(start: number, limit: number): ListPage;
}

export function movingList({ rows, incidents }: History): MovingList {
  let ids = Array.from({ length: rows }, (_, index) => 1_000 + index);
  let nextId = 50_000;
  let moves = 0;
  let before: readonly number[] = [];
  const calls: Call[] = [];

  function move({ kind, place }: Extract<Incident, { kind: 'insert' | 'delete' }>): void {
    moves += 1;
    const at = Math.round(place * ids.length);
    if (kind === 'insert') ids = ids.toSpliced(at, 0, nextId++);
    else ids = ids.toSpliced(Math.min(at, ids.length - 1), 1);
  }

  function page(start: number, limit: number): ListPage {
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

function applies(incident: Incident, call: number): boolean {
  if (call < incident.call) return false;
  if (incident.kind === 'fail') return call < incident.call + incident.times;
  if (incident.kind === 'refuse') return true;
  return call === incident.call || ('isLasting' in incident && incident.isLasting);
}
