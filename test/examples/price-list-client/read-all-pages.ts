import type { ApiSession, Query } from './api-session.ts';
import { type Clock, RETRY_WAITS_MS } from './call-patiently.ts';

/** What every paged list answers. */
interface Page<Row> {
  readonly count: number;
  readonly total: number;
  readonly data: readonly Row[];
}

/** Rows of a list are known to be missing; half a list is never given away. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
}

/** The first reading and a fresh one. */
const MOST_READINGS = 2;

/**
 * All rows of a paged list, each once, as many as its `total` says. Pages are places in a list that others may
 * change meanwhile, so that a row can come twice or be passed over: when the total changes on the way, or there
 * are fewer different rows than it states, the list is read again. Throws `IncompleteList` when that is no better,
 * and when a page stays empty before the end.
 */
export async function readAllPages<Row extends { readonly id: number }>(
  session: ApiSession,
  clock: Clock,
  path: string,
  query: Query,
): Promise<Row[]> {
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    const rows = await readOnce<Row>(session, clock, path, query);
    if (rows !== null) return rows;
  }
  throw new IncompleteList(`${path} changed whenever it was read (${MOST_READINGS} times); try again later.`);
}

/** The paging loop of the specification; null when the list changed while it was read. */
async function readOnce<Row extends { readonly id: number }>(
  session: ApiSession,
  clock: Clock,
  path: string,
  query: Query,
): Promise<Row[] | null> {
  const rowById = new Map<number, Row>();
  let total: number | null = null;
  let start = 0;
  do {
    const page: Page<Row> = await readFilledPage<Row>(session, clock, path, { ...query, start });
    total ??= page.total;
    if (page.total !== total) return null;
    for (const row of page.data) rowById.set(row.id, row);
    start += page.count;
  } while (start < total);
  return rowById.size === total ? [...rowById.values()] : null;
}

/** A page that has rows, or that may have none because the list ends at `start`. */
async function readFilledPage<Row>(
  session: ApiSession,
  clock: Clock,
  path: string,
  query: Query & { readonly start: number },
): Promise<Page<Row>> {
  for (let attempt = 0; ; attempt += 1) {
    const page = await session.get<Page<Row>>(path, query);
    requirePage(page, path);
    if (page.count > 0 || query.start >= page.total) return page;
    const waitMs = RETRY_WAITS_MS[attempt];
    if (waitMs === undefined) {
      const where = `${path} has ${page.total} rows, and none came from row ${query.start} on`;
      throw new IncompleteList(`${where} in ${attempt + 1} attempts.`);
    }
    await clock.sleep(waitMs);
  }
}

/** A loop over wrong numbers ends early or never, so they are looked at once, here. */
function requirePage({ count, total, data }: Page<unknown>, path: string): void {
  if (Array.isArray(data) && count === data.length && Number.isInteger(total)) return;
  throw new IncompleteList(`${path} gave no page: its count must be that of its rows, and its total a number.`);
}
