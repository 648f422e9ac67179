import type { QueryClient } from '@tanstack/react-query';
import { type PagedList, pageQuery, type RowPage } from './paged-list.ts';
import type { RowRanges } from './row-ranges.ts';
import { ListChanged } from './row-source.ts';

interface Choice<Search, Row, Sums> {
  readonly list: PagedList<Search, Row, Sums>;
  readonly search: Search;
  readonly ranges: RowRanges;
  /** Rows of the list in which the ranges were chosen. */
  readonly total: number;
}

/** By number, from 0. */
type Pages<Search, Row, Sums> = ReadonlyMap<number, RowPage<Search, Row, Sums>>;

const TRIES = 2;

/** The rows of all ranges, from pages that are read now and hold together; rejects with `ListChanged` if none do. */
export async function readRanges<Search, Row, Sums>(
  client: QueryClient,
  choice: Choice<Search, Row, Sums>,
): Promise<readonly Row[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pages = await readPages(client, choice);
    const rows = chosenRows(pages, choice);
    if (rows && holdTogether(pages, choice)) return rows;
  }
  throw new ListChanged('the list changed while it was read');
}

async function readPages<Search, Row, Sums>(
  client: QueryClient,
  { list, search, ranges }: Choice<Search, Row, Sums>,
): Promise<Pages<Search, Row, Sums>> {
  const pages = new Map<number, RowPage<Search, Row, Sums>>();
  for (const [first, last] of ranges) {
    for (let page = Math.floor(first / list.pageSize); page * list.pageSize <= last; page += 1) {
      if (pages.has(page)) continue;
      pages.set(page, await client.fetchQuery({ ...pageQuery(list, search, page), staleTime: 0 }));
    }
  }
  return pages;
}

/** Null where a page has fewer rows than were chosen. */
function chosenRows<Search, Row, Sums>(
  pages: Pages<Search, Row, Sums>,
  { list: { pageSize }, ranges }: Choice<Search, Row, Sums>,
): readonly Row[] | null {
  const rows: Row[] = [];
  for (const [first, last] of ranges) {
    for (let index = first; index <= last; index += 1) {
      const row = pages.get(Math.floor(index / pageSize))?.data[index % pageSize];
      if (row === undefined) return null;
      rows.push(row);
    }
  }
  return rows;
}

/** A row that came in or left between two pages shows in their totals, or stands on both. */
function holdTogether<Search, Row, Sums>(
  pages: Pages<Search, Row, Sums>,
  { list, total }: Choice<Search, Row, Sums>,
): boolean {
  const read = [...pages.values()];
  const ids = read.flatMap(({ data }) => data.map(list.rowId));
  return read.every((page) => page.total === total) && new Set(ids).size === ids.length;
}
