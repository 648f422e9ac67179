/** An API key of the signed-in user. The key itself is shown once, when it is made. Moments are RFC 3339. */
export interface ShownApiKey {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  /** From this moment on it is refused; null for a key without end. */
  readonly expiresAt: string | null;
  /** To the minute; null while it was never used. */
  readonly lastUsedAt: string | null;
}

export const API_KEY_NAME_MAX = 100;
export const PLATFORM_KEY_MAX = 512;

/** What a new key of the signed-in user needs besides a name. */
export interface KeyNeeds {
  /** A key of the same user at their platform, with which the new one acts there. */
  readonly platformKey: boolean;
}

export interface CreatedApiKey {
  readonly record: ShownApiKey;
  /** `tdk_` and 36 characters. Nobody can read it again. */
  readonly key: string;
}
