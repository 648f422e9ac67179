import { LOCATION } from '../../support/shop-fixture.ts';
import { type Fact, factOfEach, type Visit } from '../fact.ts';
import { ALWAYS, OCTOBER, RANGES } from '../known-shop.ts';
import type { ReportRange } from './read-financial.ts';

type Asking = { readonly title: string; readonly user: 'owner' | 'staff' | 'beta' } & ReportRange;

const LOCATIONS = Object.entries(LOCATION).map(([name, location_id]) => ({
  title: `October in ${name}`,
  ...OCTOBER,
  location_id,
}));

const ASKINGS: readonly Asking[] = [
  ...[...RANGES, ...LOCATIONS, { title: 'all days', ...ALWAYS }].map((range) => ({
    ...range,
    user: 'owner' as const,
  })),
  { title: 'October', user: 'staff', ...OCTOBER },
  { title: 'October in a location of others', user: 'staff', ...OCTOBER, location_id: LOCATION.amsterdam },
  { title: 'all days', user: 'beta', ...ALWAYS },
];

/** The same fact of a report for every range, location and caller that can make a difference. */
export function reportFacts(
  name: string,
  check: (visit: Visit, range: ReportRange, user: Asking['user']) => Promise<void>,
): Fact[] {
  return factOfEach(
    ASKINGS,
    ({ title, user }) => `${name}: ${title}, for ${user}`,
    (visit, { title, user, ...range }) => check(visit, range, user),
  );
}
