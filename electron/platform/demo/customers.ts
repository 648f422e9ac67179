import { foldText } from '../../../shared/fold-text.ts';
import type { CustomersTable } from '../../store/schema.ts';
import type { DemoProfile } from './demo-profile.ts';
import { type Random, randomStream } from './prng.ts';
import {
  COMPANY_FORMS,
  COMPANY_KINDS,
  DUTCH_TOWNS,
  FIRST_NAMES,
  FOREIGN_NAMES,
  type ForeignCountry,
  LAST_NAMES,
} from './vocabulary/names.ts';

/** Customer rows by what they buy as. Customers of every country and companies exist in the smallest account. */
export interface Customers {
  readonly rows: readonly CustomersTable[];
  readonly privateIds: readonly number[];
  readonly companyIds: readonly number[];
  readonly idsAbroad: ReadonlyMap<ForeignCountry, readonly number[]>;
}

type Person = Pick<CustomersTable, 'name' | 'phone' | 'city' | 'country_iso2'>;
type Kind = 'private' | 'company' | ForeignCountry;

const FOREIGN_COUNTRIES = ['BE', 'DE', 'FR'] as const satisfies readonly ForeignCountry[];
const FIRST_CREATED = Date.UTC(2017, 0, 3, 9);
const CREATED_DAYS = 2_700;
const MS_PER_DAY = 86_400_000;

export function makeCustomers(profile: DemoProfile, seed: number): Customers {
  const random = randomStream(seed, profile.accountName, 'customers');
  const kinds = Array.from({ length: profile.customerCount }, (_, index) => kindOf(index));
  const rows = kinds.map((kind, index) => customerRow(random, profile, kind, index));
  const idsOf = (wanted: Kind) => rows.filter((_, index) => kinds[index] === wanted).map(({ id }) => id);
  return {
    rows,
    privateIds: idsOf('private'),
    companyIds: idsOf('company'),
    idsAbroad: new Map(FOREIGN_COUNTRIES.map((country) => [country, idsOf(country)])),
  };
}

/** Of every twelve one is a company and one lives abroad. */
function kindOf(index: number): Kind {
  if (index % 12 === 6) return 'company';
  if (index % 12 !== 0) return 'private';
  return FOREIGN_COUNTRIES[(index / 12) % FOREIGN_COUNTRIES.length] ?? 'private';
}

function customerRow(random: Random, { ids }: DemoProfile, kind: Kind, index: number): CustomersTable {
  const person = drawPerson(random, kind);
  const mailbox = foldText(person.name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
  return {
    id: ids.customers + 1 + index,
    account_id: ids.account,
    ...person,
    folded_name: foldText(person.name),
    email: `${mailbox}.${index + 1}@${random.pick(['post', 'mail', 'thuis', 'werk'])}.example`,
    date_created:
      FIRST_CREATED + random.whole(0, CREATED_DAYS) * MS_PER_DAY + random.whole(0, 30_000) * 1_000,
  };
}

function drawPerson(random: Random, kind: Kind): Person {
  if (kind === 'private')
    return inTheNetherlands(random, `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`);
  if (kind === 'company') {
    const parts = [random.pick(COMPANY_KINDS), random.pick(LAST_NAMES), random.pick(COMPANY_FORMS)];
    return inTheNetherlands(random, parts.join(' ').trim());
  }
  const names = FOREIGN_NAMES[kind];
  return {
    name: `${random.pick(names.first)} ${random.pick(names.last)}`,
    phone: `${names.dialCode} ${random.whole(100_000_000, 999_999_999)}`,
    city: random.pick(names.towns),
    country_iso2: kind,
  };
}

function inTheNetherlands(random: Random, name: string): Person {
  const phone = `06-${random.whole(10_000_000, 59_999_999)}`;
  return { name, phone, city: random.pick(DUTCH_TOWNS), country_iso2: 'NL' };
}
