import type { OrderKey } from '../../store/orders/discounted-orders-queries.ts';
import { PlatformError } from '../platform-error.ts';

const KEY_FORM = /^(-?\d{1,15}):(\d{1,15})$/;

/** The key of a batch as the port hands it around: `instant:id`. */
export function formatOrderKey({ datePurchased, id }: OrderKey): string {
  return `${datePurchased}:${id}`;
}

export function parseOrderKey(text: string): OrderKey {
  const match = KEY_FORM.exec(text);
  if (!match) throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  return { datePurchased: Number(match[1]), id: Number(match[2]) };
}
