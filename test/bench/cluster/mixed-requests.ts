import { addDays, dateAt } from '../../../shared/calendar.ts';
import type { ApiConnection } from '../context/api-connection.ts';

/** How many of ten requests are of a kind. */
const MIX = { catalog: 6, prices: 2, discounts: 1, reports: 1 } as const;
export const MIX_IN_WORDS = 'catalog 60 %, prices 20 %, discounts 10 %, reports 10 %';

const ROUNDS = 40;
const PAGE = 100;
const WORDS = ['de', 'van', 'set', 'rood', 'mini'];
/** Periods that staff look at: a day, a week, a month, a quarter. */
const PERIODS_IN_DAYS = [1, 7, 31, 91];

/**
 * Targets in the mix, each round of ten in the same order; each client begins at another offset. They differ from round
 * to round: pages through all of the catalog, every third a search, prices of other products, other days.
 */
export async function mixedRequests(api: ApiConnection, now: number): Promise<readonly string[]> {
  const ids = await readProductIds(api);
  const today = dateAt(now);
  return Array.from({ length: ROUNDS }, (_, round) => [
    ...Array.from({ length: MIX.catalog }, (__, at) => catalogPage(round * MIX.catalog + at, ids.length)),
    ...Array.from({ length: MIX.prices }, (__, at) => pricesOf(ids, round * MIX.prices + at)),
    `/api/discount-orders?${periodBefore(today, round)}`,
    `/api/financial-report?${periodBefore(today, round + 1)}`,
  ]).flat();
}

async function readProductIds(api: ApiConnection): Promise<readonly number[]> {
  const ids: number[] = [];
  for (;;) {
    const page = JSON.parse(await api.read(`/api/products?limit=200&start=${ids.length}`));
    ids.push(...page.data.map(({ id }: { readonly id: number }) => id));
    if (ids.length >= page.total || page.count === 0) return ids;
  }
}

function catalogPage(number: number, products: number): string {
  const word = WORDS[number % WORDS.length] ?? '';
  if (number % 3 === 0) return `/api/products?limit=${PAGE}&q=${word}`;
  return `/api/products?limit=${PAGE}&start=${(number * PAGE) % products}`;
}

function pricesOf(ids: readonly number[], number: number): string {
  const start = (number * PAGE) % ids.length;
  return `/api/product-prices?product_ids=${ids.slice(start, start + PAGE).join()}`;
}

function periodBefore(today: string, number: number): string {
  const days = PERIODS_IN_DAYS[number % PERIODS_IN_DAYS.length] ?? 1;
  const to = addDays(today, -1 - (number % 30));
  return `from=${addDays(to, 1 - days)}&to=${to}`;
}
