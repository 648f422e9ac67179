import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type FinancialReport, listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import type { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import type { Period } from '../../../shared/periods.ts';
import { type Address, addressOf } from './address.ts';

/** Figures whose rows the platform gives, under the names that the page with the rows shows. */
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

/** Which sum of the rows the figure is; `vat` is that with VAT less that without. */
export const FIGURE_SIDES = ['ex', 'wt', 'vat', 'cost'] as const;

export type FigureSide = (typeof FIGURE_SIDES)[number];

export type ItemFilters = Filters<QueryOf<typeof listOrderItems>>;

export type PaymentFilters = Filters<QueryOf<typeof listOrderPayments>>;

/** What a list is narrowed to; undefined is as good as absent. */
type Filters<Query extends { readonly from: string }> = { readonly from: string } & {
  readonly [Name in keyof Omit<Query, 'from' | 'start' | 'limit'>]?: Query[Name] | undefined;
};

/** A figure as it was shown, so that the page with its rows can compare their sum with it. */
interface OpenedFigure {
  /** In euros, with the sign that was shown. */
  readonly amount: number;
}

interface OpenedItemFigure extends OpenedFigure {
  readonly figure: ItemFigure;
  readonly side: FigureSide;
  /** True for a figure that is shown with the other sign than its rows have, such as returns. */
  readonly isNegated?: boolean;
  /** Euros of the figure that are cash rounding, which are rows of another type; 0 where there are none. */
  readonly rounding?: number;
}

/** The page with the order items behind a figure. */
export function itemRowsAddress(
  { figure, side, amount, isNegated = false, rounding = 0 }: OpenedItemFigure,
  filters: ItemFilters,
): Address {
  return addressOf('/rows/items', {
    ...filters,
    figure,
    side,
    amount,
    negated: isNegated || undefined,
    rounding: rounding || undefined,
  });
}

/** The page with the payments behind a figure. */
export function paymentRowsAddress({ amount }: OpenedFigure, filters: PaymentFilters): Address {
  return addressOf('/rows/payments', { ...filters, amount });
}

interface ReportScope extends Period {
  readonly location_id?: number[];
  readonly shop_id?: number[];
}

/** What the rows behind every figure of a report are limited to: its days and its locations and shops. */
export function reportScope(report: FinancialReport): ReportScope {
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

/** The rows of a row of the turnover by group. The one without a group has the rounding differences. */
export function groupRows(groupId: number | null): GroupRows {
  if (groupId === null) return { figure: 'differences', filters: { type: 'rounding' } };
  return { figure: 'group', filters: { type: 'product', product_group_id: groupId } };
}
