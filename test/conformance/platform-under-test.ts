import type { Platform } from '../../electron/platform/platform.ts';
import type { Role } from '../../shared/contract/auth.ts';
import type { CREDENTIALS } from '../support/shop-fixture.ts';

export type KnownUser = keyof typeof CREDENTIALS;

/** Rights that the operator of a platform gives or takes; what is left out stays as it is. */
export interface ChangeOfRights {
  readonly isActive?: boolean;
  readonly roles?: readonly Role[];
  /** Id of the one location that the user sees; null for all. */
  readonly lockedLocation?: number | null;
}

/** A platform with the known shop behind it (see known-shop.ts), and what a test may do to that shop. */
export interface PlatformUnderTest {
  readonly platform: Platform;
  /** Milliseconds of the clock that the platform goes by; null where it is not the test's to know. */
  readonly now: (() => number) | null;
  /** Bites with the next call. */
  changeRights(user: KnownUser, change: ChangeOfRights): Promise<void>;
  /** From now on the platform has lost what lies behind it: a database, a server. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}
