import { foldText } from '../../../shared/fold-text.ts';
import type {
  CustomerSegmentsTable,
  CustomersTable,
  LocationsTable,
  SegmentsTable,
  ShopsTable,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import type { DemoProfile } from './demo-profile.ts';
import { createRandomStream, type Random } from './prng.ts';
import {
  createLocationRows,
  createRateFinder,
  createShopRows,
  createTaxRateRows,
  createTurnoverGroupRows,
  type FindRate,
} from './reference-records.ts';
import {
  COMPANY_FORMS,
  COMPANY_KINDS,
  DUTCH_TOWNS,
  FIRST_NAMES,
  FOREIGN_NAMES,
  type ForeignCountry,
  LAST_NAMES,
} from './vocabulary/names.ts';

/** The part of a demo account that depends only on its seed, not on the date. */
export interface DemoModel {
  readonly profile: DemoProfile;
  readonly seed: number;
  readonly locations: readonly LocationsTable[];
  readonly shops: readonly ShopsTable[];
  /** Each shop with its share of orders. */
  readonly weightedShops: readonly (readonly [shop: ShopsTable, weight: number])[];
  readonly groups: readonly TurnoverGroupsTable[];
  readonly rates: readonly TaxRatesTable[];
  readonly findRate: FindRate;
  readonly catalog: Catalog;
  readonly customers: Customers;
  readonly segments: Segments;
}

export function createModel(profile: DemoProfile, seed: number): DemoModel {
  const rates = createTaxRateRows(profile.ids);
  const findRate = createRateFinder(rates);
  const shops = createShopRows(profile);
  const customers = createCustomers(profile, seed);
  return {
    profile,
    seed,
    locations: createLocationRows(profile),
    shops,
    weightedShops: shops.map((shop, index) => [shop, profile.shops[index]?.weight ?? 0]),
    groups: createTurnoverGroupRows(profile),
    rates,
    findRate,
    catalog: createCatalog(profile, seed, findRate),
    customers,
    segments: createSegments(profile, seed, customers),
  };
}

/** Customer rows by kind. Even the smallest account has companies and customers of every country. */
interface Customers {
  readonly rows: readonly CustomersTable[];
  readonly privateIds: readonly number[];
  readonly companyIds: readonly number[];
  readonly idsAbroad: ReadonlyMap<ForeignCountry, readonly number[]>;
}

type Person = Pick<CustomersTable, 'name' | 'phone' | 'city' | 'country_iso2'>;

type Kind = 'private' | 'company' | ForeignCountry;

const FOREIGN_COUNTRIES = ['BE', 'DE', 'FR'] as const satisfies readonly ForeignCountry[];

const FIRST_CREATED = Date.UTC(2017, 0, 3, 9);

const MAX_CREATED_DAYS = 2_700;

const MS_PER_DAY = 86_400_000;

function createCustomers(profile: DemoProfile, seed: number): Customers {
  const random = createRandomStream(seed, profile.accountName, 'customers');
  const kinds = Array.from({ length: profile.customerCount }, (_, index) => getKind(index));
  const rows = kinds.map((kind, index) => createCustomerRow(random, profile, kind, index));
  const getIds = (wanted: Kind) => rows.filter((_, index) => kinds[index] === wanted).map(({ id }) => id);
  return {
    rows,
    privateIds: getIds('private'),
    companyIds: getIds('company'),
    idsAbroad: new Map(FOREIGN_COUNTRIES.map((country) => [country, getIds(country)])),
  };
}

/** One of twelve customers is a company and one lives abroad. */
function getKind(index: number): Kind {
  if (index % 12 === 6) return 'company';
  if (index % 12 !== 0) return 'private';
  return FOREIGN_COUNTRIES[(index / 12) % FOREIGN_COUNTRIES.length] ?? 'private';
}

function createCustomerRow(random: Random, { ids }: DemoProfile, kind: Kind, index: number): CustomersTable {
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
      FIRST_CREATED + random.drawInteger(0, MAX_CREATED_DAYS) * MS_PER_DAY + random.drawInteger(0, 30_000) * 1_000,
  };
}

function drawPerson(random: Random, kind: Kind): Person {
  if (kind === 'private') return createDutchPerson(random, `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`);
  if (kind === 'company') {
    const parts = [random.pick(COMPANY_KINDS), random.pick(LAST_NAMES), random.pick(COMPANY_FORMS)];
    return createDutchPerson(random, parts.join(' ').trim());
  }
  const names = FOREIGN_NAMES[kind];
  return {
    name: `${random.pick(names.first)} ${random.pick(names.last)}`,
    phone: `${names.dialCode} ${random.drawInteger(100_000_000, 999_999_999)}`,
    city: random.pick(names.towns),
    country_iso2: kind,
  };
}

function createDutchPerson(random: Random, name: string): Person {
  const phone = `06-${random.drawInteger(10_000_000, 59_999_999)}`;
  return { name, phone, city: random.pick(DUTCH_TOWNS), country_iso2: 'NL' };
}

interface Segments {
  readonly rows: readonly SegmentsTable[];
  readonly members: readonly CustomerSegmentsTable[];
}

/** Probability of membership by kind of customer. Default 0. */
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

/** Creates the segments of an account with their members. They use a separate random stream. */
function createSegments({ accountName, ids }: DemoProfile, seed: number, customers: Customers): Segments {
  const random = createRandomStream(seed, accountName, 'segments');
  const companies = new Set(customers.companyIds);
  const abroad = new Set([...customers.idsAbroad.values()].flat());
  const getKindById = (id: number) => (companies.has(id) ? 'company' : abroad.has(id) ? 'abroad' : 'private');
  const rows = SEGMENTS.map(({ title }, index) => ({ id: ids.segments + 1 + index, account_id: ids.account, title }));
  const members = customers.rows.flatMap(({ id }) =>
    SEGMENTS.flatMap((segment, index) =>
      random.chance(segment[getKindById(id)] ?? 0)
        ? [{ account_id: ids.account, customer_id: id, segment_id: ids.segments + 1 + index }]
        : [],
    ),
  );
  return { rows, members };
}
