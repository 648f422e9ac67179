import type { Me } from './auth.ts';

/**
 * Why nobody is signed in: `expired` if the credentials stopped working, `restore-refused` or `restore-failed` if the
 * remembered ones could not be used; `null` if nothing was tried or the user signed out.
 */
export type SignedOutReason = 'expired' | 'restore-refused' | 'restore-failed';

/** A sign-in that can be chosen again. Never contains a password. */
export interface RememberedSignIn {
  /** Opaque. */
  readonly id: string;
  /** Base address; `null` for the shops of this program. */
  readonly platform: string | null;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  /** Whether the password has to be typed again. */
  readonly needsPassword: boolean;
}

interface RememberedSignIns {
  /** Last used first. */
  readonly remembered: readonly RememberedSignIn[];
  /** Whether remembered passwords survive a restart. Without a vault, only names do. */
  readonly keepsPassword: boolean;
}

export type SessionState =
  | (RememberedSignIns & { readonly kind: 'signed-out'; readonly reason: SignedOutReason | null })
  | (RememberedSignIns & {
      readonly kind: 'signed-in';
      /** Opaque and not secret. Differs for each session, even of the same user. */
      readonly sessionId: string;
      readonly me: Me;
      /** Base address; `null` for the shops of this program. */
      readonly platform: string | null;
      /** Id of the remembered sign-in; `null` if it is not remembered. */
      readonly signInId: string | null;
    });

/**
 * Why a platform could not be reached or signed in to, if that is known.
 * - `not-an-address`, `insecure`: see `readPlatformAddress`
 * - `unreachable`: no answer, or none in time
 * - `untrusted`: the server cannot prove its identity
 * - `not-this-api`: the server is something else
 */
export const PLATFORM_PROBLEMS = ['not-an-address', 'insecure', 'unreachable', 'untrusted', 'not-this-api'] as const;
export type PlatformProblem = (typeof PLATFORM_PROBLEMS)[number];
