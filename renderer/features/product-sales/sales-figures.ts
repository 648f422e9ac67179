import type { PRODUCT_SALES_SORTS, ProductSalesRow, ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import type { Period } from '../../../shared/periods.ts';
import { calculateChange } from '../../../shared/report-comparison.ts';
import { formatShare } from '../../lib/amounts.ts';

type Sort = (typeof PRODUCT_SALES_SORTS)[number];

export type SalesSearch = Pick<Period, 'from' | 'to'> & {
  readonly location_id?: number[] | undefined;
  readonly shop_id?: number[] | undefined;
  readonly product_group_id: number | undefined;
  readonly q: string | undefined;
  readonly sort: Sort;
};

/** Identifies a row: by its product, or by title and group if it has none. */
export function getRowKey({ product_id, product_group_id, title }: ProductSalesRow): number | string {
  return product_id ?? `${product_group_id}/${title}`;
}

/** The change of a turnover in percent; a dash if there was none before. */
export function formatChange(now: number, before: number, { change }: NumberFormat): string {
  const { percentage } = calculateChange(now, before);
  return percentage === null ? '–' : change(percentage);
}

/** The margin as a percentage of the turnover excluding VAT, without the sign, which is in the header. */
export function formatMargin(
  { margin, value }: Pick<ProductSalesSums, 'margin' | 'value'>,
  { amount }: NumberFormat,
): string {
  if (margin === null) return amount(null);
  return value > 0 ? formatShare(margin, value, amount) : '–';
}
