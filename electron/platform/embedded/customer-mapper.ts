import { localTimestamp } from '../../../shared/calendar.ts';
import type { Customer } from '../../../shared/contract/customers.ts';
import { toEuros } from '../../../shared/money.ts';
import type { CustomerOrders } from '../../store/orders/customers-queries.ts';
import type { CustomersTable } from '../../store/schema.ts';

/** What somebody bought is undefined for who never bought anything. */
export function toCustomer(
  { id, name, email, phone, city, country_iso2, date_created }: CustomersTable,
  segmentIds: readonly number[],
  bought: CustomerOrders | undefined,
): Customer {
  return {
    id,
    name,
    email,
    phone,
    city,
    country_iso2,
    segment_ids: [...segmentIds],
    date_created: localTimestamp(date_created),
    order_count: bought?.orders ?? 0,
    turnover_wt: toEuros(bought?.turnover_wt ?? 0),
  };
}
