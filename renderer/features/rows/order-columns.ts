import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useShopColumn } from '../../components/shop-name.tsx';
import { formatPeriod } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useLocationTitles, useShopName } from '../../lib/queries/shops.ts';
import type { FilterFact } from './figure-rows.tsx';

interface OrderReference {
  readonly order_number: string;
  readonly date_purchased: string;
  readonly shop_id: number;
}

type OrderColumns<Row> = Readonly<Record<'order_number' | 'date_purchased' | 'shop', TableColumn<Row>>>;

/** The columns for the order of a row. */
export function useOrderColumns<Row extends OrderReference>(isOneShop: boolean): OrderColumns<Row> {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const shopColumn = useShopColumn();
  return useMemo(() => {
    const header = (id: keyof OrderColumns<Row>, widthPx: number) => ({ id, header: t(`rows.column.${id}`), widthPx });
    return {
      order_number: {
        ...header('order_number', 124),
        minWidthPx: 116,
        kind: 'text',
        hideable: false,
        cell: (row) => row.order_number,
      },
      date_purchased: {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (row) => dateTime(row.date_purchased),
      },
      shop: { ...header('shop', 140), minWidthPx: 132, ...shopColumn, hiddenAtFirst: isOneShop },
    };
  }, [t, dateTime, shopColumn, isOneShop]);
}

interface LocationFilters {
  readonly from: string;
  readonly to: string;
  readonly location_id?: readonly number[] | undefined;
  readonly shop_id?: readonly number[] | undefined;
}

/** The days, locations and shops of the rows, as labels and texts. */
export function useLocationFacts({ location_id, shop_id, ...period }: LocationFilters): readonly FilterFact[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const formatLocations = useLocationTitles();
  const getShopName = useShopName();
  const facts: FilterFact[] = [[t('rows.filter.period'), formatPeriod(period, language), 'period']];
  if (location_id !== undefined) facts.push([t('terms.location'), formatLocations(location_id), 'place']);
  if (shop_id !== undefined) facts.push([t('rows.filter.shop'), shop_id.map(getShopName).join(', '), 'place']);
  return facts;
}
