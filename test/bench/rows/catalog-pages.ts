import { PRODUCTS_CAP } from '../../../shared/contract/products.ts';

const PAGES = 20;

export const FIRST_PAGE = `/api/products?limit=${PRODUCTS_CAP}`;

/** Pages from the first to the last, evenly spread over so many products. */
export function spreadPages(products: number): string[] {
  const last = Math.max(0, products - PRODUCTS_CAP);
  return Array.from({ length: PAGES }, (_, at) => {
    const start = Math.round((last * at) / (PAGES - 1));
    return `${FIRST_PAGE}&start=${start}`;
  });
}
