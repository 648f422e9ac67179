/** The columns of the price list, in the order of its file. */
const PRICE_LIST = ['sku', 'title', 'ppu_wt', 'ppu', 'vat'] as const;

/** Those of them that the table shows; stock and group are no part of a price list. */
export function priceListColumns(visible: readonly string[]): readonly string[] {
  return PRICE_LIST.filter((id) => visible.includes(id));
}
