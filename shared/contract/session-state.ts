import type { Me } from './auth.ts';

/**
 * Why nobody is signed in: `expired` when the credentials stopped working, `restore-refused` and
 * `restore-failed` when the remembered ones could not be used; null when there was no attempt or the user signed out.
 */
export type SignedOutReason = 'expired' | 'restore-refused' | 'restore-failed';

/** A sign-in that can be chosen again. It never has a password. */
export interface RememberedSignIn {
  /** Opaque. */
  readonly id: string;
  /** Base address; null for the shops of this program itself. */
  readonly platform: string | null;
  readonly account: string;
  readonly email: string;
  /** Of the user. */
  readonly name: string;
  /** True where the password has to be typed again. */
  readonly needsPassword: boolean;
}

interface Remembering {
  /** Last used first. */
  readonly remembered: readonly RememberedSignIn[];
  /** Whether a remembered password outlives the program; without a vault only the names do. */
  readonly keepsPassword: boolean;
}

export type SessionState =
  | (Remembering & { readonly kind: 'signed-out'; readonly reason: SignedOutReason | null })
  | (Remembering & {
      readonly kind: 'signed-in';
      /** Opaque, and no secret: another one for each session, also of the same user. */
      readonly sessionId: string;
      readonly me: Me;
      /** Base address; null for the shops of this program itself. */
      readonly platform: string | null;
      /** Which of the remembered ones this is; null where it is not remembered. */
      readonly signInId: string | null;
    });

/**
 * Why a platform could not be asked, or signed in to, where that is known.
 *
 * - `not-an-address`, `insecure`: see `readPlatformAddress`
 * - `unreachable`: nobody answers there, or not in time
 * - `untrusted`: who answers cannot prove to be it
 * - `not-this-api`: who answers speaks something else
 */
export const PLATFORM_PROBLEMS = ['not-an-address', 'insecure', 'unreachable', 'untrusted', 'not-this-api'] as const;
export type PlatformProblem = (typeof PLATFORM_PROBLEMS)[number];
