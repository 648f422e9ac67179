import type { Product } from '../../../shared/contract/products.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import type { Fact } from '../../components/fact-list.tsx';
import { useHeadings } from '../../lib/language.ts';

/** The codes by which programs know a product, for its drawer and its page. */
export function useProductCodes(product: Product): readonly Fact[] {
  const headings = useHeadings(catalog);
  return [
    [headings.barcode, product.barcode ?? ''],
    [headings.id, String(product.id)],
    [headings.shop_product_id, String(product.shop_product_id)],
  ];
}
