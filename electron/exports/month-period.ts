import { addDays } from '../../shared/calendar.ts';
import { isChoosable, type Period } from '../../shared/periods.ts';

const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;
const LONGEST_MONTH = 31;

/** First and last day of a month such as `2026-10`; null for what is none. */
export function monthPeriod(month: string): Period | null {
  if (!MONTH_FORM.test(month)) return null;
  const from = `${month}-01`;
  const inNext = addDays(from, LONGEST_MONTH);
  const period = { from, to: addDays(`${inNext.slice(0, 7)}-01`, -1) };
  return isChoosable(period) ? period : null;
}
