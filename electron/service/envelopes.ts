import type { Page } from '../platform/platform.ts';
import { WrittenAnswer } from './written-answer.ts';

interface List<Row> {
  count: number;
  total: number;
  data: Row[];
}

interface Paged<Row> extends List<Row> {
  start: number;
  limit: number;
}

/** A list that is answered whole. */
export function listOf<Row>(rows: readonly Row[]): List<Row> {
  return { count: rows.length, total: rows.length, data: [...rows] };
}

/** A page with the offset and the page size that were used. */
function pageOf<Row>(
  { start, limit }: { start: number; limit: number },
  { rows, total }: Page<Row>,
): Paged<Row> {
  return { start, limit, count: rows.length, total, data: [...rows] };
}

/** The same after the fields of `head`, with the rows sent as they are where the platform has them as JSON. */
export function pageAnswer<Row, Head extends object>(
  head: Head,
  query: { start: number; limit: number },
  page: Page<Row>,
): (Head & Paged<Row>) | WrittenAnswer<Head & Paged<Row>> {
  const { json, total } = page;
  if (!json) return { ...head, ...pageOf(query, page) };
  const { start, limit } = query;
  const frame = JSON.stringify({ ...head, start, limit, count: json.count, total });
  return new WrittenAnswer(`${frame.slice(0, -1)},"data":`, json.bytes, '}');
}
