import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/contract/language.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { orderStatusLabel, TERM_CHOICES } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { DateFormat, NumberFormat } from '../../lib/format.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/shops.ts';

interface ColumnParts {
  readonly language: Language;
  readonly headings: Readonly<Record<ColumnsOf<typeof orders>, string>>;
  readonly format: NumberFormat & DateFormat;
  readonly shopTitle: (shopId: number) => string;
  readonly paidWords: (order: Order) => string;
}

type AmountId = 'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt';

/** The columns of the list. Ids and headings are those of the export; persons are hidden until asked for. */
function orderColumns(parts: ColumnParts): readonly TableColumn<Order>[] {
  const { language, headings, format, shopTitle, paidWords } = parts;
  const header = (id: keyof typeof WIDTHS_PX) => ({ id, header: headings[id], widthPx: WIDTHS_PX[id] });
  const amount = (id: AmountId): TableColumn<Order> => ({
    ...header(id),
    unit: '€',
    kind: 'amount',
    cell: (order) => format.amount(order[id]),
  });
  return [
    { ...header('order_number'), kind: 'text', hideable: false, cell: (order) => order.order_number },
    {
      ...header('date_purchased'),
      kind: 'moment',
      sortId: 'date_purchased',
      cell: (order) => format.moment(order.date_purchased),
    },
    {
      ...header('date_updated'),
      kind: 'moment',
      hiddenAtFirst: true,
      cell: (order) => format.moment(order.date_updated),
    },
    { ...header('status'), kind: 'text', cell: (order) => orderStatusLabel(order.status, language) },
    { ...header('shop'), kind: 'text', grows: true, cell: (order) => shopTitle(order.shop_id) },
    { ...header('payment_term'), kind: 'text', cell: (order) => termWords(order, language) },
    { ...header('is_paid'), kind: 'text', cell: paidWords },
    { ...amount('value_wt'), sortId: 'value_wt' },
    amount('value_ex_wt'),
    amount('discount_value_wt'),
    { ...amount('discount_value_ex_wt'), hiddenAtFirst: true },
    { ...header('customer_name'), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_name },
    { ...header('customer_email'), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
  ];
}

const WIDTHS_PX = {
  order_number: 124,
  date_purchased: 150,
  date_updated: 150,
  status: 116,
  shop: 150,
  payment_term: 106,
  is_paid: 74,
  value_wt: 152,
  value_ex_wt: 140,
  discount_value_wt: 164,
  discount_value_ex_wt: 166,
  customer_name: 180,
  customer_email: 220,
} as const;

/** One that this program does not know is called as the platform names it. */
export function termWords({ payment_term: term }: Pick<Order, 'payment_term'>, language: Language): string {
  return TERM_CHOICES[term]?.[language] ?? term;
}

/** The columns in the language in use, with shops under their titles once these are read. */
export function useOrderColumns() {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopTitle = useShopTitle();
  return useMemo(() => {
    return orderColumns({
      language,
      headings,
      format,
      shopTitle,
      paidWords: (order) => t(order.is_paid ? 'states.yes' : 'states.no'),
    });
  }, [t, language, headings, format, shopTitle]);
}
