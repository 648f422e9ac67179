import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useFormat } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';

interface OfOrder {
  readonly order_number: string;
  readonly date_purchased: string;
  readonly shop_id: number;
}

/** The columns about the order that a row belongs to. */
export function useOrderColumns<Row extends OfOrder>() {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const shopTitle = useShopTitle();
  return useMemo(
    () =>
      ({
        order_number: {
          id: 'order_number',
          header: t('rows.column.order_number'),
          kind: 'text',
          widthPx: 124,
          hideable: false,
          cell: (row) => row.order_number,
        },
        date_purchased: {
          id: 'date_purchased',
          header: t('rows.column.date_purchased'),
          kind: 'moment',
          widthPx: 150,
          cell: (row) => moment(row.date_purchased),
        },
        shop: {
          id: 'shop',
          header: t('rows.column.shop'),
          kind: 'text',
          widthPx: 190,
          cell: (row) => shopTitle(row.shop_id),
        },
      }) satisfies Record<string, TableColumn<Row>>,
    [t, moment, shopTitle],
  );
}
