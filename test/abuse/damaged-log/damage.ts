import type { Random } from '../../../electron/platform/demo/prng.ts';

/** A log of which a part is missing or wrong; another one at each call. */
export type Damage = (log: Uint8Array, random: Random) => Uint8Array;

const BITS = 8;
const HEADER = 32;
const FRAME_HEADER = 24;
const SECTOR = 512;

/** The end is missing, from whatever byte on. */
export const cut: Damage = (log, random) => log.subarray(0, random.whole(0, log.length - 1));

/** One bit is another one. */
export const flip: Damage = (log, random) => {
  const flipped = Uint8Array.from(log);
  const at = random.whole(0, log.length - 1);
  flipped[at] = (log[at] ?? 0) ^ (1 << random.whole(0, BITS - 1));
  return flipped;
};

/** Of one frame only the first sectors were written. What follows was written before it, or not at all. */
export const tear: Damage = (log, random) => {
  const size = FRAME_HEADER + new DataView(log.buffer, log.byteOffset).getUint32(8);
  const frames = Math.floor((log.length - HEADER) / size);
  const start = HEADER + random.whole(0, frames - 1) * size;
  const written = start + random.whole(0, Math.floor(size / SECTOR)) * SECTOR;
  const torn = Uint8Array.from(random.chance(0.5) ? log : log.subarray(0, start + size));
  const rest = torn.subarray(written, start + size);
  const fillings = [
    () => rest.fill(0),
    () => rest.fill(random.whole(1, 255)),
    // What the log held there before it started over.
    () => rest.set(log.subarray(HEADER, HEADER + rest.length)),
  ];
  random.pick(fillings)();
  return torn;
};

/** How many bytes at the beginning are as they were. */
export function soundPartOf(damaged: Uint8Array, log: Uint8Array): number {
  let sound = 0;
  while (sound < damaged.length && damaged[sound] === log[sound]) sound += 1;
  return sound;
}
