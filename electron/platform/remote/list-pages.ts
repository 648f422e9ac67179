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
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
}

/** The page that was asked for, full unless the list ends. Throws `PlatformError` `invalid_answer`. */
export async function readFullPage<Row, Query extends PageRange, Sums>(
  { endpoint, keyOf, read }: PagedList<Row, Query, Sums>,
  query: Query,
) {
  const { start, limit } = query;
  const first = await read(query);
  const rows = rowsFrom(endpoint, first, start).slice(0, limit);
  let { total } = first;
  while (rows.length < limit && start + rows.length < total) {
    const at = start + rows.length;
    const missing = limit - rows.length;
    const answer = await read({ ...query, start: at, limit: missing });
    rows.push(...rowsFrom(endpoint, answer, at).slice(0, missing));
    total = answer.total;
  }
  expectUnique(endpoint, rows, (row) => keyOf(row).join());
  return { rows, total, sums: first.sums };
}

/**
 * All rows, in the order in which they came; `null` if there are more than `most`. `check` sees each page. Throws
 * `PlatformError` `invalid_answer` if the list changes each time while it is read.
 */
export async function readWholeList<Row, Query extends PageRange, Sums>(
  list: PagedList<Row, Query, Sums>,
  query: Query,
  most: number,
  check: (rows: readonly Row[]) => Promise<void>,
): Promise<readonly Row[] | null> {
  for (let tries = 0; tries < MAX_WHOLE_READS; tries += 1) {
    const read = await readOnce(list, query, most, check);
    if (read !== 'changed') return read;
  }
  throw unexpected(list.endpoint, 'its rows change while they are read');
}

const MAX_WHOLE_READS = 3;

async function readOnce<Row, Query extends PageRange, Sums>(
  { endpoint, keyOf, cap, read }: PagedList<Row, Query, Sums>,
  query: Query,
  most: number,
  check: (rows: readonly Row[]) => Promise<void>,
): Promise<readonly Row[] | null | 'changed'> {
  const rows: Row[] = [];
  let total: number | null = null;
  do {
    const answer: ListAnswer<Row, Sums> = await read({ ...query, start: rows.length, limit: cap });
    if (answer.total > most) return null;
    if (total !== null && answer.total !== total) return 'changed';
    total = answer.total;
    const page = rowsFrom(endpoint, answer, rows.length);
    await check(page);
    rows.push(...page);
  } while (rows.length < total);
  const keys = new Set(rows.map((row) => keyOf(row).join()));
  return keys.size === rows.length ? rows : 'changed';
}

/** The rows of an answer from `asked` on. The answer may begin before it. */
function rowsFrom<Row>(endpoint: Endpoint, answer: PageAnswer<Row>, asked: number): Row[] {
  const { start, count, total, data } = answer;
  expectTrue(endpoint, count === data.length && start <= asked && (count === 0 || start + count <= total));
  const rows = data.slice(asked - start);
  expectTrue(endpoint, rows.length > 0 || (0 <= total && total <= asked));
  return rows;
}
