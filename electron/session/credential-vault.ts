import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { Credentials } from '../../shared/contract/auth.ts';

/**
 * Stores remembered sign-ins between runs. Without a vault of the operating system, passwords stay in memory: they are
 * never written in plain text.
 */
export interface CredentialVault {
  /** Whether passwords survive a restart. */
  readonly isPersistent: boolean;
  read(): Promise<readonly StoredSignIn[]>;
  /** Replaces everything that is stored. Sign-ins that are not among these are removed. */
  write(signIns: readonly StoredSignIn[]): Promise<void>;
}

/** `platform`: a normalised base address; `null` for the shops of this program itself. */
export type PlatformCredentials = Credentials & { readonly platform: string | null };

export type Person = Omit<PlatformCredentials, 'password'>;

/** In characters; a longer name is cut. */
export const MAX_STORED_NAME_LENGTH = 200;

const { account, email, password } = Credentials.properties;

export const StoredSignIn = Type.Object({
  /** Opaque; never changes while the sign-in is remembered. */
  id: Type.String({ minLength: 1, maxLength: 64 }),
  platform: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]),
  account,
  email,
  /** Name of the user, for the list. */
  name: Type.String({ maxLength: MAX_STORED_NAME_LENGTH }),
  /** `null` if it has to be typed again. */
  password: Type.Union([password, Type.Null()]),
  /** Milliseconds since the epoch. */
  lastUsedAt: Type.Integer({ minimum: 0 }),
});

export type StoredSignIn = Static<typeof StoredSignIn>;

/**
 * The stored sign-ins, also of a version that remembered only one; `null` for anything else. Invalid ones are left out.
 */
export function readStoredSignIns(value: unknown): readonly StoredSignIn[] | null {
  if (Array.isArray(value)) {
    const valid = value.filter((entry) => Check(StoredSignIn, entry));
    return valid.length > 0 || value.length === 0 ? valid : null;
  }
  if (!Check(Credentials, value)) return null;
  return [{ ...value, id: randomUUID(), platform: null, name: value.email, lastUsedAt: 0 }];
}

/** Whether both name one user of one platform. The case of e-mail addresses does not count. */
export function isSamePerson(one: Person, other: Person): boolean {
  const isOneMailbox = one.email.toLowerCase() === other.email.toLowerCase();
  return isOneMailbox && one.account === other.account && one.platform === other.platform;
}
