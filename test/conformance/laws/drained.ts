import { expect } from 'vitest';
import type { Page } from '../../../electron/platform/platform.ts';

export interface PageOfRows {
  readonly start: number;
  readonly limit: number;
}

/** All rows of a list by the paging loop of the specification. */
export async function drained<Row>(read: (page: PageOfRows) => Promise<Page<Row>>, limit = 200): Promise<Row[]> {
  const rows: Row[] = [];
  let page: Page<Row>;
  do {
    page = await read({ start: rows.length, limit });
    expect(page.rows.length).toBe(Math.min(limit, page.total - rows.length));
    rows.push(...page.rows);
  } while (page.rows.length > 0 && rows.length < page.total);
  return rows;
}
