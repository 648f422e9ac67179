import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import type { discountOrders } from '../../../shared/datasets/discount-orders.ts';
import { discountPercentage } from '../../../shared/discount-percentage.ts';
import { orderStatusWords } from '../../../shared/order-status-words.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { DateFormat } from '../../lib/date-format.ts';
import type { NumberFormat } from '../../lib/number-format.ts';
import { BackofficeButton } from './backoffice-button.tsx';
import type { DiscountAmounts } from './discount-sums.ts';

interface ColumnParts {
  readonly language: Language;
  readonly headings: Readonly<Record<ColumnsOf<typeof discountOrders>, string>>;
  readonly format: NumberFormat & DateFormat;
  readonly shopTitle: (shopId: number) => string;
  readonly openOrder: (order: DiscountOrder) => void;
}

/** The columns of the list. Ids and headings are those of the export; most ids are field names of the API. */
export function discountColumns(parts: ColumnParts): readonly TableColumn<DiscountOrder>[] {
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
    { ...header('status'), kind: 'text', cell: (order) => orderStatusWords(order.status, language) },
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
export function percentageText(percentage: number | null, format: NumberFormat): string | null {
  return percentage === null ? null : format.amount(percentage);
}
