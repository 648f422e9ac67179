import type { Page } from '../../platform/platform.ts';

interface List<Row> {
  count: number;
  total: number;
  data: Row[];
}

interface PageRange {
  start: number;
  limit: number;
}

/** A list in one answer. */
export function toList<Row>(rows: readonly Row[]): List<Row> {
  return { count: rows.length, total: rows.length, data: [...rows] };
}

/** A page, with the fields of `head` first. */
export function toPage<Row, Head extends object>(
  head: Head,
  { start, limit }: PageRange,
  { rows, total }: Page<Row>,
): Head & List<Row> & PageRange {
  return { ...head, start, limit, count: rows.length, total, data: [...rows] };
}
