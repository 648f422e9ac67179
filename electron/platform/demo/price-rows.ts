import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { type Amount, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { ProductPricesTable } from '../../store/schema.ts';
import type { Random } from './prng.ts';
import { netOf, type Price, percentOf } from './sale-price.ts';

const PURCHASE_PRICE_TYPE = 2;
const ADVICE_PRICE_TYPE = 3;
const TIER_LADDERS = [[10], [10, 25], [10, 50], [25, 50, 100]] as const;
const DEAREST_WITH_TIERS: Amount = 300_000;

export interface PricedProduct {
  readonly sale: Price;
  /** What one unit cost the retailer, without VAT. */
  readonly unitCost: Amount;
  readonly rateHundredths: number;
  readonly hasSalePrice: boolean;
  readonly isPiece: boolean;
}

export type PriceRow = Pick<ProductPricesTable, 'product_price_type_id' | 'from_qty' | 'ppu' | 'ppu_wt'>;

/** The price rows of one product. One that was never priced has purchase rows at most. */
export function drawPriceRows(random: Random, product: PricedProduct): PriceRow[] {
  const { sale, unitCost, rateHundredths } = product;
  const rows: PriceRow[] = [];
  if (product.hasSalePrice) rows.push(...salePriceRows(random, product));
  if (random.chance(0.85)) {
    const purchase = { ppu: unitCost, ppu_wt: percentOf(unitCost, 100 + rateHundredths / 100) };
    rows.push(row(PURCHASE_PRICE_TYPE, purchase));
    if (random.chance(0.1)) rows.push(row(PURCHASE_PRICE_TYPE, scaled(purchase, rateHundredths, 95), 50));
  }
  if (product.hasSalePrice && random.chance(0.12)) {
    rows.push(row(ADVICE_PRICE_TYPE, scaled(sale, rateHundredths, 110)));
  }
  return rows;
}

function salePriceRows(random: Random, { sale, rateHundredths, isPiece }: PricedProduct): PriceRow[] {
  const rows = [row(SALE_PRICE_TYPE, sale)];
  if (random.chance(0.005)) rows.push(row(SALE_PRICE_TYPE, scaled(sale, rateHundredths, 120)));
  if (!isPiece || sale.ppu_wt > DEAREST_WITH_TIERS || !random.chance(0.14)) return rows;
  const ladder: readonly number[] = random.pick(TIER_LADDERS);
  const tiers = ladder.map((pieces, step) =>
    row(SALE_PRICE_TYPE, scaled(sale, rateHundredths, 94 - 5 * step), pieces),
  );
  return [...rows, ...tiers];
}

/** A percentage of the price with VAT in whole cents, and what is left of that without VAT. */
export function scaled(price: Price, rateHundredths: number, percent: number): Price {
  const gross = percentOf(price.ppu_wt, percent);
  return { ppu: netOf(gross, rateHundredths), ppu_wt: gross };
}

function row(typeId: number, price: Price, fromPieces?: number): PriceRow {
  return {
    product_price_type_id: typeId,
    from_qty: fromPieces === undefined ? null : fromPieces * QUANTITY_SCALE,
    ...price,
  };
}
