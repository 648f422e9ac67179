import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { foldBeginning } from '../../../shared/fold-text.ts';
import { COPIED_ACCOUNT } from '../../store/copies/copy-store.ts';
import type {
  CustomersTable,
  LocationsTable,
  PaymentProvidersTable,
  ShopsTable,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';
import { createNote, type Note } from './notes.ts';
import type { LineRate, Members, OrderRecord } from './records.ts';

const account_id = COPIED_ACCOUNT;

/** Shops have their own ids there and locations theirs; ours draw from one sequence. */
const FIRST_LOCATION = 1_000_000_000;

/** Above all ids of StoreKeeper: records that the copy makes itself. */
export const UNKNOWN_PROVIDER_ID = 2_000_000_001;

export const NO_GROUP_ID = 999_999_999;

const EURO = 'EUR';

/** Our id of a location. */
export function locationIdOf(theirs: number | null): number | null {
  return theirs === null ? null : FIRST_LOCATION + theirs;
}

/** `id` is that of StoreKeeper. */
export function mapLocation(id: number, record: Members, homeCountry: string): LocationsTable {
  const address = record.part('address');
  const [number, flat] = [address.text('streetnumber'), address.text('flatnumber')];
  return {
    ...{ id: FIRST_LOCATION + id, account_id, title: record.text('name') || `Locatie ${id}` },
    street: address.text('street'),
    house_number: flat === '' ? number : `${number} ${flat}`.trim(),
    ...{ postal_code: address.text('zipcode'), city: address.text('city') },
    country_iso2: countryOf(address.text('country_iso2'), homeCountry),
    is_active: record.flag('is_active') === false ? 0 : 1,
  };
}

/** A location that only orders or stock name. `id` is ours. */
export function unlistedLocation(id: number, homeCountry: string): LocationsTable {
  return {
    ...{ id, account_id, title: `Locatie ${id - FIRST_LOCATION}`, street: '', house_number: '', postal_code: '' },
    ...{ city: '', country_iso2: homeCountry, is_active: 1 },
  };
}

/** The location of a shop is that of its orders, see `updateShopLocation`. */
export function mapShop(id: number, record: Members, homeCountry: string): Omit<ShopsTable, 'location_id'> {
  const alias = record.text('alias');
  const title = record.text('name') || alias || `Winkel ${id}`;
  const business = record.part('relation_data').part('business_data');
  const isWithdrawn = record.flag('published') === false || record.flag('deleted') === true;
  return {
    ...{ id, account_id, title, folded_title: foldBeginning(title), currency: EURO },
    type: isPointOfSale(alias) ? 'pos' : 'webshop',
    country_iso2: countryOf(business.text('country_iso2'), homeCountry),
    is_active: isWithdrawn ? 0 : 1,
  };
}

/** `pos` as a word of its own: an alias such as `deposit` names no point of sale. */
function isPointOfSale(alias: string): boolean {
  return /(?:^|[^a-z])pos(?:$|[^a-z])/i.test(alias);
}

/** Ids of products that are gift cards. */
export function giftCardProductsOf(configuration: Members): readonly number[] {
  const names = ['gift_card_product_id', 'gift_card_balance_product_id'];
  return names.flatMap((name) => configuration.id(name) ?? []);
}

/** Null for a rate without a percentage. */
export function mapTaxRate(id: number, record: Members): TaxRatesTable | null {
  const value = record.percentage('value');
  if (value === null) return null;
  return {
    ...{ id, account_id, name: record.text('name') || percentText(value), value_hundredths: value },
    country_iso2: countryOf(record.text('country_iso2'), HOME_COUNTRY),
    alias: record.text('alias') || `rate_${id}`,
  };
}

/** A rate that a line or a price names and the list of rates does not have. */
export function taxRateOfLine({ id, value }: LineRate, homeCountry: string): { rate: TaxRatesTable; note: Note } {
  const name = percentText(value);
  return {
    rate: { id, account_id, name, value_hundredths: value, country_iso2: homeCountry, alias: `rate_${id}` },
    note: createNote('tax_rate_from_line', 'tax_rate', id, { given: name }),
  };
}

/** `21%`, `5.5%` */
function percentText(hundredths: number): string {
  return `${hundredths / 100}%`;
}

/** The payment module of a web shop, which pays by the other methods. */
const BUILT_IN_EID = 'Web::PaymentModule';

export function mapPaymentMethod(id: number, record: Members): PaymentProvidersTable {
  const eid = record.text('eid');
  const isOffered = record.flag('active') !== false && record.flag('deleted') !== true && eid !== BUILT_IN_EID;
  return {
    ...{ id, account_id, title: record.text('title') || eid || `Betaalwijze ${id}` },
    alias: eid || record.part('provider').text('alias') || `method_${id}`,
    type_alias: record.part('provider_method_type').text('alias') || 'unknown',
    ...{ is_default: 0, is_published: isOffered ? 1 : 0 },
  };
}

/** All payments are by it: StoreKeeper says of an order what was paid, and not how. */
export const UNKNOWN_PROVIDER: PaymentProvidersTable = {
  ...{ id: UNKNOWN_PROVIDER_ID, account_id, title: 'Betaalwijze onbekend', alias: 'unknown' },
  ...{ type_alias: 'unknown', is_default: 0, is_published: 0 },
};

/** StoreKeeper gives no names of groups. */
export function mapTurnoverGroup(id: number): TurnoverGroupsTable {
  const title = id === NO_GROUP_ID ? 'Zonder omzetgroep' : `Omzetgroep ${id}`;
  return { id, account_id, code: String(id), title, folded_title: foldBeginning(title) };
}

/** `date_created` is 0 where the list gives none. */
export function mapCustomer(id: number, record: Members, homeCountry: string): CustomersTable {
  const created = record.instant('date_created') ?? 0;
  return customerRow(id, record.text('name'), record, { homeCountry, created });
}

/** Null for an anonymous customer. */
export function customerIdOf({ isAnonymous, customerId }: OrderRecord): number | null {
  return isAnonymous ? null : customerId;
}

/** Who bought, where there is no list of customers: `date_created` is the purchase. Null for an anonymous customer. */
export function customerOfOrder(order: OrderRecord, homeCountry: string): CustomersTable | null {
  const id = customerIdOf(order);
  return id === null ? null : customerRow(id, order.customerName, order.contact, { homeCountry, created: order.date });
}

function customerRow(
  id: number,
  name: string,
  contact: Members,
  { homeCountry, created }: { readonly homeCountry: string; readonly created: number },
): CustomersTable {
  const [set, address] = [contact.part('contact_set'), contact.part('contact_address')];
  return {
    ...{ id, account_id, name, folded_name: foldBeginning(name) },
    ...{ email: set.text('email'), phone: set.text('phone'), city: address.text('city') },
    country_iso2: countryOf(address.text('country_iso2'), homeCountry),
    date_created: created,
  };
}

/** Two upper-case letters, or what stands for a missing country. */
export function countryOf(text: string, otherwise: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : otherwise;
}
