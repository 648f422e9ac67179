import { createHash } from 'node:crypto';

/** Who signs in, and where: `platform` is a base URL; null or absent for the built-in platform. */
export interface SignInNames {
  readonly account: string;
  readonly email: string;
  readonly platform?: string | null;
}

/**
 * SHA-256 in hex of the names of a sign-in, under which its failures and proofs are stored. Names are compared as the
 * sign-in compares them: the account as typed, the e-mail in any case. A platform counts apart where it is named.
 */
export function signInHashOf({ account, email, platform }: SignInNames): string {
  const names = JSON.stringify([account, email.toLowerCase(), ...(platform ? [platform] : [])]);
  return createHash('sha256').update(names).digest('hex');
}
