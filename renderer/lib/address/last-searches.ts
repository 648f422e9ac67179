import type { CalendarDate } from '../../../shared/calendar.ts';
import { getPeriod } from '../../../shared/periods.ts';
import { createUserStore } from '../host/user-stores.ts';
import { periodField } from './fields.ts';
import type { Search } from './search.ts';

type Searches = Readonly<Record<string, Search>>;

interface LastSearches {
  /** By path, of the pages that are reached by name. */
  readonly searches: Searches;
  readonly remember: (path: string, search: Search, today: CalendarDate) => void;
}

/** The last parameters of each page, with which the menu links to it. */
export const useLastSearches = createUserStore<LastSearches>((set) => ({
  searches: {},
  remember: (path, search, today) =>
    set(({ searches }) => ({
      searches: { ...searches, ...carriedSearches(searches, path, search, today), [path]: search },
    })),
}));

/** The bookkeeping pages, which are about one period, with the parameter of their period or day. */
const TIME_PARAMETERS = {
  '/report': 'period',
  '/journal': 'period',
  '/day-closing': 'date',
  '/invoices': 'as_of',
} as const;

/**
 * The parameters of the other bookkeeping pages after a period was chosen on one of them. They take over the period;
 * those about a day take its last day, at most today. A chosen day changes no other page.
 */
function carriedSearches(searches: Searches, path: string, search: Search, today: CalendarDate): Searches {
  if (!Object.hasOwn(TIME_PARAMETERS, path)) return {};
  if (search.period === searches[path]?.period) return {};
  const others = Object.entries(TIME_PARAMETERS).filter(([other]) => other !== path);
  return Object.fromEntries(
    others.map(([other, name]) => {
      const time = name === 'period' ? search.period : lastDayOf(search.period, today);
      const carried = { ...searches[other], [name]: time };
      return [other, Object.fromEntries(Object.entries(carried).filter(([, value]) => value !== undefined)) as Search];
    }),
  );
}

/** Undefined for today, which is what a page without a day shows. */
function lastDayOf(period: string | undefined, today: CalendarDate): CalendarDate | undefined {
  const choice = period === undefined ? undefined : periodField.read(period);
  if (choice === undefined) return undefined;
  const { to } = typeof choice === 'string' ? getPeriod(choice, today) : choice;
  return to < today ? to : undefined;
}
