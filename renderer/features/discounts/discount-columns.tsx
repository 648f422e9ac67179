import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { discountOrders } from '../../../shared/datasets/declarations.ts';
import { discountPercentage } from '../../../shared/discounts.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { orderStatusLabel } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { DateFormat, NumberFormat } from '../../lib/format.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/shops.ts';

interface ColumnParts {
  readonly language: Language;
  readonly headings: Readonly<Record<ColumnsOf<typeof discountOrders>, string>>;
  readonly format: NumberFormat & DateFormat;
  readonly shopTitle: (shopId: number) => string;
  readonly openOrder: (order: DiscountOrder) => void;
}

/** The columns of the list. Ids and headings are those of the export; most ids are field names of the API. */
function discountColumns(parts: ColumnParts): readonly TableColumn<DiscountOrder>[] {
  const { language, headings, format, shopTitle, openOrder } = parts;
  const header = (id: keyof typeof WIDTHS_PX) => ({
    id,
    header: headings[id],
    widthPx: WIDTHS_PX[id],
  });
  const amount = (id: keyof DiscountAmounts): TableColumn<DiscountOrder> => ({
    ...header(id),
    unit: '€',
    kind: 'amount',
    cell: (order) => format.amount(order[id]),
  });
  return [
    { ...header('order_number'), kind: 'text', hideable: false, cell: (order) => order.order_number },
    { ...header('date_purchased'), kind: 'moment', cell: (order) => format.moment(order.date_purchased) },
    { ...header('shop'), kind: 'text', grows: true, cell: (order) => shopTitle(order.shop_id) },
    { ...header('status'), kind: 'text', cell: (order) => orderStatusLabel(order.status, language) },
    { ...header('customer_name'), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_name },
    { ...header('customer_email'), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
    amount('discount_value_wt'),
    amount('discount_value_ex_wt'),
    {
      ...header('discount_percentage'),
      kind: 'percentage',
      cell: (order) => percentageText(discountPercentage(order), format),
    },
    amount('value_wt'),
    amount('value_ex_wt'),
    {
      ...header('backoffice_url'),
      kind: 'text',
      cell: (order) => <BackofficeButton order={order} onOpen={openOrder} />,
      copied: (order) => order.backoffice_url,
    },
  ];
}

const WIDTHS_PX = {
  order_number: 116,
  date_purchased: 146,
  shop: 126,
  status: 108,
  customer_name: 180,
  customer_email: 220,
  value_wt: 127,
  value_ex_wt: 130,
  discount_value_wt: 138,
  discount_value_ex_wt: 141,
  discount_percentage: 88,
  backoffice_url: 100,
} as const;

/** Two decimals, so that the column aligns; the sign stands in its header. Blank when there is none. */
function percentageText(percentage: number | null, format: NumberFormat): string | null {
  return percentage === null ? null : format.amount(percentage);
}

/** The columns in the language in use, with shops under their titles once these are read. */
export function useDiscountColumns(openOrder: (order: DiscountOrder) => void) {
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(discountOrders);
  const shopTitle = useShopTitle();
  return useMemo(() => {
    return discountColumns({
      language,
      headings,
      format,
      openOrder,
      shopTitle,
    });
  }, [language, headings, format, openOrder, shopTitle]);
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

/** The amounts of an order, or of many orders together, in euros. */
export type DiscountAmounts = Pick<
  DiscountOrder,
  'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt'
>;

/** Exact sums over the rows. */
export function discountSums(orders: readonly DiscountAmounts[]): DiscountAmounts {
  const sum = (field: keyof DiscountAmounts) => toEuros(sumOf(orders, (order) => fromEuros(order[field])));
  return {
    value_wt: sum('value_wt'),
    value_ex_wt: sum('value_ex_wt'),
    discount_value_wt: sum('discount_value_wt'),
    discount_value_ex_wt: sum('discount_value_ex_wt'),
  };
}

type Cells = Readonly<Record<string, string | null>>;

/** Cells of the totals row by column id, over the orders that are shown. */
export function discountTotals(orders: readonly DiscountOrder[], t: TFunction, format: NumberFormat): Cells {
  return { order_number: t('terms.total'), ...amountCells(discountSums(orders), format) };
}

/** Cells of sums by column id, with the percentage of the sums. */
export function amountCells(sums: DiscountAmounts, format: NumberFormat): Cells {
  return {
    value_wt: format.amount(sums.value_wt),
    value_ex_wt: format.amount(sums.value_ex_wt),
    discount_value_wt: format.amount(sums.discount_value_wt),
    discount_value_ex_wt: format.amount(sums.discount_value_ex_wt),
    discount_percentage: percentageText(discountPercentage(sums), format),
  };
}
