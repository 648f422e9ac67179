import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type FinancialReport, listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import type { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import type { Period } from '../../../shared/periods.ts';
import { type Address, createAddress } from './address.ts';

/** Figures that the page with the rows can show, by the names it uses. */
export const ITEM_FIGURES = [
  'sales',
  'returns',
  'differences',
  'cost',
  'gift-cards',
  'tips',
  'payments-on-invoice',
  'prepayments',
  'other-non-revenue',
  'rate',
  'vat',
  'not-paid',
  'settled',
  'on-account',
  'group',
  'shop',
  'product',
] as const;

export type ItemFigure = (typeof ITEM_FIGURES)[number];

/** The sum of the rows that the figure shows. `vat` is `wt` minus `ex`. */
export const FIGURE_SIDES = ['ex', 'wt', 'vat', 'cost'] as const;

export type FigureSide = (typeof FIGURE_SIDES)[number];

export type ItemFilters = Filters<QueryOf<typeof listOrderItems>>;

export type PaymentFilters = Filters<QueryOf<typeof listOrderPayments>>;

/** The filters of a list. `undefined` is the same as absent. */
type Filters<Query extends { readonly from: string }> = { readonly from: string } & {
  readonly [Name in keyof Omit<Query, 'from' | 'start' | 'limit'>]?: Query[Name] | undefined;
};

/** A figure as it was shown. The page with its rows compares their sum with it. */
interface OpenedFigure {
  /** In euros, with the sign that was shown. */
  readonly amount: number;
}

interface OpenedItemFigure extends OpenedFigure {
  readonly figure: ItemFigure;
  readonly side: FigureSide;
  /** Whether the figure is shown with the opposite sign of its rows, as returns are. */
  readonly isNegated?: boolean;
  /** The part of the figure that is cash rounding, in euros. These are rows of another type. */
  readonly rounding?: number;
}

/** The page with the order items behind a figure. */
export function getItemRowsAddress(
  { figure, side, amount, isNegated = false, rounding = 0 }: OpenedItemFigure,
  filters: ItemFilters,
): Address {
  return createAddress('/rows/items', {
    ...filters,
    figure,
    side,
    amount,
    negated: isNegated || undefined,
    rounding: rounding || undefined,
  });
}

/** The page with the payments behind a figure. */
export function getPaymentRowsAddress({ amount }: OpenedFigure, filters: PaymentFilters): Address {
  return createAddress('/rows/payments', { ...filters, amount });
}

interface ReportScope extends Period {
  readonly location_id?: number[];
  readonly shop_id?: number[];
}

/** The filters of the rows behind every figure of a report: its days, locations and shops. */
export function getReportScope(report: FinancialReport): ReportScope {
  const [locations, shops] = [listLocationIds(report), listShopIds(report)];
  return {
    ...{ from: report.from, to: report.to, ...(locations.length > 0 && { location_id: [...locations] }) },
    ...(shops.length > 0 && { shop_id: [...shops] }),
  };
}

interface GroupRows {
  readonly figure: ItemFigure;
  readonly filters: Pick<ItemFilters, 'type' | 'product_group_id'>;
}

/** The rows behind a row of the turnover by group. The row without a group contains the rounding differences. */
export function getGroupRows(groupId: number | null): GroupRows {
  if (groupId === null) return { figure: 'differences', filters: { type: 'rounding' } };
  return { figure: 'group', filters: { type: 'product', product_group_id: groupId } };
}
