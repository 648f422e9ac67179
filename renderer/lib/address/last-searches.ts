import type { CalendarDate } from '../../../shared/calendar.ts';
import { getPeriod } from '../../../shared/periods.ts';
import { createUserStore } from '../host/user-stores.ts';
import { periodField } from './fields.ts';
import type { Search } from './search.ts';

type Searches = Readonly<Record<string, Search>>;

interface LastSearches {
  /** The searches by the path of their page. */
  readonly searches: Searches;
  readonly remember: (path: string, search: Search, today: CalendarDate) => void;
}

/** The last parameters of each page. The menu links to a page with them. */
export const useLastSearches = createUserStore<LastSearches>((set) => ({
  searches: {},
  remember: (path, search, today) =>
    set(({ searches }) => ({
      searches: { ...searches, ...copyPeriodToOthers(searches, path, search, today), [path]: search },
    })),
}));

/** The bookkeeping pages share one period. These are the parameters of their period or day. */
const TIME_PARAMETERS = {
  '/report': 'period',
  '/journal': 'period',
  '/day-closing': 'date',
  '/invoices': 'as_of',
} as const;

/**
 * The parameters of the other bookkeeping pages after a period was chosen on one of them. They get that period; pages
 * about a day get its last day, or today if that is earlier. Choosing a day changes no other page.
 */
function copyPeriodToOthers(searches: Searches, path: string, search: Search, today: CalendarDate): Searches {
  if (!Object.hasOwn(TIME_PARAMETERS, path)) return {};
  if (search.period === searches[path]?.period) return {};
  const others = Object.entries(TIME_PARAMETERS).filter(([other]) => other !== path);
  return Object.fromEntries(
    others.map(([other, name]) => {
      const time = name === 'period' ? search.period : getLastDay(search.period, today);
      const carried = { ...searches[other], [name]: time };
      return [other, Object.fromEntries(Object.entries(carried).filter(([, value]) => value !== undefined)) as Search];
    }),
  );
}

/** `undefined` for today, the default of a page about a day. */
function getLastDay(period: string | undefined, today: CalendarDate): CalendarDate | undefined {
  const choice = period === undefined ? undefined : periodField.read(period);
  if (choice === undefined) return undefined;
  const { to } = typeof choice === 'string' ? getPeriod(choice, today) : choice;
  return to < today ? to : undefined;
}
