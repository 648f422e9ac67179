import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same. How long it takes tells at most whether they are of one length. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
