import { useQuery } from '@tanstack/react-query';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { type ChosenLocation, useChosenShop } from '../../components/filters/chosen-shop.ts';
import {
  type Address,
  discountsAddress,
  invoicesAddress,
  ordersAddress,
  reportAddress,
} from '../../lib/address/address.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { shopsQuery } from '../../lib/queries/shops.ts';

type AddressOf = (period: PeriodChoice) => Address;

export interface LocationAddresses {
  readonly report: AddressOf;
  /** The orders with a counting status. */
  readonly orders: AddressOf;
  /** Every invoice that is not paid. */
  readonly unpaidInvoices: Address;
  /** Null where that page cannot be limited to the location. */
  readonly discounts: (period: PeriodChoice) => Address | null;
}

export function useLocationAddresses({ id: locationId, choiceOf }: ChosenLocation): LocationAddresses {
  const shops = useQuery({ ...shopsQuery, enabled: locationId !== null });
  // A page without a choice shows the preferred shop alone, so that all of them have to be asked for.
  const everyShop = useChosenShop(null).choiceOf(null);
  const location_id = choiceOf(locationId);
  const shopsHere = (shops.data?.data ?? []).filter((shop) => shop.location_id === locationId);

  const counting = (period: PeriodChoice) =>
    ({ period, status: COUNTING_STATUSES, location_id, shop_id: everyShop }) as const;
  return {
    report: (period) => reportAddress({ period, location_id }),
    orders: (period) => ordersAddress(counting(period)),
    unpaidInvoices: invoicesAddress({ location_id }),
    discounts(period) {
      if (locationId === null) return discountsOf(everyShop);
      const [shop, ...others] = shopsHere;
      return shop && others.length === 0 ? discountsOf(shop.id) : null;

      function discountsOf(shop_id: number | null | undefined): Address {
        return discountsAddress({ period, shop_id, only_counting: true, include_negative: true });
      }
    },
  };
}
