import type { Random } from '../../../electron/platform/demo/prng.ts';

/** Bytes of which a part is missing or wrong; another one at each call. */
export type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

export const PAGE_BYTES = 4_096;

/** The end is missing, from whatever byte on. */
export const cut: Damage = (bytes, random) => bytes.subarray(0, random.drawInteger(0, bytes.length - 1));

/** One bit is another one. */
export const flip: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  const at = random.drawInteger(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.drawInteger(0, 7));
  return flipped;
};

/** One bit is another one, where bytes are in use: a small store is empty for the most part. */
export const flipUsed: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  let at = random.drawInteger(0, bytes.length - 1);
  while (bytes[at] === 0) at = random.drawInteger(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.drawInteger(0, 7));
  return flipped;
};

/** One page holds nothing any more, as after a bad sector. */
export const zeroPage: Damage = (bytes, random) => {
  const start = random.drawInteger(0, Math.floor(bytes.length / PAGE_BYTES) - 1) * PAGE_BYTES;
  return Uint8Array.from(bytes).fill(0, start, start + PAGE_BYTES);
};
