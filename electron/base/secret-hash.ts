import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * SHA-256 in hex, under which tokens and keys are stored and found. The time of a search reveals at most something
 * about the hash, from which no secret of their length can be guessed.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two hashes or proofs in hex are the same, in constant time. */
export function isSameHash(one: string, other: string): boolean {
  return isSameBytes(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}

/** Whether two secrets are the same. The time reveals at most whether their lengths are equal. */
export function isSameSecret(one: string, other: string): boolean {
  return isSameBytes(Buffer.from(one), Buffer.from(other));
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
