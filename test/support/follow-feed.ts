import { expect } from 'vitest';
import type { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import type { RunningService } from './running-service.ts';

type DeltaEndpoint = typeof listProductChanges | typeof listOrderChanges;
type Query = Readonly<Record<string, string | number>>;

export interface FollowedRow {
  readonly id: number;
  readonly change: 'upsert' | 'delete';
  readonly version: number;
  readonly record: unknown;
}

/**
 * Reads a feed to its end as a client does: `first` is its query, the later ones have the cursor and `limit`. Between
 * two pages `betweenPages` runs. Answers the rows in the order of arrival, and the last cursor.
 */
export async function followFeed(
  service: Pick<RunningService, 'read'>,
  endpoint: DeltaEndpoint,
  token: string,
  { first, limit, betweenPages }: { first: Query; limit: number; betweenPages?: () => Promise<unknown> },
): Promise<{ rows: FollowedRow[]; cursor: string }> {
  const rows: FollowedRow[] = [];
  let query: Query = first;
  for (;;) {
    const page = await service.read(endpoint, { token, query: { ...query, limit } });
    expect(page.count).toBe(page.data.length);
    expect(page.has_more).toBe(page.total > page.count);
    rows.push(...page.data);
    if (!page.has_more) return { rows, cursor: page.next_cursor };
    query = { cursor: page.next_cursor };
    await betweenPages?.();
  }
}

/** What somebody has who applied these rows, by id. */
export function replicaOf(rows: readonly FollowedRow[]): Map<number, unknown> {
  const replica = new Map<number, unknown>();
  for (const { id, change, record } of rows) {
    if (change === 'delete') replica.delete(id);
    else replica.set(id, record);
  }
  return replica;
}
