import type { SalePrice } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { ExportError } from '../export-error.ts';

export interface PriceCells {
  readonly ppu_wt: number | null;
  readonly ppu: number | null;
  /** Percentage. */
  readonly vat: number | null;
}

const NO_PRICE: PriceCells = { ppu_wt: null, ppu: null, vat: null };

/**
 * Makes the cells of the price of a product, empty where it was never priced. They throw `ExportError` `incomplete`
 * for a VAT rate that the platform does not list.
 */
export async function readPriceCells({
  platform,
  caller,
}: ExportSource): Promise<(sku: string, price: SalePrice | null) => PriceCells> {
  const taxRates = await platform.listReference(caller, 'taxRates');
  const vatByRate = new Map(taxRates.map(({ id, value }) => [id, value]));
  return (sku, price) => {
    if (price === null) return NO_PRICE;
    const vat = vatByRate.get(price.tax_rate_id);
    if (vat === undefined) {
      throw new ExportError('incomplete', `The price of ${sku} has a VAT rate that is unknown.`);
    }
    return { ppu_wt: price.ppu_wt, ppu: price.ppu, vat };
  };
}
