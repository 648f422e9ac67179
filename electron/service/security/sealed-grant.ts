import type { UserReference } from '../../base/caller.ts';
import { derivedKey } from '../../base/derived-key.ts';
import { createSecretBox, type SecretBox } from '../../base/secret-box.ts';
import { secretHash } from '../../base/secret-hash.ts';

type User = Pick<UserReference, 'accountId' | 'userId'>;

/**
 * The grant of a user as it is stored beside the hash of their token or API key: AES-256-GCM under a key that HKDF makes
 * of the token or key itself, which is nowhere. Whoever takes the store away, or moves a row to another token or user,
 * has nothing that opens. Null where the platform needs no grant.
 */
export function sealGrant(secret: string, user: UserReference): string | null {
  return user.grant === undefined ? null : boxOf(secret, user).seal(user.grant);
}

/** Null for what was not sealed for this token or key and this user. */
export function openGrant(secret: string, user: User, sealed: string): string | null {
  return boxOf(secret, user).open(sealed);
}

function boxOf(secret: string, { accountId, userId }: User): SecretBox {
  const purpose = `${secretHash(secret)} ${accountId} ${userId}`;
  return createSecretBox(derivedKey(Buffer.from(secret), 'tilldesk: grant of a platform'), purpose);
}
