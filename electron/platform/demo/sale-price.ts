import { type Amount, fromEuros } from '../../../shared/money.ts';
import type { Random } from './prng.ts';
import type { SellingUnit, Thing } from './product-range.ts';

/** Both sides of a price as they are given; neither is derived from the other once they exist. */
export interface Price {
  readonly ppu: Amount;
  readonly ppu_wt: Amount;
}

export const CENT: Amount = 100;
const SMALLEST: Amount = 1;
const EURO: Amount = 10_000;

// The one price in the catalog that is known to be a cent off what the rate gives.
const TYPED_BY_HAND: Price = { ppu: fromEuros(1.61), ppu_wt: fromEuros(1.94) };

/** The price that a shopkeeper would set: mostly whole cents, now and then a cent off or with four decimals. */
export function drawSalePrice(
  random: Random,
  [, lowEuros, highEuros]: Thing,
  unit: SellingUnit,
  rateHundredths: number,
): Price {
  const low = fromEuros(lowEuros);
  const high = fromEuros(highEuros);
  if (low === high) return asGiven(low, rateHundredths);
  // Squared, so that cheap things are more common than dear ones.
  const wanted = low + (high - low) * random.fraction() ** 2;
  let gross = Math.max(CENT * 5, attractive(random, wanted));
  if (unit !== 'piece' && random.chance(0.3)) gross += random.whole(1, 99);
  const oddity = random.fraction();
  if (oddity < 0.06) return { ppu: netOf(gross, rateHundredths, SMALLEST), ppu_wt: gross };
  const net = netOf(gross, rateHundredths);
  const hasVat = rateHundredths > 0;
  if (hasVat && oddity < 0.08 && net > EURO) return { ppu: net + random.pick([-CENT, CENT]), ppu_wt: gross };
  return { ppu: net, ppu_wt: gross };
}

function asGiven(gross: Amount, rateHundredths: number): Price {
  if (gross === TYPED_BY_HAND.ppu_wt) return TYPED_BY_HAND;
  return { ppu: netOf(gross, rateHundredths), ppu_wt: gross };
}

/** Without VAT, rounded to a whole number of `step`. */
export function netOf(gross: Amount, rateHundredths: number, step: Amount = CENT): Amount {
  return Math.round((gross * 10_000) / ((10_000 + rateHundredths) * step)) * step;
}

/** A part of the price in whole cents, such as what a tier or a discount leaves. */
export function percentOf(amount: Amount, percent: number): Amount {
  return Math.round((amount * percent) / (100 * CENT)) * CENT;
}

/** The nearest price below that ends as prices in shops do. */
function attractive(random: Random, wanted: Amount): Amount {
  if (wanted < 5 * EURO) return floorTo(wanted, 10 * CENT) + random.pick([5, 9]) * CENT;
  if (wanted < 30 * EURO) return floorTo(wanted, EURO) + random.pick([95, 95, 49, 50, 99]) * CENT;
  return floorTo(wanted, 5 * EURO) + random.pick([0, 495, 495]) * CENT;
}

function floorTo(amount: Amount, step: Amount): Amount {
  return Math.floor(amount / step) * step;
}
