import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * SHA-256 in hex, under which tokens and keys are stored and found. How long the search takes tells at most
 * something about the hash, from which no secret of their length can be guessed.
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two of these hashes are the same, in constant time. */
export function isSameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}

/** Whether two secrets are the same. How long it takes tells at most whether they are of one length. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
