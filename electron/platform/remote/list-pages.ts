import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type PageAnswer, type PageRange, unexpected } from '../../api-client/endpoint-reader.ts';
import { expectTrue, expectUnique } from './remote-checks.ts';

export type ListAnswer<Row, Sums> = PageAnswer<Row> & { readonly sums?: Sums | null };

/** A list of another deployment, read in pages that may be smaller or larger than those that were asked for. */
export interface PagedList<Row, Query extends PageRange, Sums> {
  readonly endpoint: Endpoint;
  /** What no other row has. */
  readonly keyOf: (row: Row) => readonly (number | string)[];
  /** The most rows of a page. */
  readonly cap: number;
  /** `count` may include rows that were left out because their time is not readable. Default false. */
  readonly mayLeaveOut?: boolean;
  /** A filter is sent: a deployment may count the rows without it. */
  readonly isFiltered: boolean;
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
}

/**
 * The page that was asked for, full unless the list ends or rows of it were left out. `hasWrongTotal` if a filtered list
 * ends before its `total`. Throws `PlatformError` `invalid_answer`.
 */
export async function readFullPage<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
) {
  const { endpoint, keyOf, read } = list;
  const { start, limit } = query;
  const first = await read(query);
  const rows: Row[] = [];
  let { total } = first;
  let at = start;
  let areSomeLeftOut = false;
  for (let answer = first; ; answer = await read({ ...query, start: at, limit: start + limit - at })) {
    if (isEndBefore(list, answer, at)) return { rows, total, sums: first.sums, areSomeLeftOut, hasWrongTotal: true };
    const page = pageFrom(list, answer, at);
    rows.push(...page.rows.slice(0, start + limit - at));
    areSomeLeftOut ||= page.areSomeLeftOut;
    at = page.end;
    total = answer.total;
    if (at >= start + limit || at >= total) break;
  }
  expectUnique(endpoint, rows, (row) => keyOf(row).join());
  return { rows, total, sums: first.sums, areSomeLeftOut, hasWrongTotal: false };
}

/**
 * All rows, in the order in which they came; `null` if there are more than `most`, or too many pages. `check` sees each page. Throws
 * `PlatformError` `invalid_answer` if the list changes each time while it is read.
 */
export async function readWholeList<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
  most: number,
  check: (rows: readonly Row[]) => void,
): Promise<readonly Row[] | null> {
  for (let tries = 0; tries < MAX_WHOLE_READS; tries += 1) {
    const read = await readOnce(list, query, most, check);
    if (read !== 'changed') return read;
  }
  throw unexpected(list.endpoint, 'its rows change while they are read');
}

const MAX_WHOLE_READS = 3;

/** For 200,000 rows in pages of 100. */
const MAX_REQUESTS = 2_000;

async function readOnce<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
  most: number,
  check: (rows: readonly Row[]) => void,
): Promise<readonly Row[] | null | 'changed'> {
  const { keyOf, cap, read } = list;
  const rows: Row[] = [];
  let at = 0;
  let requests = 0;
  let total: number | null = null;
  do {
    const answer: ListAnswer<Row, Sums> = await read({ ...query, start: at, limit: cap });
    requests += 1;
    if (answer.total > most || requests > MAX_REQUESTS) return null;
    if (total !== null && answer.total !== total) return 'changed';
    total = answer.total;
    if (isEndBefore(list, answer, at)) break;
    const page = pageFrom(list, answer, at);
    check(page.rows);
    rows.push(...page.rows);
    at = page.end;
  } while (at < total);
  const keys = new Set(rows.map((row) => keyOf(row).join()));
  return keys.size === rows.length ? rows : 'changed';
}

/** An empty page where `total` says that there are rows. Without a filter that is a fault, which is left for the check. */
function isEndBefore<Row, Query extends PageRange, Sums>(
  { isFiltered }: PagedList<Row, Query, Sums>,
  { start, count, total, data }: PageAnswer<Row>,
  asked: number,
): boolean {
  return isFiltered && start === asked && count === 0 && data.length === 0 && asked < total;
}

/** The rows of an answer from `asked` on, and where they end. The answer may begin before it. */
function pageFrom<Row, Query extends PageRange, Sums>(
  { endpoint, mayLeaveOut = false }: PagedList<Row, Query, Sums>,
  { start, count, total, data }: PageAnswer<Row>,
  asked: number,
) {
  const end = start + count;
  const areSomeLeftOut = mayLeaveOut && count > data.length;
  expectTrue(endpoint, (areSomeLeftOut || count === data.length) && start <= asked && (count === 0 || end <= total));
  expectTrue(endpoint, end > asked || (0 <= total && total <= asked));
  // Where rows are left out, their places are not known: the answer must begin where it was asked to.
  expectTrue(endpoint, !areSomeLeftOut || start === asked);
  return { rows: data.slice(asked - start), end: Math.max(end, asked), areSomeLeftOut };
}
