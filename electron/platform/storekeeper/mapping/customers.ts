import { HOME_COUNTRY } from '../../../../shared/contract/tax-rates.ts';
import { foldBeginning } from '../../../../shared/fold-text.ts';
import type { CustomersTable } from '../../../store/schema.ts';
import { countryOf } from './reference.ts';
import type { CustomerRecord, OrderRecord } from './wire-records.ts';
import { flagOf, idOf, instantOf, partOf, textOf } from './wire-values.ts';

/** `date_created` is 0 where the list gives none. */
export function mapCustomer(record: CustomerRecord, accountId: number, homeCountry = HOME_COUNTRY): CustomersTable {
  const id = Number(record.id);
  const dateCreated = instantOf(record.date_created) ?? 0;
  return customerRow({ id, accountId, homeCountry, dateCreated }, textOf(record.name), record);
}

/** The customer of an order by their own id; null for an anonymous one. */
export function customerIdOf(order: OrderRecord): number | null {
  return flagOf(order.is_anonymous) === true ? null : idOf(order.relation_data_id);
}

/**
 * Who bought, where there is no list of customers: `date_created` is the purchase, which `joinCustomers` brings back to the
 * first one. Null for an anonymous customer.
 */
export function customerOfOrder(
  order: OrderRecord,
  datePurchased: number,
  accountId: number,
  homeCountry = HOME_COUNTRY,
): CustomersTable | null {
  const id = customerIdOf(order);
  if (id === null) return null;
  const billing = partOf(order.billing_address);
  const name = textOf(partOf(order.relation_data)?.name) || textOf(billing?.name);
  return customerRow({ id, accountId, homeCountry, dateCreated: datePurchased }, name, billing ?? {});
}

/** Two readings of a customer out of orders: the name and addresses of the later order, the date of the first. */
export function joinCustomers(known: CustomersTable, found: CustomersTable, isFoundLater: boolean): CustomersTable {
  const { date_created } = known.date_created < found.date_created ? known : found;
  return { ...(isFoundLater ? found : known), date_created };
}

interface CustomerOrigin {
  readonly id: number;
  readonly accountId: number;
  readonly homeCountry: string;
  readonly dateCreated: number;
}

function customerRow(
  { id, accountId, homeCountry, dateCreated }: CustomerOrigin,
  name: string,
  contact: Pick<CustomerRecord, 'contact_set' | 'contact_address'>,
): CustomersTable {
  const [set, address] = [partOf(contact.contact_set), partOf(contact.contact_address)];
  return {
    id,
    account_id: accountId,
    name,
    folded_name: foldBeginning(name),
    email: textOf(set?.email),
    phone: textOf(set?.phone),
    city: textOf(address?.city),
    country_iso2: countryOf(address?.country_iso2, homeCountry),
    date_created: dateCreated,
  };
}
