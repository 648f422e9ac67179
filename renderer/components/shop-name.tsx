import { type ReactNode, useMemo } from 'react';
import { useShopTitle, useShortShopName } from '../lib/queries/shops.ts';
import styles from './text.module.css';

interface ShopColumn {
  readonly kind: 'text';
  readonly cell: (row: ShopRow) => ReactNode;
  readonly copied: (row: ShopRow) => string;
}

interface ShopRow {
  readonly shop_id: number;
}

/** The cells of every shop column: the short name, with the full name as tooltip. */
export function useShopColumn(): ShopColumn {
  const getShopTitle = useShopTitle();
  const shortenShopName = useShortShopName();
  return useMemo(
    () => ({
      kind: 'text',
      cell({ shop_id }) {
        const title = getShopTitle(shop_id);
        return <ShopName title={title} short={shortenShopName(title)} />;
      },
      copied: ({ shop_id }) => shortenShopName(getShopTitle(shop_id)),
    }),
    [getShopTitle, shortenShopName],
  );
}

/** If there is too little room, cuts off the place and never the till, which tells the shops of a place apart. */
function ShopName({ title, short }: { readonly title: string; readonly short: string }) {
  const tillStart = short.lastIndexOf(', ') + 1;
  if (tillStart === 0) return <span title={title}>{short}</span>;
  return (
    <span title={title} className={styles.parts}>
      <span className={styles.shrinking}>{short.slice(0, tillStart)}</span>
      <span>{short.slice(tillStart)}</span>
    </span>
  );
}
