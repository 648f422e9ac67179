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

type AddressOf = (period: PeriodChoice) => Address;

export interface LocationAddresses {
  readonly report: AddressOf;
  /** This month with last year, without today. */
  readonly wholeDays: Address;
  /** The orders with a counting status. */
  readonly orders: AddressOf;
  /** Every invoice that is not paid. */
  readonly unpaidInvoices: Address;
  readonly discounts: AddressOf;
}

export function useLocationAddresses(place: ChosenPlace): LocationAddresses {
  // A page without a choice shows the preferred shop alone, so that all of them have to be asked for.
  const everyShop = useChosenPlace({}).toChoices(EVERYWHERE).shop_id;
  const chosen = place.toChoices(place);
  const ofShops = { location_id: chosen.location_id, shop_id: place.shopIds ?? everyShop };

  const counting = (period: PeriodChoice) => ({ period, status: COUNTING_STATUSES, ...ofShops }) as const;
  return {
    report: (period) => getReportAddress({ period, ...chosen }),
    wholeDays: getReportAddress({ period: 'this-month', ...chosen, compare: 'last-year' }),
    orders: (period) => getOrdersAddress(counting(period)),
    unpaidInvoices: getInvoicesAddress(chosen),
    discounts: (period) => getDiscountsAddress({ period, ...ofShops, only_counting: true, include_negative: true }),
  };
}
