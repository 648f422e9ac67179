import type { CustomerSegmentsTable, SegmentsTable } from '../../store/schema.ts';
import type { Customers } from './customers.ts';
import type { DemoProfile } from './demo-profile.ts';
import { randomStream } from './prng.ts';

export interface Segments {
  readonly rows: readonly SegmentsTable[];
  readonly members: readonly CustomerSegmentsTable[];
}

/** How likely a customer is a member, by what they buy as. Default 0. */
interface Membership {
  readonly title: string;
  readonly private?: number;
  readonly company?: number;
  readonly abroad?: number;
}

const SEGMENTS: readonly Membership[] = [
  { title: 'Vaste klanten', private: 0.18, company: 0.3, abroad: 0.05 },
  { title: 'Zakelijk', company: 1 },
  { title: 'Buitenland', abroad: 1 },
  { title: 'Nieuwsbrief', private: 0.42, company: 0.2, abroad: 0.35 },
  { title: 'Workshops', private: 0.06 },
];

/** The segments of an account, and who belongs to them. They have a stream of their own. */
export function makeSegments(
  { accountName, ids }: DemoProfile,
  seed: number,
  customers: Customers,
): Segments {
  const random = randomStream(seed, accountName, 'segments');
  const companies = new Set(customers.companyIds);
  const abroad = new Set([...customers.idsAbroad.values()].flat());
  const kindOf = (id: number) => (companies.has(id) ? 'company' : abroad.has(id) ? 'abroad' : 'private');
  const rows = SEGMENTS.map(({ title }, index) => ({
    id: ids.segments + 1 + index,
    account_id: ids.account,
    title,
  }));
  const members = customers.rows.flatMap(({ id }) =>
    SEGMENTS.flatMap((segment, index) =>
      random.chance(segment[kindOf(id)] ?? 0)
        ? [{ account_id: ids.account, customer_id: id, segment_id: ids.segments + 1 + index }]
        : [],
    ),
  );
  return { rows, members };
}
