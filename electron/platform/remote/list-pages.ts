import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { createUnexpectedError, type PageAnswer, type PageRange } from '../../api-client/endpoint-reader.ts';
import { assertUnique, assertValid } from './remote-checks.ts';

export type ListAnswer<Row, Sums> = PageAnswer<Row> & { readonly sums?: Sums | null };

/** A list of another deployment. Its pages may be smaller or larger than requested. */
export interface PagedList<Row, Query extends PageRange, Sums> {
  readonly endpoint: Endpoint;
  /** A key that is unique in the list. */
  readonly getKey: (row: Row) => readonly (number | string)[];
  /** Maximum number of rows per page. */
  readonly cap: number;
  /** Whether `count` may include rows that were left out because their time is unreadable. Default false. */
  readonly canLeaveOut?: boolean;
  /** Whether a filter was sent. A deployment may report a `total` without it. */
  readonly isFiltered: boolean;
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
}

/**
 * Reads the requested page, full unless the list ends or rows were left out. `hasWrongTotal` if a filtered list ends
 * before its `total`. Throws `PlatformError` `invalid_answer`.
 */
export async function readFullPage<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
) {
  const { endpoint, getKey, read } = list;
  const { start, limit } = query;
  const first = await read(query);
  const rows: Row[] = [];
  let { total } = first;
  let at = start;
  let hasLeftOut = false;
  for (let answer = first; ; answer = await read({ ...query, start: at, limit: start + limit - at })) {
    if (endsEarly(list, answer, at)) return { rows, total, sums: first.sums, hasLeftOut, hasWrongTotal: true };
    const page = getPage(list, answer, at);
    rows.push(...page.rows.slice(0, start + limit - at));
    hasLeftOut ||= page.hasLeftOut;
    at = page.end;
    total = answer.total;
    if (at >= start + limit || at >= total) break;
  }
  assertUnique(endpoint, rows, (row) => getKey(row).join());
  return { rows, total, sums: first.sums, hasLeftOut, hasWrongTotal: false };
}

/**
 * Reads all rows in the received order; `null` if there are more than `maxRows`, or too many pages. `check` sees each
 * page. Throws `PlatformError` `invalid_answer` if the list changes during every attempt.
 */
export async function readWholeList<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
  maxRows: number,
  check: (rows: readonly Row[]) => void,
): Promise<readonly Row[] | null> {
  for (let tries = 0; tries < MAX_WHOLE_READS; tries += 1) {
    const read = await readOnce(list, query, maxRows, check);
    if (read !== 'changed') return read;
  }
  throw createUnexpectedError(list.endpoint, 'its rows changed during every attempt to read them');
}

const MAX_WHOLE_READS = 3;

/** Enough for 200,000 rows in pages of 100. */
const MAX_REQUESTS = 2_000;

async function readOnce<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
  maxRows: number,
  check: (rows: readonly Row[]) => void,
): Promise<readonly Row[] | null | 'changed'> {
  const { getKey, cap, read } = list;
  const rows: Row[] = [];
  let at = 0;
  let requests = 0;
  let total: number | null = null;
  do {
    const answer: ListAnswer<Row, Sums> = await read({ ...query, start: at, limit: cap });
    requests += 1;
    if (answer.total > maxRows || requests > MAX_REQUESTS) return null;
    if (total !== null && answer.total !== total) return 'changed';
    total = answer.total;
    if (endsEarly(list, answer, at)) break;
    const page = getPage(list, answer, at);
    check(page.rows);
    rows.push(...page.rows);
    at = page.end;
  } while (at < total);
  const keys = new Set(rows.map((row) => getKey(row).join()));
  return keys.size === rows.length ? rows : 'changed';
}

/**
 * Whether the list ends although `total` promises more rows. Without a filter this is a fault, which `getPage` reports.
 */
function endsEarly<Row, Query extends PageRange, Sums>(
  { isFiltered }: PagedList<Row, Query, Sums>,
  { start, count, total, data }: PageAnswer<Row>,
  asked: number,
): boolean {
  return isFiltered && start === asked && count === 0 && data.length === 0 && asked < total;
}

/** Returns the rows of an answer from `asked` on, and the position of their end. The answer may start earlier. */
function getPage<Row, Query extends PageRange, Sums>(
  { endpoint, canLeaveOut = false }: PagedList<Row, Query, Sums>,
  { start, count, total, data }: PageAnswer<Row>,
  asked: number,
) {
  const end = start + count;
  const hasLeftOut = canLeaveOut && count > data.length;
  assertValid(endpoint, (hasLeftOut || count === data.length) && start <= asked && (count === 0 || end <= total));
  assertValid(endpoint, end > asked || (0 <= total && total <= asked));
  // The positions of left-out rows are unknown, so the answer must start where it was asked to.
  assertValid(endpoint, !hasLeftOut || start === asked);
  return { rows: data.slice(asked - start), end: Math.max(end, asked), hasLeftOut };
}
