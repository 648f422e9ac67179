import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { expectTrue } from './remote-checks.ts';

interface Identified {
  readonly id: number;
}

type ReadRows<Row> = (page: { readonly start: number; readonly limit: number }) => Promise<Page<Row>>;

/** The record by its id, or as the list has it if the deployment does not have it, or does not offer to read it. */
export async function readOrFind<Found extends Identified>(
  endpoint: Endpoint,
  id: number,
  reading: Promise<Found>,
  findListed: (refusal: PlatformError) => Promise<Found | null>,
): Promise<Found | null> {
  try {
    const record = await reading;
    expectTrue(endpoint, record.id === id);
    return record;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'not_offered') throw error;
    return findListed(error);
  }
}

/**
 * The row of a list by id, or `null` if it has none: for a deployment that lists records and cannot read one. Reads the
 * first `limit` rows, which show whether the list is by id, and then about as many pages as the total has binary digits.
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

/** The row of a list in any order, or `null` if it has none. Reads page after page, so use it for a short list. */
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
