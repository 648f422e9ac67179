import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { changeStock } from '../../../store/catalog/catalog-writer.ts';
import { readStockAt } from '../../../store/demo/live-shop-queries.ts';
import type { Random } from '../prng.ts';
import type { LiveGround } from './live-action.ts';

const SHELF_IS_LOW = 4 * QUANTITY_SCALE;

/** Somebody counts a product at a location: a little is missing or too much, or a delivery is booked in with it. */
export async function countStock({ db, model, random }: LiveGround): Promise<boolean> {
  const place = random.pick(model.catalog.stock);
  const booked = await readStockAt(db, place);
  if (booked === undefined) return false;
  await changeStock(db, place, countedFor(random, booked));
  return true;
}

/** Never what is booked already. */
function countedFor(random: Random, booked: number): number {
  if (booked < SHELF_IS_LOW) return random.whole(10, 60) * QUANTITY_SCALE;
  const difference = random.pick([-3, -2, -1, -1, -1, 1, 2]);
  return booked + difference * QUANTITY_SCALE;
}
