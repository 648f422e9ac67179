import { type ReactNode, useCallback } from 'react';
import { useShopTitle, useShortShopName } from '../lib/queries/shops.ts';

/** Draws the short name of a shop, with the full one as its tooltip. */
export function useShopCell(): (shopId: number) => ReactNode {
  const titleOf = useShopTitle();
  const short = useShortShopName();
  return useCallback(
    (id) => {
      const title = titleOf(id);
      return <span title={title}>{short(title)}</span>;
    },
    [titleOf, short],
  );
}
