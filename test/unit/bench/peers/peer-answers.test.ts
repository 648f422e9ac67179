import { describe, expect, it } from 'vitest';
import { type Answer, differenceOf, joinAnswers } from '../../../bench/peers/peer-answers.ts';
import { type Month, REQUESTS } from '../../../bench/peers/peer-requests.ts';

const answer: Answer = { ids: [3, 5], total: 9, sums: { stock: 4_500 } };

describe('answers', () => {
  it('are the same where ids, count and sums are', () => {
    expect(differenceOf(answer, { ids: [3, 5], total: 9, sums: { stock: 4_500 } })).toBeNull();
  });

  it('are the same where no count was asked for', () => {
    expect(differenceOf(answer, { ...answer, total: null })).toBeNull();
  });

  it.each<[string, Partial<Answer>, string]>([
    ['count', { total: 8 }, '8 rows, not 9'],
    ['number of rows', { ids: [3] }, '1 ids, not 2'],
    ['order of rows', { ids: [5, 3] }, 'row 1 is 5, not 3'],
    ['sum', { sums: { stock: 4_501 } }, 'stock is 4501, not 4500'],
    ['sums that are there', { sums: {} }, 'stock is undefined, not 4500'],
    ['sums that are too many', { sums: { stock: 4_500, value: 1 } }, 'value is 1, not undefined'],
  ])('differ by the %s', (_, change, difference) => {
    expect(differenceOf(answer, { ...answer, ...change })).toBe(difference);
  });

  it('are one where they are pages of a list', () => {
    const next: Answer = { ids: [7], total: 9, sums: { stock: -500 } };
    expect(joinAnswers([answer, next])).toEqual({ ids: [3, 5, 7], total: 9, sums: { stock: 4_000 } });
  });
});

const month: Month = { from: '2026-10-01', to: '2026-10-31', start: 1_000, end: 2_000 };

const receive = (body: unknown, headers: Record<string, string> = {}) => ({
  body: JSON.stringify(body),
  headers: new Headers(headers),
});

describe('what each program answers', () => {
  const inEuros = { id: 4, value_wt: 6.0017, value_ex_wt: 5, discount_value_wt: 1.1, discount_value_ex_wt: 1 };
  const sums = { value_wt: 60_017, value_ex: 50_000, discount_wt: 11_000, discount_ex: 10_000 };
  const inUnits = { id: 4, ...sums };

  it('is read as the same order, in euros or in units of the store', () => {
    const expected = REQUESTS.Tilldesk.discountedOrders(month).read(receive({ total: 1, data: [inEuros] }));
    expect(expected).toEqual({ ids: [4], total: 1, sums });
    const answers = [
      REQUESTS['json-server'].discountedOrders(month).read(receive([inUnits])),
      REQUESTS.Directus.discountedOrders(month).read(receive({ data: [inUnits], meta: { filter_count: 1 } })),
      REQUESTS['bare server'].discountedOrders(month).read(receive({ data: [inUnits] })),
    ];
    expect(answers.map((given) => differenceOf(expected, given))).toEqual([null, null, null]);
  });

  it('is read as the same page of products', () => {
    const page = { start: 200, limit: 200, word: 'thee' };
    const expected = REQUESTS.Tilldesk.products(page).read(receive({ total: 9, data: [{ id: 3, stock: 4.53 }] }));
    const rows = [{ id: 3, stock: 4_530 }];
    const answers = [
      REQUESTS['json-server'].products(page).read(receive(rows, { 'x-total-count': '9' })),
      REQUESTS.Directus.products(page).read(receive({ data: rows, meta: { filter_count: 9 } })),
      REQUESTS['bare server'].products(page).read(receive({ total: 9, data: rows })),
    ];
    expect(answers.map((given) => differenceOf(expected, given))).toEqual([null, null, null]);
  });

  it.each(['Directus', 'bare server'] as const)('has no total of a page that is asked for without one: %s', (name) => {
    const asked = REQUESTS[name].products({ start: 0, limit: 200, isUncounted: true });
    expect(asked.read(receive({ data: [] })).total).toBeNull();
    expect(asked.target).not.toBe(REQUESTS[name].products({ start: 0, limit: 200 }).target);
  });

  it('is read as the same turnover, which the client of json-server adds up', () => {
    const revenue = { total_turnover_wt: 12.1, total_turnover: 10 };
    const expected = REQUESTS.Tilldesk.turnover(month).read(receive({ revenue }));
    const [one, other] = [
      { turnover_wt: 100_000, turnover_ex: 80_000 },
      { turnover_wt: 21_000, turnover_ex: 20_000 },
    ];
    const sum = { turnover_wt: 121_000, turnover_ex: 100_000 };
    const answers = [
      REQUESTS['json-server'].turnover(month).read(receive([one, other])),
      REQUESTS.Directus.turnover(month).read(receive({ data: [{ sum }] })),
      REQUESTS['bare server'].turnover(month).read(receive(sum)),
    ];
    expect(answers.map((given) => differenceOf(expected, given))).toEqual([null, null, null]);
  });

  it('leaves the first instant after the month out', () => {
    expect(REQUESTS['json-server'].discountedOrders(month).target).toContain('date_purchased_lte=1999');
    expect(decodeURIComponent(REQUESTS.Directus.discountedOrders(month).target)).toContain('{"_lt":2000}');
  });
});
