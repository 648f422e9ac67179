import { describe, expect, it } from 'vitest';
import { drainPages } from '../../../electron/exports/drain-pages.ts';
import type { Page } from '../../../electron/platform/platform.ts';

type Row = { readonly id: number };
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

/** Answers these pages, one after the other; the last one stays. */
function drained(...pages: Page<Row>[]) {
  const starts: number[] = [];
  const read = async (start: number): Promise<Page<Row>> => {
    starts.push(start);
    if (starts.length > 50) throw new Error('this never ends');
    return pages[Math.min(starts.length, pages.length) - 1] ?? { total: 0, rows: [] };
  };
  const ids = (async () => {
    const all: number[] = [];
    for await (const page of drainPages(read)) all.push(...page.map(({ id }) => id));
    return all;
  })();
  return { ids, starts };
}

describe('drainPages', () => {
  it('reads from where the page before ended until all rows are there', async () => {
    const { ids, starts } = drained(
      { total: 5, rows: rows(1, 2) },
      { total: 5, rows: rows(3, 4) },
      { total: 5, rows: rows(5) },
    );

    expect(await ids).toEqual([1, 2, 3, 4, 5]);
    expect(starts).toEqual([0, 2, 4]);
  });

  it('is done with one empty page when there is nothing', async () => {
    const { ids, starts } = drained({ total: 0, rows: [] });

    expect(await ids).toEqual([]);
    expect(starts).toEqual([0]);
  });

  it('gives a row once that came twice', async () => {
    const { ids } = drained({ total: 4, rows: rows(1, 2) }, { total: 3, rows: rows(2, 3) });

    expect(await ids).toEqual([1, 2, 3]);
  });

  it('fails when a row was added that shifted the others', async () => {
    const { ids } = drained({ total: 3, rows: rows(1, 2) }, { total: 4, rows: rows(2, 3) });

    await expect(ids).rejects.toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('3 rows'),
    });
  });

  it('takes the last total when rows were taken away', async () => {
    const { ids } = drained({ total: 4, rows: rows(1, 2) }, { total: 3, rows: rows(4) });

    expect(await ids).toEqual([1, 2, 4]);
  });

  it('ends at an empty page, whatever the total says', async () => {
    const { ids, starts } = drained({ total: 9, rows: rows(1, 2) }, { total: 9, rows: [] });

    await expect(ids).rejects.toMatchObject({ code: 'incomplete' });
    expect(starts).toEqual([0, 2]);
  });
});
