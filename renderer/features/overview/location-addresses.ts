import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { type ChosenLocation, EVERYWHERE, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import {
  type Address,
  discountsAddress,
  invoicesAddress,
  ordersAddress,
  reportAddress,
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

export function useLocationAddresses({ ids: locationIds, choiceOf }: ChosenLocation): LocationAddresses {
  // A page without a choice shows the preferred shop alone, so that all of them have to be asked for.
  const everyShop = useChosenPlace({}).choicesOf(EVERYWHERE).shop_id;
  const location_id = choiceOf(locationIds);

  const counting = (period: PeriodChoice) =>
    ({ period, status: COUNTING_STATUSES, location_id, shop_id: everyShop }) as const;
  return {
    report: (period) => reportAddress({ period, location_id }),
    wholeDays: reportAddress({ period: 'this-month', location_id, compare: 'last-year' }),
    orders: (period) => ordersAddress(counting(period)),
    unpaidInvoices: invoicesAddress({ location_id }),
    discounts: (period) =>
      discountsAddress({ period, location_id, shop_id: everyShop, only_counting: true, include_negative: true }),
  };
}
