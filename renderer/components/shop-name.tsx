import { type ReactNode, useCallback } from 'react';
import { useShopTitle, useShortShopName } from '../lib/queries/shops.ts';
import styles from './text.module.css';

/** Draws the short name of a shop, with the full one as its tooltip. */
export function useShopCell(): (shopId: number) => ReactNode {
  const titleOf = useShopTitle();
  const short = useShortShopName();
  return useCallback(
    (id) => {
      const title = titleOf(id);
      return <ShopName title={title} short={short(title)} />;
    },
    [titleOf, short],
  );
}

/** Without room it loses letters of the place, never the till, by which the shops of a place differ. */
function ShopName({ title, short }: { readonly title: string; readonly short: string }) {
  const atTill = short.lastIndexOf(', ') + 1;
  if (atTill === 0) return <span title={title}>{short}</span>;
  return (
    <span title={title} className={styles.parts}>
      <span className={styles.shrinking}>{short.slice(0, atTill)}</span>
      <span>{short.slice(atTill)}</span>
    </span>
  );
}
