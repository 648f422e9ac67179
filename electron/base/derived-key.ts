import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** A key for one purpose out of the secret key of the data folder, so that no two purposes share one. */
export function derivedKey(secretKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(), purpose, KEY_BYTES));
}
