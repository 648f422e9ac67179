import type { Random } from '../../../electron/platform/demo/prng.ts';

/** Returns bytes with a missing or wrong part, a different one at each call. */
export type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

export const PAGE_BYTES = 4_096;

/** Cuts off the end, from a random byte on. */
export const cut: Damage = (bytes, random) => bytes.subarray(0, random.drawInteger(0, bytes.length - 1));

/** Changes one bit. */
export const flip: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  const at = random.drawInteger(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.drawInteger(0, 7));
  return flipped;
};

/** Changes one bit in used bytes, because most of a small store is empty. */
export const flipUsed: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  let at = random.drawInteger(0, bytes.length - 1);
  while (bytes[at] === 0) at = random.drawInteger(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.drawInteger(0, 7));
  return flipped;
};

/** Empties one page, as after a bad sector. */
export const zeroPage: Damage = (bytes, random) => {
  const start = random.drawInteger(0, Math.floor(bytes.length / PAGE_BYTES) - 1) * PAGE_BYTES;
  return Uint8Array.from(bytes).fill(0, start, start + PAGE_BYTES);
};
