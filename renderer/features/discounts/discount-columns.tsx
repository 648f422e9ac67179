import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { discountOrders } from '../../../shared/datasets/declarations.ts';
import { discountPercentage } from '../../../shared/discounts.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { orderStatusLabel } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useShopCell } from '../../components/shop-name.tsx';
import type { NumberFormat } from '../../lib/format.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';

/** The columns of the list. Ids and headings are those of the export; most ids are field names of the API. */
export function useDiscountColumns(openOrder: (order: DiscountOrder) => void): readonly TableColumn<DiscountOrder>[] {
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(discountOrders);
  const shopCell = useShopCell();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof discountOrders>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const amount = (id: keyof DiscountAmounts, widthPx: number): TableColumn<DiscountOrder> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (order) => format.amount(order[id]),
    });
    return [
      { ...header('order_number', 116), kind: 'text', hideable: false, cell: (order) => order.order_number },
      { ...header('date_purchased', 146), kind: 'moment', cell: (order) => format.moment(order.date_purchased) },
      { ...header('shop', 126), kind: 'text', grows: true, cell: (order) => shopCell(order.shop_id) },
      { ...header('status', 108), kind: 'text', cell: (order) => orderStatusLabel(order.status, language) },
      { ...header('customer_name', 180), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_name },
      { ...header('customer_email', 220), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
      amount('discount_value_wt', 138),
      amount('discount_value_ex_wt', 141),
      {
        ...header('discount_percentage', 88),
        kind: 'percentage',
        cell: (order) => percentageText(discountPercentage(order), format),
      },
      amount('value_wt', 127),
      amount('value_ex_wt', 130),
      {
        ...header('backoffice_url', 100),
        kind: 'text',
        // Not every platform has pages of its orders.
        cell: (order) => order.backoffice_url !== '' && <BackofficeButton order={order} onOpen={openOrder} />,
        copied: (order) => order.backoffice_url,
      },
    ];
  }, [language, headings, format, openOrder, shopCell]);
}

/** Two decimals, so that the column aligns; the sign stands in its header. Blank when there is none. */
function percentageText(percentage: number | null, format: NumberFormat): string | null {
  return percentage === null ? null : format.amount(percentage);
}

interface BackofficeButtonProps {
  readonly order: DiscountOrder;
  readonly onOpen: (order: DiscountOrder) => void;
}

function BackofficeButton({ order, onOpen }: BackofficeButtonProps) {
  const { t } = useTranslation();
  const label = t('discounts.openOrder', { number: order.order_number });
  return (
    <ActionIcon variant="subtle" size={24} tabIndex={-1} aria-label={label} title={label} onClick={() => onOpen(order)}>
      <IconExternalLink size={15} aria-hidden />
    </ActionIcon>
  );
}

const AMOUNTS = ['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const;

/** The amounts of an order, or of many orders together, in euros. */
export type DiscountAmounts = Pick<DiscountOrder, (typeof AMOUNTS)[number]>;

function eachAmount<Value>(amountOf: (id: keyof DiscountAmounts) => Value): Record<keyof DiscountAmounts, Value> {
  return Object.fromEntries(AMOUNTS.map((id) => [id, amountOf(id)])) as Record<keyof DiscountAmounts, Value>;
}

export function discountSums(orders: readonly DiscountAmounts[]): DiscountAmounts {
  return eachAmount((id) => toEuros(sumOf(orders, (order) => fromEuros(order[id]))));
}

type Cells = Readonly<Record<string, string | null>>;

/** Cells of the totals row by column id, over the orders that are shown. */
export function discountTotals(orders: readonly DiscountOrder[], t: TFunction, format: NumberFormat): Cells {
  return { order_number: t('terms.total'), ...amountCells(discountSums(orders), format) };
}

/** Cells of sums by column id, with the percentage of the sums. */
export function amountCells(sums: DiscountAmounts, format: NumberFormat): Cells {
  return {
    ...eachAmount((id) => format.amount(sums[id])),
    discount_percentage: percentageText(discountPercentage(sums), format),
  };
}
