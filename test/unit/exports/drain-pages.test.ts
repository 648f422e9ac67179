import { describe, expect, it } from 'vitest';
import { drainPages, getId, splitPeriod } from '../../../electron/exports/drain-pages.ts';
import type { Page } from '../../../electron/platform/platform.ts';
import { addDays, countDaysBetween } from '../../../shared/calendar.ts';

type Row = { readonly id: number };
const MOST_CALLS = 2_000;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const page = (total: number, ...ids: number[]): Page<Row> => ({ total, rows: rows(...ids) });

/** Collects the rows of the pages that `answer` returns, up to the end or a failure. */
async function drain(answer: (start: number, call: number) => Page<Row>, limit = 3) {
  const starts: number[] = [];
  const ids: number[] = [];
  const totals: number[] = [];
  const readPage = async (start: number) => {
    if (starts.push(start) > MOST_CALLS) throw new Error('this never ends');
    return answer(start, starts.length - 1);
  };
  let failure: unknown = null;
  try {
    for await (const drained of drainPages(readPage, { limit, getKey: getId })) {
      ids.push(...drained.rows.map(({ id }) => id));
      totals.push(drained.total);
    }
  } catch (error) {
    failure = error;
  }
  return { ids, totals, starts, failure };
}

/** Returns these pages in turn, then the last one again and again. */
function scripted(...pages: Page<Row>[]) {
  return (_start: number, call: number) => pages[Math.min(call, pages.length - 1)] ?? page(0);
}

const MOVED = { code: 'incomplete', message: 'The data changed while it was read. Try again.' };
const INCOMPLETE = { code: 'incomplete', reason: 'incomplete' };

describe('drainPages', () => {
  it('starts each page at the last row of the previous one, and returns each row once with its total', async () => {
    const { ids, totals, starts, failure } = await drain(scripted(page(6, 1, 2, 3), page(6, 3, 4, 5), page(6, 5, 6)));

    expect(failure).toBeNull();
    expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
    expect(totals).toEqual([6, 6, 6]);
    expect(starts).toEqual([0, 2, 4]);
  });

  it.each([1, 2, 3, 19, 20, 21, 38, 39, 40, 57, 58])('returns all %i rows in pages of 20', async (count) => {
    const all = Array.from({ length: count }, (_, index) => index);
    const { ids, failure } = await drain((start) => page(count, ...all.slice(start, start + 20)), 20);

    expect(failure).toBeNull();
    expect(ids).toEqual(all);
  });

  it('fails if there are more rows than the total', async () => {
    expect(await drain(scripted(page(3, 1, 2, 3), page(3, 3, 4, 5)))).toMatchObject({
      ids: [1, 2, 3, 4, 5],
      failure: { ...INCOMPLETE, message: expect.stringContaining('5 rows were read, but there are 3') },
    });
  });

  it.each([
    ['a row was added before the place', page(4, 9, 2, 3)],
    ['a row was taken away before the place', page(2, 4)],
    ['a page is repeated', page(3, 1, 2)],
    ['the last row is not there any more', page(3, 4)],
  ])('stops at the first page that begins with an unexpected row: %s', async (_why, second) => {
    expect(await drain(scripted(page(3, 1, 2), second))).toMatchObject({ ids: [1, 2], failure: MOVED });
  });

  it('returns and counts a row once if a page has it twice', async () => {
    const missing = await drain(scripted(page(3, 1, 2, 2), page(3, 2)));
    const whole = await drain(scripted(page(2, 1, 2, 2), page(2, 2)));

    expect(missing).toMatchObject({ ids: [1, 2], failure: INCOMPLETE });
    expect(whole).toMatchObject({ ids: [1, 2], failure: null });
  });

  it.each([
    ['empty', page(4)],
    ['of the known row alone', page(4, 2)],
  ])('requests a page again that is %s', async (_what, nothingNew) => {
    const { ids, starts, failure } = await drain(scripted(page(4, 1, 2), nothingNew, page(4, 2, 3, 4), page(4, 4)));

    expect(failure).toBeNull();
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(starts).toEqual([0, 1, 1, 3]);
  });

  it.each([
    ['an empty list', page(9)],
    ['a page size of one', page(9, 1)],
  ])('fails if %s says that there are rows', async (_what, only) => {
    expect((await drain(scripted(only))).failure).toMatchObject(INCOMPLETE);
  });

  const endless = (start: number) => rows(...Array.from({ length: 100 }, (_, index) => start + index));
  it.each<[string, (start: number, call: number) => Page<Row>]>([
    ['grows for ever', (start) => ({ rows: endless(start), total: start + 1_000 })],
    ['is infinite', (start) => ({ rows: endless(start), total: Number.POSITIVE_INFINITY })],
    ['is no number', (start) => ({ rows: endless(start), total: Number.NaN })],
    ['is below 0', (start) => ({ rows: endless(start), total: -1 })],
    ['is half a row', (start) => ({ rows: endless(start), total: 99.5 })],
    ['is smaller than what came', (start) => ({ rows: endless(start), total: 50 })],
    ['is always one page further', (start) => ({ rows: endless(start), total: start + 100 })],
    ['grows while the rows repeat', (start) => page(start + 10, 1, 2, 1)],
    ['grows with each empty page', (_start, call) => page(call + 1)],
  ])('ends and fails if the total %s', async (_what, answer) => {
    const { starts, failure } = await drain(answer);

    expect(failure).toMatchObject(INCOMPLETE);
    expect(starts.length).toBeLessThan(50);
  });
});

describe('splitPeriod', () => {
  const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

  it.each([
    ['few', 2_500, [31]],
    ['some', 10_000, [7, 7, 7, 7, 3]],
    ['many', 10_000_000, Array.from({ length: 31 }, () => 1)],
    ['an unknown number of', Number.NaN, [31]],
  ])('reads %s rows in consecutive parts of the period', (_, count, days) => {
    const parts = [...splitPeriod(OCTOBER, count)];
    expect(parts.map(({ from, to }) => countDaysBetween(from, to) + 1)).toEqual(days);
    expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([OCTOBER.from, OCTOBER.to]);
    const following = parts.slice(0, -1).map(({ to }) => addDays(to, 1));
    expect(parts.slice(1).map(({ from }) => from)).toEqual(following);
  });
});
