import type { DatabaseSync } from 'node:sqlite';
import { addDays, dateOfLocalDay } from '../../../shared/calendar.ts';
import type { Period } from '../../../shared/periods.ts';
import { OWNER } from './api-connection.ts';

/** The demo shop of a store, as far as it decides what is asked. */
export interface ShopFacts {
  readonly accountId: number;
  readonly products: number;
  readonly orders: number;
  readonly items: number;
  /** The 24 and the 12 months that end with the last month in which something was sold. */
  readonly twoYears: Period;
  readonly year: Period;
}

export function readShopFacts(database: DatabaseSync): ShopFacts {
  const numberOf = (sql: string, ...values: (string | number)[]) =>
    Number(Object.values(database.prepare(sql).get(...values) ?? {})[0]);
  const accountId = numberOf('select id from accounts where name = ?', OWNER.account);
  const lastDay = dateOfLocalDay(
    numberOf('select max(local_day) from orders where account_id = cast(? as integer)', accountId),
  );
  const to = lastOfMonth(lastDay);
  return {
    accountId,
    products: numberOf('select count(*) from products where account_id = cast(? as integer)', accountId),
    orders: numberOf('select count(*) from orders where account_id = cast(? as integer)', accountId),
    items: numberOf('select count(*) from order_items where account_id = cast(? as integer)', accountId),
    twoYears: { from: dayAfterYearsBefore(to, 2), to },
    year: { from: dayAfterYearsBefore(to, 1), to },
  };
}

function lastOfMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The first of the month with which so many years begin that end on `to`, the last of a month. */
function dayAfterYearsBefore(to: string, years: number): string {
  const next = addDays(to, 1);
  return `${Number(next.slice(0, 4)) - years}${next.slice(4)}`;
}
