import type { Credentials, Role } from '../../shared/contract/auth.ts';

const MANAGING_ROLES: ReadonlySet<Role> = new Set(['owner', 'accountant']);

/** Whether the caller may use the endpoints whose access is `manager`. */
export function mayManage({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.some((role) => MANAGING_ROLES.has(role));
}

/** A user who sees only one location changes nothing for all of them. */
export function managesAll(caller: Pick<Caller, 'roles' | 'lockedLocation'>): boolean {
  return mayManage(caller) && caller.lockedLocation === null;
}

/** Identifies a user; tokens and API keys refer to it. */
export interface UserReference {
  readonly accountId: number;
  readonly userId: number;
  /**
   * The platform's own credential for this user; absent if it needs none. Secret: stored only sealed with the token or
   * key that it belongs to, never logged and never in an answer.
   */
  readonly upstreamCredential?: string;
  /** The number under which an earlier version stored API keys of this user. */
  readonly formerUserId?: number;
}

/**
 * `platform`: a normalised base URL; `null` for the built-in platform, absent for the default one. `isRemembered`: the
 * password was not typed, but let this user in before; only the window's session of this process can say so.
 * `upstreamCredential`: the platform gave it to this user before, and may accept it as proof of that.
 */
export type SignInRequest = Credentials & {
  readonly platform?: string | null;
  readonly isRemembered?: boolean;
  readonly upstreamCredential?: string;
};

/** Who acts, with their current rights. Every call of the port is made as a caller, and sees only what they may see. */
export interface Caller extends UserReference {
  /**
   * Distinguishes this user from all others of the account, on a platform that does not number its users. Compare it
   * with data outside the database, where `userId` may come to mean another user.
   */
  readonly identity?: string;
  /** The account's name, as used to sign in. */
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** The only location that this caller sees; `null` for all. Other locations do not exist for them. */
  readonly lockedLocation: { readonly id: number; readonly title: string } | null;
  /** True in a demo shop, whose figures are invented. A deployment that does not report it has no demo shops. */
  readonly isDemo?: boolean;
  /** Set for the reader of a copy whose orders name their own location. Otherwise it is that of their shop. */
  readonly hasOrderLocations?: boolean;
}

/**
 * One spelling of an e-mail address that people type in any case. Only ASCII is folded: `toLowerCase` turns letters of
 * other addresses, such as the Kelvin sign, into the same ones.
 */
export function foldEmail(email: string): string {
  return email.replace(/^ +| +$/g, '').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Invisible characters, spaces, and marks on other letters. */
const IGNORED_CHARACTERS = /[\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * One spelling for all names that some platform may treat as equal: whatever their case, spaces, accents, invisible
 * characters and compatibility forms, such as wide letters. Two users may share it, so use it to limit somebody, never
 * to identify them: see `foldEmail`.
 */
export function foldName(name: string): string {
  // Accents first, see `foldText`. Upper case in between: only there "ß" is "SS".
  const plain = name.replace(IGNORED_CHARACTERS, '').normalize('NFKD').replace(IGNORED_CHARACTERS, '');
  return plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(IGNORED_CHARACTERS, '');
}

/** The caller that a key of the platform acts as. */
export interface KeyCaller extends Caller {
  /** When the key expires, in milliseconds since the epoch. Absent: unknown. */
  readonly credentialExpiresAt?: number;
}
