import type { Damage } from '../damaged-log/damage.ts';

const PAGE_BYTES = 4_096;

/** One page holds nothing any more, as after a bad sector. */
export const zeroPage: Damage = (bytes, random) => {
  const zeroed = Uint8Array.from(bytes);
  const start = random.whole(0, Math.floor(bytes.length / PAGE_BYTES) - 1) * PAGE_BYTES;
  return zeroed.fill(0, start, start + PAGE_BYTES);
};

const BITS = 8;

/** One bit is another one, in a place that is in use: a small store is empty for the most part. */
export const flipUsed: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  let at = random.whole(0, bytes.length - 1);
  while (bytes[at] === 0) at = random.whole(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, BITS - 1));
  return flipped;
};
