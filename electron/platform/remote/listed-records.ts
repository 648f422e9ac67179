import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { assertValid } from './remote-checks.ts';

interface Identified {
  readonly id: number;
}

type ReadRows<Row> = (page: { readonly start: number; readonly limit: number }) => Promise<Page<Row>>;

/**
 * Reads a record by id. If the deployment does not have it or cannot read single records, finds its row in the list.
 */
export async function readOrFind<Found extends Identified>(
  endpoint: Endpoint,
  id: number,
  reading: Promise<Found>,
  findListed: (refusal: PlatformError) => Promise<Found | null>,
): Promise<Found | null> {
  try {
    const record = await reading;
    assertValid(endpoint, record.id === id);
    return record;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'not_offered') throw error;
    return findListed(error);
  }
}

/**
 * Finds a row by id in a list that is sorted by id; `null` if there is none. Reads the first `limit` rows, then
 * searches binary.
 */
export async function findInList<Row extends Identified>(
  readPage: ReadRows<Row>,
  limit: number,
  id: number,
): Promise<Row | null> {
  const first = await readPage({ start: 0, limit });
  let from = first.rows.length;
  let to = first.total;
  let found = first.rows.find((row) => row.id === id);
  while (found === undefined && from < to) {
    const middle = Math.floor((from + to) / 2);
    const [row] = (await readPage({ start: middle, limit: 1 })).rows;
    if (row?.id === id) found = row;
    else if (row && row.id < id) from = middle + 1;
    else to = middle;
  }
  return found ?? null;
}

/**
 * Finds a row by id in a list with any order; `null` if there is none. Reads page after page: use it for short lists
 * only.
 */
export async function findInPages<Row extends Identified>(
  readPage: ReadRows<Row>,
  limit: number,
  id: number,
): Promise<Row | null> {
  for (let start = 0; ; start += limit) {
    const { rows, total } = await readPage({ start, limit });
    const found = rows.find((row) => row.id === id);
    if (found !== undefined) return found;
    if (start + limit >= total) return null;
  }
}
