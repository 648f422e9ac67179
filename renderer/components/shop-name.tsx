import { type ReactNode, useMemo } from 'react';
import { useShopTitle, useShortShopName } from '../lib/queries/shops.ts';
import styles from './text.module.css';

interface ShopColumn {
  readonly kind: 'text';
  readonly cell: (row: OfShop) => ReactNode;
  readonly copied: (row: OfShop) => string;
}

interface OfShop {
  readonly shop_id: number;
}

/** What every column of shops draws and copies: the short name, with the full one as its tooltip. */
export function useShopColumn(): ShopColumn {
  const getTitle = useShopTitle();
  const short = useShortShopName();
  return useMemo(
    () => ({
      kind: 'text',
      cell({ shop_id }) {
        const title = getTitle(shop_id);
        return <ShopName title={title} short={short(title)} />;
      },
      copied: ({ shop_id }) => short(getTitle(shop_id)),
    }),
    [getTitle, short],
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
