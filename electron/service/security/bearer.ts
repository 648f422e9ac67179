import type { FastifyBaseLogger } from 'fastify';
import type { Caller, UserReference } from '../../base/caller.ts';
import { createSecretBox, deriveKey, type SecretBox } from '../../base/secret-box.ts';
import { hashSecret } from '../../base/secret-hash.ts';
import type { Platform } from '../../platform/platform.ts';

export interface StoredBearer {
  readonly account_id: number;
  readonly user_id: number;
  readonly sealed_grant: string | null;
}

export interface BearerDeps {
  readonly platform: Pick<Platform, 'identify'>;
  /** Warns of rows that somebody changed. */
  readonly log?: Pick<FastifyBaseLogger, 'warn'>;
}

export async function identifyBearer(
  { platform, log }: BearerDeps,
  secret: string,
  stored: StoredBearer,
  /** Stores the bearer under the current number of its user. Without it, a bearer under a former number is refused. */
  renumber?: (to: Pick<StoredBearer, 'user_id' | 'sealed_grant'>) => Promise<void>,
): Promise<Caller | null> {
  const user = openUser(secret, stored);
  if (user !== null) {
    const caller = await platform.identify(user);
    if (caller === null || caller.userId === stored.user_id) return caller;
    if (renumber === undefined) return null;
    await renumber({ user_id: caller.userId, sealed_grant: sealUpstreamCredential(secret, caller) });
    return caller;
  }
  const { account_id: accountId, user_id: userId } = stored;
  log?.warn({ accountId, userId }, 'a token or API key was refused: its row in the store was changed');
  return null;
}

/** `null` if the grant of the row was not sealed with this secret. */
export function openUser(secret: string, stored: StoredBearer): UserReference | null {
  const user = { accountId: stored.account_id, userId: stored.user_id };
  if (stored.sealed_grant === null) return user;
  const upstreamCredential = createCredentialBox(secret, user).open(stored.sealed_grant);
  return upstreamCredential === null ? null : { ...user, upstreamCredential };
}

/** How a request was authenticated, and when that expires in Unix seconds. */
export type BearerAuth =
  | { readonly kind: 'token'; readonly expiresAtS: number }
  | {
      readonly kind: 'api_key';
      readonly name: string;
      /** `null` for a key that does not expire. */
      readonly expiresAtS: number | null;
      readonly personalData: boolean;
    };

/** Whether answers may name people. A signed-in user reads everything; a key reads what it was made for. */
export function mayReadPersonalData(auth: BearerAuth): boolean {
  return auth.kind === 'token' || auth.personalData;
}

export interface Identity {
  readonly caller: Caller;
  readonly auth: BearerAuth;
}

/** With the hash of the token or key, under which it is stored. */
export interface BearerIdentity extends Identity {
  readonly secretHash: string;
}

type CredentialOwner = Pick<UserReference, 'accountId' | 'userId'>;

/**
 * The grant, sealed by AES-256-GCM with a key that HKDF derives from the token or key, which is stored nowhere: a
 * stolen store, or a row moved to another token or user, opens nothing. `null` if no grant is needed.
 */
export function sealUpstreamCredential(secret: string, user: UserReference): string | null {
  return user.upstreamCredential === undefined ? null : createCredentialBox(secret, user).seal(user.upstreamCredential);
}

function createCredentialBox(secret: string, { accountId, userId }: CredentialOwner): SecretBox {
  const purpose = `${hashSecret(secret)} ${accountId} ${userId}`;
  return createSecretBox(deriveKey(Buffer.from(secret), 'tilldesk: grant of a platform'), purpose);
}
