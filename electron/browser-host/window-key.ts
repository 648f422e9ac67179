import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../session/same-secret.ts';

/** What the page has to show besides its cookie, which another port of this computer may have been sent. */
export interface WindowKey {
  /** 32 random bytes as base64url. It lives and dies with the process. */
  readonly value: string;
  /** Whether the header of a call shows it. */
  isShown(header: unknown): boolean;
}

export function createWindowKey(): WindowKey {
  const value = randomBytes(32).toString('base64url');
  return { value, isShown: (header) => typeof header === 'string' && isSameSecret(header, value) };
}
