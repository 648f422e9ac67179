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

/** What names no product of the catalog is one row per title and group. */
export function rowKey({ product_id, product_group_id, title }: ProductSalesRow): number | string {
  return product_id ?? `${product_group_id}/${title}`;
}

/** How much a turnover rose or fell; a dash where there was none. */
export function changeText(now: number, before: number, { change }: NumberFormat): string {
  const { percentage } = calculateChange(now, before);
  return percentage === null ? '–' : change(percentage);
}

/** In percent of the turnover excluding VAT; the sign stands in the header. */
export function marginText(
  { margin, value }: Pick<ProductSalesSums, 'margin' | 'value'>,
  { amount }: NumberFormat,
): string {
  if (margin === null) return amount(null);
  return value > 0 ? formatShare(margin, value, amount) : '–';
}
