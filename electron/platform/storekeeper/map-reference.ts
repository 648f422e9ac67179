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

/** StoreKeeper numbers shops and locations separately. Our location ids must not overlap with shop ids. */
const LOCATION_ID_OFFSET = 1_000_000_000;

/** Ids of records that the copy creates are above all ids of StoreKeeper. */
export const UNKNOWN_PROVIDER_ID = 2_000_000_001;

export const NO_GROUP_ID = 999_999_999;

const EURO = 'EUR';

/** Our id of a location. */
export function toLocationId(theirs: number | null): number | null {
  return theirs === null ? null : LOCATION_ID_OFFSET + theirs;
}

/** `id` is StoreKeeper's. */
export function mapLocation(id: number, record: Members, homeCountry: string): LocationsTable {
  const address = record.part('address');
  const [number, flat] = [address.text('streetnumber'), address.text('flatnumber')];
  return {
    ...{ id: LOCATION_ID_OFFSET + id, account_id, title: record.text('name') || `Locatie ${id}` },
    street: address.text('street'),
    house_number: flat === '' ? number : `${number} ${flat}`.trim(),
    ...{ postal_code: address.text('zipcode'), city: address.text('city') },
    country_iso2: getCountry(address.text('country_iso2'), homeCountry),
    is_active: record.flag('is_active') === false ? 0 : 1,
  };
}

/** Creates a location that only orders or stock refer to. `id` is ours. */
export function createUnlistedLocation(id: number, homeCountry: string): LocationsTable {
  return {
    ...{ id, account_id, title: `Locatie ${id - LOCATION_ID_OFFSET}`, street: '', house_number: '', postal_code: '' },
    ...{ city: '', country_iso2: homeCountry, is_active: 1 },
  };
}

/** `updateShopLocation` sets the location of a shop from its orders. */
export function mapShop(id: number, record: Members, homeCountry: string): Omit<ShopsTable, 'location_id'> {
  const alias = record.text('alias');
  const title = record.text('name') || alias || `Winkel ${id}`;
  const business = record.part('relation_data').part('business_data');
  const isWithdrawn = record.flag('published') === false || record.flag('deleted') === true;
  return {
    ...{ id, account_id, title, folded_title: foldBeginning(title), currency: EURO },
    type: isPointOfSale(alias) ? 'pos' : 'webshop',
    country_iso2: getCountry(business.text('country_iso2'), homeCountry),
    is_active: isWithdrawn ? 0 : 1,
  };
}

/** Whether the alias contains the word `pos`. An alias such as `deposit` does not count. */
function isPointOfSale(alias: string): boolean {
  return /(?:^|[^a-z])pos(?:$|[^a-z])/i.test(alias);
}

/** Returns ids of products that are gift cards. */
export function getGiftCardProducts(configuration: Members): readonly number[] {
  const names = ['gift_card_product_id', 'gift_card_balance_product_id'];
  return names.flatMap((name) => configuration.id(name) ?? []);
}

/** `null` for a rate without a percentage. */
export function mapTaxRate(id: number, record: Members): TaxRatesTable | null {
  const value = record.percentage('value');
  if (value === null) return null;
  return {
    ...{ id, account_id, name: record.text('name') || formatPercentage(value), value_hundredths: value },
    country_iso2: getCountry(record.text('country_iso2'), HOME_COUNTRY),
    alias: record.text('alias') || `rate_${id}`,
  };
}

/** Creates a rate that a line or price refers to and the list of rates lacks. */
export function createTaxRate({ id, value }: LineRate, homeCountry: string): { rate: TaxRatesTable; note: Note } {
  const name = formatPercentage(value);
  return {
    rate: { id, account_id, name, value_hundredths: value, country_iso2: homeCountry, alias: `rate_${id}` },
    note: createNote('tax_rate_from_line', 'tax_rate', id, { given: name }),
  };
}

/** `21%`, `5.5%` */
function formatPercentage(hundredths: number): string {
  return `${hundredths / 100}%`;
}

/** The payment module of a web shop. Its payments use the other methods. */
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

/** The method of all payments: StoreKeeper says how much was paid, but not how. */
export const UNKNOWN_PROVIDER: PaymentProvidersTable = {
  ...{ id: UNKNOWN_PROVIDER_ID, account_id, title: 'Betaalwijze onbekend', alias: 'unknown' },
  ...{ type_alias: 'unknown', is_default: 0, is_published: 0 },
};

/** StoreKeeper does not return names of groups. */
export function mapTurnoverGroup(id: number): TurnoverGroupsTable {
  const title = id === NO_GROUP_ID ? 'Zonder omzetgroep' : `Omzetgroep ${id}`;
  return { id, account_id, code: String(id), title, folded_title: foldBeginning(title) };
}

/** `date_created` is 0 if the list has none. */
export function mapCustomer(id: number, record: Members, homeCountry: string): CustomersTable {
  const created = record.instant('date_created') ?? 0;
  return createCustomerRow(id, record.text('name'), record, { homeCountry, created });
}

/** `null` for an anonymous customer. */
export function getCustomerId({ isAnonymous, customerId }: OrderRecord): number | null {
  return isAnonymous ? null : customerId;
}

/**
 * The customer of an order, for accounts without a customer list. `date_created` is the purchase. `null` if anonymous.
 */
export function mapOrderCustomer(order: OrderRecord, homeCountry: string): CustomersTable | null {
  const id = getCustomerId(order);
  return id === null
    ? null
    : createCustomerRow(id, order.customerName, order.contact, { homeCountry, created: order.date });
}

function createCustomerRow(
  id: number,
  name: string,
  contact: Members,
  { homeCountry, created }: { readonly homeCountry: string; readonly created: number },
): CustomersTable {
  const [set, address] = [contact.part('contact_set'), contact.part('contact_address')];
  return {
    ...{ id, account_id, name, folded_name: foldBeginning(name) },
    ...{ email: set.text('email'), phone: set.text('phone'), city: address.text('city') },
    country_iso2: getCountry(address.text('country_iso2'), homeCountry),
    date_created: created,
  };
}

/** Two upper-case letters, or `otherwise` if the country is missing. */
export function getCountry(text: string, otherwise: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : otherwise;
}
