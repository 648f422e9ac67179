import type { TFunction } from 'i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { DateFormat } from '../../lib/date-format.ts';
import type { NumberFormat } from '../../lib/number-format.ts';
import { BackofficeButton } from './backoffice-button.tsx';
import { type DiscountAmounts, discountPercentage } from './discount-sums.ts';
import { statusWords } from './status-words.ts';

interface ColumnParts {
  readonly t: TFunction;
  readonly format: NumberFormat & DateFormat;
  readonly shopTitle: (shopId: number) => string;
  readonly openOrder: (order: DiscountOrder) => void;
}

/** The columns of the list. Ids are the field names of the API, which an export takes as well. */
export function discountColumns(parts: ColumnParts): readonly TableColumn<DiscountOrder>[] {
  const { t, format, shopTitle, openOrder } = parts;
  const header = (id: keyof typeof WIDTHS_PX) => ({
    id,
    header: t(`discounts.column.${id}`),
    widthPx: WIDTHS_PX[id],
  });
  const amount = (id: keyof DiscountAmounts): TableColumn<DiscountOrder> => ({
    ...header(id),
    kind: 'amount',
    cell: (order) => format.amount(order[id]),
  });
  return [
    { ...header('order_number'), kind: 'text', hideable: false, cell: (order) => order.order_number },
    { ...header('date_purchased'), kind: 'moment', cell: (order) => format.moment(order.date_purchased) },
    { ...header('shop'), kind: 'text', grows: true, cell: (order) => shopTitle(order.shop_id) },
    { ...header('status'), kind: 'text', cell: (order) => statusWords(order.status, t) },
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
    },
  ];
}

const WIDTHS_PX = {
  order_number: 126,
  date_purchased: 149,
  shop: 205,
  status: 116,
  customer_name: 180,
  customer_email: 220,
  value_wt: 113,
  value_ex_wt: 116,
  discount_value_wt: 114,
  discount_value_ex_wt: 117,
  discount_percentage: 82,
  backoffice_url: 82,
} as const;

/** Two decimals, so that the column aligns; the sign stands in its header. Blank when there is none. */
export function percentageText(percentage: number | null, format: NumberFormat): string | null {
  return percentage === null ? null : format.amount(percentage);
}
