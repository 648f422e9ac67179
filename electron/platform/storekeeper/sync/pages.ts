import { Type } from 'typebox';
import { PlatformError } from '../../platform-error.ts';
import { OwnId, readRecord } from '../mapping/wire-values.ts';
import type { ListAnswer, ListFunction, ListRequest } from '../storekeeper-functions.ts';
import type { Stream, SyncContext } from './stream.ts';

/** Rows that are asked for; fewer where StoreKeeper refuses so many. */
const LIMITS = [100, 25, 5] as const;

export const MOST_PAGE_ROWS = LIMITS[0];

export interface PageAnswer {
  readonly answer: ListAnswer;
  /** What was asked for in the end: that of the next page. */
  readonly limit: number;
}

/**
 * A page of a list, which may have fewer rows than were asked for: the next one goes on from what came. Throws what the
 * session throws.
 */
export async function readPage(
  { session, signal }: SyncContext,
  stream: Stream['name'],
  name: ListFunction,
  request: ListRequest,
): Promise<PageAnswer> {
  let { limit } = request;
  for (;;) {
    try {
      return { answer: await session.call(name, { ...request, limit }, { stream, signal }), limit };
    } catch (error) {
      const shorter = LIMITS.find((one) => one < limit);
      if (!(error instanceof PlatformError) || error.code !== 'rejected' || shorter === undefined) throw error;
      limit = shorter;
    }
  }
}

const RowId = Type.Object({ id: OwnId });

/** Null for a row that has no readable id. */
export function rowIdOf(row: unknown): number | null {
  const record = readRecord(RowId, row);
  return record === null ? null : Number(record.id);
}

/** The highest id of a page; null where none of its rows has one. */
export function lastIdOf(rows: readonly unknown[]): number | null {
  return rows.reduce<number | null>((last, row) => {
    const id = rowIdOf(row);
    return id === null ? last : Math.max(last ?? 0, id);
  }, null);
}
