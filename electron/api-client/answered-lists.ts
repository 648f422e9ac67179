import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Page } from '../platform/platform.ts';
import { unexpected } from './answer-check.ts';

interface List<Row> {
  readonly count: number;
  readonly total: number;
  readonly data: readonly Row[];
}

/** The rows of a list that is answered whole. Throws `PlatformError` `invalid_answer` where it is not. */
export function wholeOf<Row>(endpoint: Endpoint, { count, total, data }: List<Row>): readonly Row[] {
  if (count !== data.length || total !== data.length) throw unexpected(endpoint);
  return data;
}

export interface PageRange {
  readonly start: number;
  readonly limit: number;
}

/**
 * The page that was asked for. Throws `PlatformError` `invalid_answer` for another one, and for a smaller page size than
 * was asked for: a page that is not full would no longer tell the end of the list.
 */
export function pageOf<Row>(endpoint: Endpoint, asked: PageRange, answer: List<Row> & PageRange): Page<Row> {
  const { start, limit, count, total, data } = answer;
  const isAsked = start === asked.start && limit === asked.limit;
  if (!isAsked || count !== data.length || count > limit) throw unexpected(endpoint);
  return { rows: data, total };
}
