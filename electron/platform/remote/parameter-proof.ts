import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import { PlatformError } from '../platform-error.ts';
import { type CheckedList, type ListPlan, type ListQuery, parametersOf } from './list-plan.ts';

/** No record of a list is named so, and no text of one has the letters. */
export const UNUSED_ID = 2_147_483_647;
const UNUSED_TEXT = 'zqxjkvwyzq';

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Whether a filter changes the list: with another value of it, the deployment gives another `total` or refuses. A filter that
 * is ignored does not, and may go unnoticed on a page whose rows all match.
 */
export async function hasEffect<Row, Query extends ListQuery, Sums>(
  { rules, read }: CheckedList<Row, Query, Sums>,
  { asked }: ListPlan<Row, Query>,
  filter: string,
  total: number,
): Promise<boolean> {
  const [parameter = filter] = parametersOf(filter);
  const other = otherValue(parameter, asked as Values, rules.choices?.[parameter] ?? []);
  try {
    const answer = await read({ ...asked, [parameter]: other, start: 0, limit: 1 });
    return answer.total !== total;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'query_refused') return true;
    throw error;
  }
}

/** Whether the list begins with another row in the opposite order. Filters are left out, as few rows may all be equal. */
export async function isReversible<Row, Query extends ListQuery, Sums>(
  { rules, read }: CheckedList<Row, Query, Sums>,
  { asked, filters, sort }: ListPlan<Row, Query>,
): Promise<boolean> {
  const narrowing = [...filters.keys()].flatMap(parametersOf).filter((name) => name !== 'from' && name !== 'to');
  const unfiltered = Object.fromEntries(Object.entries(asked).filter(([name]) => !narrowing.includes(name))) as Query;
  const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
  const [one, other] = await Promise.all(
    [sort, opposite].map((order) => read({ ...unfiltered, sort: order, start: 0, limit: 1 })),
  );
  const [first, last] = [one?.data[0], other?.data[0]];
  if (first === undefined || last === undefined || (one?.total ?? 0) < 2) return true;
  return rules.keyOf(first).join() !== rules.keyOf(last).join();
}

type Values = Readonly<Record<string, unknown>>;

/** A value that a deployment which reads the parameter answers otherwise. */
function otherValue(parameter: string, asked: Values, choices: readonly string[]): unknown {
  const value = asked[parameter];
  if (parameter === 'from') return asked.to === LAST_DAY ? asked.to : addDays(asked.to as CalendarDate, 1);
  if (parameter === 'to') return asked.from === FIRST_DAY ? asked.from : addDays(asked.from as CalendarDate, -1);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return UNUSED_ID;
  if (choices.length === 0) return Array.isArray(value) ? [UNUSED_ID] : UNUSED_TEXT;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unchosen = choices.find((choice) => !chosen.includes(choice));
  return Array.isArray(value) && unchosen !== undefined ? [unchosen] : unchosen;
}
