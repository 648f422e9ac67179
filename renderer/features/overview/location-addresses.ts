import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { type ChosenPlace, EVERYWHERE, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import {
  type Address,
  getDiscountsAddress,
  getInvoicesAddress,
  getOrdersAddress,
  getReportAddress,
} from '../../lib/address/address.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';

type GetAddress = (period: PeriodChoice) => Address;

export interface LocationAddresses {
  readonly report: GetAddress;
  /** This month up to yesterday, compared with last year. */
  readonly wholeDays: Address;
  /** The orders with statuses that count. */
  readonly orders: GetAddress;
  /** All unpaid invoices. */
  readonly unpaidInvoices: Address;
  readonly discounts: GetAddress;
}

export function useLocationAddresses(place: ChosenPlace): LocationAddresses {
  // Without a choice a page shows only the preferred shop, so all shops are requested explicitly.
  const everyShop = useChosenPlace({}).toChoices(EVERYWHERE).shop_id;
  const chosen = place.toChoices(place);
  const shopFilters = { location_id: chosen.location_id, shop_id: place.shopIds ?? everyShop };

  const toCountingChoices = (period: PeriodChoice) => ({ period, status: COUNTING_STATUSES, ...shopFilters }) as const;
  return {
    report: (period) => getReportAddress({ period, ...chosen }),
    wholeDays: getReportAddress({ period: 'this-month', ...chosen, compare: 'last-year' }),
    orders: (period) => getOrdersAddress(toCountingChoices(period)),
    unpaidInvoices: getInvoicesAddress(chosen),
    discounts: (period) => getDiscountsAddress({ period, ...shopFilters, only_counting: true, include_negative: true }),
  };
}
