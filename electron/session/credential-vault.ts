import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { Credentials } from '../../shared/contract/auth.ts';

/**
 * Stores remembered sign-ins between two runs. Without a vault of the operating system passwords stay in memory: none is
 * ever written in plain text.
 */
export interface CredentialVault {
  /** True when passwords survive a restart. */
  readonly isPersistent: boolean;
  read(): Promise<readonly StoredSignIn[]>;
  /** Replaces all that is stored; nothing is left of those that are not among these. */
  write(signIns: readonly StoredSignIn[]): Promise<void>;
}

/** `platform`: a normalised base address; null for the shops of this program itself. */
export type PlatformCredentials = Credentials & { readonly platform: string | null };

export type Person = Omit<PlatformCredentials, 'password'>;

/** In characters; a longer one is cut. */
export const STORED_NAME_MAX = 200;

const { account, email, password } = Credentials.properties;

export const StoredSignIn = Type.Object({
  /** Opaque; stays the same for as long as it is remembered. */
  id: Type.String({ minLength: 1, maxLength: 64 }),
  platform: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]),
  account,
  email,
  /** Name of the user, for the list. */
  name: Type.String({ maxLength: STORED_NAME_MAX }),
  /** Null where it has to be typed again. */
  password: Type.Union([password, Type.Null()]),
  /** Milliseconds since the epoch. */
  lastUsedAt: Type.Integer({ minimum: 0 }),
});

export type StoredSignIn = Static<typeof StoredSignIn>;

/** The stored sign-ins, also of a version that remembered only one; null for anything else. Invalid ones are left out. */
export function readStoredSignIns(value: unknown): readonly StoredSignIn[] | null {
  if (Array.isArray(value)) {
    const valid = value.filter((entry) => Check(StoredSignIn, entry));
    return valid.length > 0 || value.length === 0 ? valid : null;
  }
  if (!Check(Credentials, value)) return null;
  return [{ ...value, id: randomUUID(), platform: null, name: value.email, lastUsedAt: 0 }];
}

/** Whether both name one user of one platform. Upper and lower case in e-mail addresses do not differ. */
export function isSamePerson(one: Person, other: Person): boolean {
  const isOneMailbox = one.email.toLowerCase() === other.email.toLowerCase();
  return isOneMailbox && one.account === other.account && one.platform === other.platform;
}
