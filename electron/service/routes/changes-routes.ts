import type { FastifyInstance } from 'fastify';
import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import { parseInstant } from '../../../shared/contract/query.ts';
import type { Caller } from '../../base/caller.ts';
import type { Change, FeedName, FeedRecords, FeedStart, Platform } from '../../platform/platform.ts';
import type { DeltaCursors } from '../security/delta-cursors.ts';
import { ApiError } from '../server/api-error.ts';
import { createStaleCursorError } from '../server/error-handler.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';

export function addChangesRoutes(app: FastifyInstance, { platform, cursors }: RouteDeps): void {
  const readChanges = createChangesReader(platform, cursors);

  addEndpoint(app, listProductChanges, ({ caller, query }) => readChanges(caller, 'products', query));

  addEndpoint(app, listOrderChanges, ({ caller, query }) => readChanges(caller, 'orders', query));
}

interface ChangesParameters {
  readonly since?: string;
  readonly cursor?: string;
  readonly limit: number;
}

interface Changes<Record> {
  count: number;
  total: number;
  data: Change<Record>[];
  next_cursor: string;
  has_more: boolean;
}

type ReadChanges = <F extends FeedName>(
  caller: Caller,
  feed: F,
  query: ChangesParameters,
) => Promise<Changes<FeedRecords[F]>>;

function createChangesReader(platform: Pick<Platform, 'readChanges'>, cursors: DeltaCursors): ReadChanges {
  return async (caller, feed, query) => {
    const after = getStart(query, (cursor) => cursors.read(caller, feed, cursor));
    const page = await platform.readChanges(caller, feed, { after, limit: query.limit });
    const next_cursor = cursors.write(caller, feed, page.next);
    return { count: page.rows.length, total: page.total, data: [...page.rows], next_cursor, has_more: page.hasMore };
  };
}

function getStart({ since, cursor }: ChangesParameters, readPosition: (cursor: string) => string | null): FeedStart {
  if ((since === undefined) === (cursor === undefined)) {
    throw new ApiError('bad_request', 'Exactly one of since and cursor is required.');
  }
  const instant = since === undefined ? undefined : parseInstant(since);
  if (instant !== undefined) return { since: instant };
  const position = readPosition(cursor ?? '');
  if (position === null) throw createStaleCursorError();
  return { position };
}
