import { QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Random } from './prng.ts';

/** Quantity in 1/1000 at one location; null where the product is not kept. Negative: sold before it was booked in. */
export function drawStock(random: Random, isPiece: boolean): number | null {
  const situation = random.fraction();
  if (situation < 0.04) return null;
  if (situation < 0.18) return 0;
  if (situation < 0.24) return -quantity(random, isPiece, 5);
  return quantity(random, isPiece, random.chance(0.1) ? 240 : 40);
}

function quantity(random: Random, isPiece: boolean, most: number): number {
  return isPiece ? random.whole(1, most) * QUANTITY_SCALE : random.whole(1, most * 20) * 50;
}
