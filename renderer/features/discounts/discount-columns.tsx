import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import { discountOrders } from '../../../shared/datasets/declarations.ts';
import { calculateDiscountPercentage, hasKnownLines, isReturn } from '../../../shared/discounts.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { AmountText } from '../../components/figures.tsx';
import { OrderNumberText, STATUS_WIDTH_PX, StatusText } from '../../components/order/order-status.tsx';
import { useShopColumn } from '../../components/shop-name.tsx';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import type { DiscountChoices, SORTED_COLUMNS } from './discount-choices.ts';
import styles from './discounts-page.module.css';

/** The columns of the list. The ids and headings are those of the export; most ids are also field names of the API. */
export function useDiscountColumns(
  { choosePlace, choosePeriod }: Pick<DiscountChoices, 'choosePlace' | 'choosePeriod'>,
  openOrder: (order: DiscountOrder) => void,
): readonly TableColumn<DiscountOrder>[] {
  const filters = useRef({ choosePlace, choosePeriod });
  filters.current = { choosePlace, choosePeriod };
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(discountOrders);
  const shopColumn = useShopColumn();
  return useMemo(() => {
    const header = (id: (typeof SORTED_COLUMNS)[number], widthPx: number) =>
      ({ id, header: headings[id], widthPx, sortId: id }) as const;
    const createAmountColumn = (id: AmountId, widthPx: number): TableColumn<DiscountOrder> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (order) => <AmountText value={order[id]} currency={order.currency} />,
      copied: (order) => format.amount(order[id], order.currency),
      figure: (order) => (isInOtherCurrency(order) ? null : order[id]),
    });
    return [
      {
        ...header('order_number', 188),
        minWidthPx: 184,
        kind: 'text',
        hideable: false,
        cell: (order) => <OrderNumber order={order} onOpen={openOrder} />,
        copied: (order) => order.order_number,
        rowName: (order) => (isReturn(order) ? `${order.order_number} ${t('orders.return')}` : order.order_number),
      },
      {
        ...header('date_purchased', 142),
        kind: 'moment',
        cell: (order) => format.dateTime(order.date_purchased),
        onFilter: ({ date_purchased }) => {
          const day = date_purchased.slice(0, 10);
          filters.current.choosePeriod({ from: day, to: day });
        },
        filterText: ({ date_purchased }) => format.day(date_purchased.slice(0, 10)),
      },
      {
        ...header('shop', 150),
        minWidthPx: 136,
        ...shopColumn,
        grows: true,
        onFilter: (order) => filters.current.choosePlace({ shopIds: [order.shop_id], locationIds: null }),
      },
      {
        ...header('status', 132),
        minWidthPx: STATUS_WIDTH_PX,
        kind: 'text',
        yields: 3,
        cell: ({ status }) => <StatusText status={status} />,
        copied: ({ status }) => getOrderStatusLabel(status, language),
      },
      { ...header('customer_name', 180), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_name },
      { ...header('customer_email', 220), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
      createAmountColumn('discount_value_wt', 146),
      { ...createAmountColumn('discount_value_ex_wt', 150), yields: 1 },
      {
        ...header('discount_percentage', 102),
        kind: 'percentage',
        cell: (order) => formatPercentage(order, format),
        copied: (order) => {
          const percentage = calculateDiscountPercentage(order);
          return percentage === null ? null : format.amount(percentage);
        },
      },
      createAmountColumn('value_wt', 140),
      { ...createAmountColumn('value_ex_wt', 156), yields: 2 },
    ];
  }, [t, language, headings, format, openOrder, shopColumn]);
}

/**
 * Formats a percentage with two decimals, so that the column aligns. The sign is in the header. A dash if nothing was
 * sold.
 */
function formatPercentage(amounts: DiscountAmounts, format: NumberFormat): string {
  const percentage = calculateDiscountPercentage(amounts);
  return percentage === null && amounts.sold_before_discount_wt !== null ? '–' : format.amount(percentage);
}

interface OrderNumberProps {
  readonly order: DiscountOrder;
  readonly onOpen: (order: DiscountOrder) => void;
}

/** The order number, with a button for the back office if the platform has one. */
function OrderNumber({ order, onOpen }: OrderNumberProps) {
  const { t } = useTranslation();
  const label = t('discounts.openOrder', { number: order.order_number });
  return (
    <span className={styles.number}>
      <OrderNumberText order={order} />
      {order.backoffice_url !== '' && (
        <ActionIcon
          size={22}
          tabIndex={-1}
          aria-label={label}
          title={label}
          className={styles.rowAction ?? ''}
          onClick={() => onOpen(order)}
        >
          <IconExternalLink size={15} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}

interface SortNames {
  readonly shop: (shopId: number) => string;
  readonly language: Language;
}

/** Sorts the orders by a column and then by id. Blank values come last. */
export function sortDiscounts(
  orders: readonly DiscountOrder[],
  sort: DiscountChoices['sort'],
  { shop, language }: SortNames,
): readonly DiscountOrder[] {
  const isDescending = sort.startsWith('-');
  const column = (isDescending ? sort.slice(1) : sort) as (typeof SORTED_COLUMNS)[number];
  const sign = isDescending ? -1 : 1;
  const getKey = (order: DiscountOrder): string | number | null => {
    if (column === 'date_purchased') return Date.parse(order.date_purchased);
    if (column === 'shop') return shop(order.shop_id);
    if (column === 'status') return getOrderStatusLabel(order.status, language);
    if (column === 'discount_percentage') return calculateDiscountPercentage(order);
    return order[column];
  };
  const isBlank = (key: string | number | null) => key === null || key === '';
  const keyed = orders.map((order) => ({ order, key: getKey(order) }));
  keyed.sort((one, other) => {
    if (isBlank(one.key) || isBlank(other.key)) return Number(isBlank(one.key)) - Number(isBlank(other.key));
    return sign * compareKeys(column, one.key, other.key) || one.order.id - other.order.id;
  });
  return keyed.map(({ order }) => order);
}

/** Sorts `2026-9` before `2026-10`. */
const NUMBER_ORDER = new Intl.Collator('nl', { numeric: true });

function compareKeys(column: string, one: string | number | null, other: string | number | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (column === 'order_number') return NUMBER_ORDER.compare(String(one), String(other));
  return compareFolded(String(one), String(other));
}

const AMOUNTS = ['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const;

type AmountId = (typeof AMOUNTS)[number];

/** The amounts of an order, or of many orders together, in euros. */
export type DiscountAmounts = Pick<DiscountOrder, AmountId | 'sold_before_discount_wt'>;

function mapAmounts<Value>(getAmount: (id: AmountId) => Value): Record<AmountId, Value> {
  return Object.fromEntries(AMOUNTS.map((id) => [id, getAmount(id)])) as Record<AmountId, Value>;
}

/** Sums without the orders in another currency. */
export function sumDiscounts(orders: readonly (DiscountAmounts & Pick<DiscountOrder, 'currency'>)[]): DiscountAmounts {
  const summed = orders.filter((order) => !isInOtherCurrency(order));
  const sum = (getAmount: (order: DiscountAmounts) => number) =>
    toEuros(sumOf(summed, (order) => fromEuros(getAmount(order))));
  return {
    ...mapAmounts((id) => sum((order) => order[id])),
    sold_before_discount_wt: hasKnownLines(summed) ? sum((order) => order.sold_before_discount_wt ?? 0) : null,
  };
}

type Cells = Readonly<Record<string, string | null>>;

/** The cells of sums by column id, including the percentage of the sums. */
export function createAmountCells(sums: DiscountAmounts, format: NumberFormat): Cells {
  return {
    ...mapAmounts((id) => format.amount(sums[id])),
    discount_percentage: formatPercentage(sums, format),
  };
}
