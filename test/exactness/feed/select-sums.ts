import type { Shop } from '../../../shared/contract/shops.ts';
import type { Range } from '../questions/question.ts';
import type { DaySums, ItemSum, OrderSum, PaymentSum } from './day-sums.ts';
import type { Feed } from './read-feed.ts';

export interface Selected {
  readonly items: readonly ItemSum[];
  readonly payments: readonly PaymentSum[];
  readonly orders: readonly OrderSum[];
}

/** The sums of the days of a range in these shops, those that no figure tells apart added up. */
export function selectSums(feed: Feed, range: Range, shops: readonly Pick<Shop, 'id'>[]): Selected {
  const days = daysIn(feed, range);
  const ids = new Set(shops.map(({ id }) => id));
  const inShops = <Sum extends { readonly shop_id: number }>(sumsOf: (day: DaySums) => Map<unknown, Sum>) =>
    days.flatMap((day) => [...sumsOf(day)].filter(([, { shop_id }]) => ids.has(shop_id)));
  return {
    items: addUp(
      inShops((day) => day.items),
      ['quantity', 'ex', 'wt', 'discount', 'cost'],
    ),
    payments: addUp(
      inShops((day) => day.payments),
      ['payments', 'amount'],
    ),
    orders: inShops((day) => day.orders).map(([, sum]) => sum),
  };
}

function daysIn({ days }: Feed, { from, to }: Range): DaySums[] {
  if (from !== to) return [...days].flatMap(([date, day]) => (from <= date && date <= to ? [day] : []));
  const day = days.get(from);
  return day ? [day] : [];
}

function addUp<Column extends string, Sum extends Record<Column, number>>(
  entries: readonly (readonly [unknown, Sum])[],
  columns: readonly Column[],
): Sum[] {
  const whole = new Map<unknown, Sum>();
  for (const [key, sum] of entries) {
    const soFar = whole.get(key);
    if (!soFar) whole.set(key, { ...sum });
    else for (const column of columns) Object.assign(soFar, { [column]: soFar[column] + sum[column] });
  }
  return [...whole.values()].map((sum) => {
    const unsafe = columns.find((column) => !Number.isSafeInteger(sum[column]));
    if (unsafe) throw new RangeError(`${unsafe} is too large for exact whole numbers`);
    return sum;
  });
}
