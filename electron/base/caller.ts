import type { Credentials, Role } from '../../shared/contract/auth.ts';

const MANAGING_ROLES: ReadonlySet<Role> = new Set(['owner', 'accountant']);

/** Whether somebody may call what asks for more than reading: the endpoints whose access is `manager`. */
export function mayManage({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.some((role) => MANAGING_ROLES.has(role));
}

/** Names a user for as long as the user exists; what a stored token points at. */
export interface UserReference {
  readonly accountId: number;
  readonly userId: number;
  /**
   * What the platform gave in order to act for this user, in a form of its own; absent where it needs none. Secret: kept
   * only sealed under the token or key that it belongs to, never logged and never in an answer.
   */
  readonly grant?: string;
}

/** `platform`: a normalised base URL; null for the built-in one. Absent: the usual one. */
export type SignInRequest = Credentials & { readonly platform?: string | null };

/** Who acts, with rights as they are now. Every call of the port is made as a caller and sees only theirs. */
export interface Caller extends UserReference {
  /** The account's name, as used to sign in. */
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** The one location this caller sees; null for all. Nothing of another location exists for them. */
  readonly lockedLocation: { readonly id: number; readonly title: string } | null;
}

/** Somebody who has shown just now who they are. */
export interface SignedInCaller extends Caller {
  /** From then on the grant certainly works no more, in milliseconds since the epoch. Absent: nothing says so. */
  readonly grantExpiresAt?: number;
}
