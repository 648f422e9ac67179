import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../lib/preferences.ts';
import { shopsQuery } from '../../lib/queries/list-shops.ts';

interface DefaultShop {
  /** Null for all shops: none is preferred, or the preferred one is not there any more. */
  readonly id: number | null;
  /** Null until the shops are read too. */
  readonly locationId: number | null;
  /** A shop is preferred that the user does not see any more: it was removed, or is of another account. */
  readonly isGone: boolean;
}

/** The shop that the user prefers. It is believed to be there until the shops are read. */
export function useDefaultShop(): DefaultShop {
  const { defaultShopId } = usePreferences();
  const shops = useQuery({ ...shopsQuery, enabled: defaultShopId !== null });
  const shop = shops.data?.data.find(({ id }) => id === defaultShopId);
  const isGone = defaultShopId !== null && shops.data !== undefined && shop === undefined;
  return { id: isGone ? null : defaultShopId, locationId: shop?.location_id ?? null, isGone };
}
