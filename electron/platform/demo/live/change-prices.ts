import { SALE_PRICE_TYPE } from '../../../../shared/contract/product-prices.ts';
import { changePrice } from '../../../store/catalog/catalog-writer.ts';
import type { ProductPricesTable } from '../../../store/schema.ts';
import type { DemoModel } from '../model.ts';
import { scaled } from '../price-rows.ts';
import type { Price } from '../sale-price.ts';
import type { LiveGround } from './live-action.ts';

const REGULAR = 100;
const PERCENTAGES = [75, 80, 85, 90, 95, REGULAR, REGULAR, REGULAR, 105, 110];

/** The shop sets the sale prices of a product to a part of the regular ones, or back to these. */
export async function changePrices({ db, model, random }: LiveGround): Promise<boolean> {
  const product = random.pick(model.catalog.sellable);
  const regular = model.catalog.prices.filter(
    (price) => price.product_id === product.row.id && price.product_price_type_id === SALE_PRICE_TYPE,
  );
  const [first] = regular;
  const present = product.saleRows[0]?.ppu_wt;
  const others = PERCENTAGES.filter((percent) => first && priceAt(model, first, percent).ppu_wt !== present);
  if (others.length === 0) return false;
  const percent = random.pick(others);
  for (const price of regular) {
    const { account_id, id } = price;
    await changePrice(db, { account_id, id, ...priceAt(model, price, percent) });
  }
  return true;
}

/** Both sides as they are set: with VAT to the cent. The regular price is what it was, sides that do not fit included. */
function priceAt(model: DemoModel, { ppu, ppu_wt, tax_rate_id }: ProductPricesTable, percent: number): Price {
  if (percent === REGULAR) return { ppu, ppu_wt };
  return scaled({ ppu, ppu_wt }, rateOf(model, tax_rate_id), percent);
}

function rateOf({ rates }: DemoModel, id: number): number {
  const rate = rates.find((known) => known.id === id);
  if (!rate) throw new RangeError(`no VAT rate ${id}`);
  return rate.value_hundredths;
}
