import { HOME_COUNTRY } from '../../../../shared/contract/tax-rates.ts';
import { foldBeginning } from '../../../../shared/fold-text.ts';
import type {
  LocationsTable,
  PaymentProvidersTable,
  ShopsTable,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../../store/schema.ts';
import { type Note, noteOf } from './notes.ts';
import type {
  ConfigurationRecord,
  LocationRecord,
  PaymentMethodRecord,
  ShopRecord,
  TaxRateRecord,
} from './wire-records.ts';
import { flagOf, idOf, partOf, percentageOf, textOf } from './wire-values.ts';

/** Shops have their own ids there and locations theirs; ours draw from one sequence. */
const FIRST_LOCATION = 1_000_000_000;

/** Above all ids of StoreKeeper: records that the copy makes itself. */
const FIRST_OWN = 2_000_000_000;

export const UNKNOWN_PROVIDER_ID = FIRST_OWN + 1;

/** Rates that a line has without an id: one for each percentage, from here on. */
const FIRST_UNNAMED_RATE = FIRST_OWN + 100_000;

export const NO_GROUP_ID = 999_999_999;

const EURO = 'EUR';

/** Our id of a location; null without one. */
export function locationIdOf(theirs: LocationRecord['id'] | null | undefined): number | null {
  const id = idOf(theirs);
  return id === null ? null : FIRST_LOCATION + id;
}

export function mapLocation(record: LocationRecord, accountId: number, homeCountry = HOME_COUNTRY): LocationsTable {
  const id = FIRST_LOCATION + Number(record.id);
  const address = partOf(record.address);
  const [number, flat] = [textOf(address?.streetnumber), textOf(address?.flatnumber)];
  return {
    id,
    account_id: accountId,
    title: textOf(record.name) || unnamedLocation(id),
    street: textOf(address?.street),
    house_number: flat === '' ? number : `${number} ${flat}`.trim(),
    postal_code: textOf(address?.zipcode),
    city: textOf(address?.city),
    country_iso2: countryOf(address?.country_iso2, homeCountry),
    // The list has active ones alone.
    is_active: flagOf(record.is_active) === false ? 0 : 1,
  };
}

/** A location that only orders or stock name. `id` is ours. */
export function locationKnownById(
  id: number,
  accountId: number,
  { homeCountry = HOME_COUNTRY, areLocationsListed = false } = {},
): LocationsTable {
  return {
    ...{ id, account_id: accountId, title: unnamedLocation(id), street: '', house_number: '', postal_code: '' },
    ...{ city: '', country_iso2: homeCountry, is_active: areLocationsListed ? 0 : 1 },
  };
}

function unnamedLocation(id: number): string {
  return `Locatie ${id - FIRST_LOCATION}`;
}

export interface ShopSettings {
  readonly accountId: number;
  /** As the operator set it; absent: by the alias of the shop. */
  readonly type?: ShopsTable['type'];
  /** That of the orders of the shop, see `locationOfShop`. */
  readonly locationId: number | null;
  readonly currency?: string;
  readonly homeCountry?: string;
}

export function mapShop(record: ShopRecord, settings: ShopSettings): ShopsTable {
  const { accountId, locationId, currency = EURO, homeCountry = HOME_COUNTRY } = settings;
  const alias = textOf(record.alias);
  const business = partOf(partOf(record.relation_data)?.business_data);
  const title = textOf(record.name) || alias || `Winkel ${record.id}`;
  const isWithdrawn = flagOf(record.published) === false || flagOf(record.deleted) === true;
  return {
    id: Number(record.id),
    account_id: accountId,
    ...{ title, folded_title: foldBeginning(title) },
    type: settings.type ?? (isPointOfSale(alias) ? 'pos' : 'webshop'),
    location_id: locationId,
    country_iso2: countryOf(business?.country_iso2, homeCountry),
    currency,
    is_active: isWithdrawn ? 0 : 1,
  };
}

/** A shop that only orders name. */
export function shopKnownById(id: number, settings: ShopSettings): ShopsTable {
  return mapShop({ id }, settings);
}

/** The country of the account: that of its own shop. */
export function homeCountryOf(ownShop: ShopRecord): string {
  return mapShop(ownShop, { accountId: 0, locationId: null }).country_iso2;
}

/** `pos` as a word of its own: an alias such as `deposit` names no point of sale. */
function isPointOfSale(alias: string): boolean {
  return /(?:^|[^a-z])pos(?:$|[^a-z])/i.test(alias);
}

/** The location of all orders of a shop, where they agree; null where they do not, or name none. */
export function locationOfShop(locationIds: Iterable<number | null>): number | null {
  const [first = null, ...others] = new Set(locationIds);
  return others.length === 0 ? first : null;
}

/** Ids of products that are gift cards, and the currency of the account. */
export function mapConfiguration(record: ConfigurationRecord) {
  const ids = [record.gift_card_product_id, record.gift_card_balance_product_id].map(idOf);
  return {
    currency: textOf(record.currency_iso3) || EURO,
    giftCardProducts: new Set(ids.filter((id) => id !== null)) as ReadonlySet<number>,
  };
}

/** Null for a rate whose value is none. */
export function mapTaxRate(record: TaxRateRecord, accountId: number): TaxRatesTable | null {
  const value = percentageOf(record.value);
  if (value === null) return null;
  return {
    id: Number(record.id),
    account_id: accountId,
    name: textOf(record.name) || percentText(value),
    value_hundredths: value,
    country_iso2: countryOf(record.country_iso2, HOME_COUNTRY),
    alias: textOf(record.alias) || `rate_${record.id}`,
  };
}

/** A rate that a line or a price names and the list of rates does not have. */
export function taxRateOfLine(
  { id, value }: LineRate,
  accountId: number,
  homeCountry = HOME_COUNTRY,
): { readonly rate: TaxRatesTable; readonly note: Note } {
  const rate = {
    ...{ id, account_id: accountId, name: percentText(value), value_hundredths: value },
    ...{ country_iso2: homeCountry, alias: `rate_${id}` },
  };
  return { rate, note: noteOf('tax_rate_from_line', 'tax_rate', id, { given: percentText(value) }) };
}

export interface LineRate {
  readonly id: number;
  /** Percentage in 1/100. */
  readonly value: number;
}

/** The rate that a line names, or one that stands for its fraction; null where it has neither. */
export function lineRateOf(line: {
  readonly tax?: TaxRateRecord['value'] | null;
  readonly tax_rate_id?: TaxRateRecord['id'] | null;
}): LineRate | null {
  const value = percentageOf(line.tax);
  const id = idOf(line.tax_rate_id);
  if (id !== null) return { id, value: value ?? 0 };
  return value === null ? null : { id: FIRST_UNNAMED_RATE + value, value };
}

/** `21%`, `5.5%` */
function percentText(hundredths: number): string {
  return `${hundredths / 100}%`;
}

/** The payment module of a web shop, which pays by the other methods. */
const BUILT_IN_EID = 'Web::PaymentModule';

export function mapPaymentMethod(record: PaymentMethodRecord, accountId: number): PaymentProvidersTable {
  const eid = textOf(record.eid);
  const typeAlias = textOf(partOf(record.provider_method_type)?.alias);
  const isOffered = flagOf(record.active) !== false && flagOf(record.deleted) !== true && eid !== BUILT_IN_EID;
  return {
    id: Number(record.id),
    account_id: accountId,
    title: textOf(record.title) || eid || `Betaalwijze ${record.id}`,
    alias: eid || textOf(partOf(record.provider)?.alias) || `method_${record.id}`,
    type_alias: typeAlias || 'unknown',
    is_default: 0,
    is_published: isOffered ? 1 : 0,
  };
}

/** All payments are by it: StoreKeeper says of an order what was paid, and not how. */
export function unknownProvider(accountId: number): PaymentProvidersTable {
  return {
    ...{ id: UNKNOWN_PROVIDER_ID, account_id: accountId, title: 'Betaalwijze onbekend', alias: 'unknown' },
    ...{ type_alias: 'unknown', is_default: 0, is_published: 0 },
  };
}

/** The group of an id; StoreKeeper gives no names of groups. */
export function turnoverGroupOf(id: number, accountId: number): TurnoverGroupsTable {
  const title = id === NO_GROUP_ID ? 'Zonder omzetgroep' : `Omzetgroep ${id}`;
  return { id, account_id: accountId, code: String(id), title, folded_title: foldBeginning(title) };
}

/** Two upper-case letters, or what stands for a missing country. */
export function countryOf(text: TaxRateRecord['country_iso2'], otherwise: string): string {
  const code = textOf(text).toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : otherwise;
}
