import { expect } from 'vitest';

interface PageBody<Row> {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  readonly data: readonly Row[];
}

/** Returns all rows of a paginated list, read with the paging loop of the specification. */
export async function drain<Row>(readFrom: (start: number) => Promise<PageBody<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let page: PageBody<Row>;
  do {
    page = await readFrom(rows.length);
    expect(page).toMatchObject({ start: rows.length, count: page.data.length });
    rows.push(...page.data);
  } while (page.count > 0 && rows.length < page.total);
  expect(rows).toHaveLength(page.total);
  return rows;
}
