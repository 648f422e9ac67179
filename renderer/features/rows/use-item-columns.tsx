import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderItemRow } from '../../../shared/contract/order-items.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { QuantityText } from '../../components/quantity-text.tsx';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useFormat } from '../../lib/language.ts';
import { useOrderColumns } from './use-order-columns.ts';

/** An item with the order it belongs to; ids are field names of the API. */
export function useItemColumns(): readonly TableColumn<OrderItemRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { order_number, date_purchased, shop } = useOrderColumns<OrderItemRow>();
  return useMemo(() => {
    const header = (id: keyof typeof WIDTHS_PX) => ({
      id,
      header: t(`rows.column.${id}`),
      widthPx: WIDTHS_PX[id],
    });
    const amount = (id: 'value_ex_wt' | 'value_wt' | 'cost_value_ex'): TableColumn<OrderItemRow> => ({
      ...header(id),
      unit: '€',
      kind: 'amount',
      cell: (row) => format.amount(row[id]),
    });
    return [
      order_number,
      date_purchased,
      shop,
      { ...header('sku'), kind: 'text', hiddenAtFirst: true, cell: (row) => row.sku },
      { ...header('title'), kind: 'text', grows: true, hideable: false, cell: (row) => row.title },
      {
        ...header('quantity'),
        kind: 'quantity',
        cell: (row) => <QuantityText value={row.quantity} />,
        copied: (row) => row.quantity,
      },
      {
        ...header('ppu_wt'),
        unit: '€',
        kind: 'amount',
        cell: (row) => <UnitPrice value={row.ppu_wt} />,
        copied: (row) => row.ppu_wt,
      },
      amount('value_ex_wt'),
      amount('value_wt'),
      amount('cost_value_ex'),
    ];
  }, [t, format, order_number, date_purchased, shop]);
}

const WIDTHS_PX = {
  sku: 132,
  title: 170,
  quantity: 92,
  ppu_wt: 98,
  value_ex_wt: 112,
  value_wt: 112,
  cost_value_ex: 106,
} as const;
