import { addDays } from '../../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../../shared/contract/turnover-by-day.ts';

export type Sold = Readonly<Record<string, Partial<TurnoverDay>>>;

/** Every day of a range as the API returns it, with zeros if nothing was sold. */
export function soldDays(from: string, to: string, sold: Sold): TurnoverDay[] {
  const days: TurnoverDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push({ ...NOTHING, ...sold[date], date });
  }
  return days;
}

const NOTHING = { orders: 0, returns: 0, turnover: 0, turnover_wt: 0, discount_value_wt: 0, cost: 0 };
