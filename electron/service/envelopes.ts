import type { Page } from '../platform/platform.ts';

interface List<Row> {
  count: number;
  total: number;
  data: Row[];
}

/** A list that is answered whole. */
export function listOf<Row>(rows: readonly Row[]): List<Row> {
  return { count: rows.length, total: rows.length, data: [...rows] };
}

/** A page with the offset and the page size that were used. */
export function pageOf<Row>(
  { start, limit }: { start: number; limit: number },
  { rows, total }: Page<Row>,
): { start: number; limit: number } & List<Row> {
  return { start, limit, count: rows.length, total, data: [...rows] };
}
