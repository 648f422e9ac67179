import type { FastifyBaseLogger } from 'fastify';
import type { Caller, UserReference } from '../../base/caller.ts';
import { createSecretBox, derivedKey, type SecretBox } from '../../base/secret-box.ts';
import { secretHash } from '../../base/secret-hash.ts';
import type { Platform } from '../../platform/platform.ts';

export interface StoredBearer {
  readonly account_id: number;
  readonly user_id: number;
  readonly sealed_grant: string | null;
}

export interface BearerDeps {
  readonly platform: Pick<Platform, 'identify'>;
  /** Told of rows that somebody changed; without it nobody is. */
  readonly log?: Pick<FastifyBaseLogger, 'warn'>;
}

export async function callerOfBearer(
  { platform, log }: BearerDeps,
  secret: string,
  stored: StoredBearer,
  /** Stores the bearer under the present number of its user. Without it, a bearer under a former number is refused. */
  renumber?: (to: Pick<StoredBearer, 'user_id' | 'sealed_grant'>) => Promise<void>,
): Promise<Caller | null> {
  const user = userOf(secret, stored);
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

/** Null for a row whose grant is not the one that was sealed with it. */
export function userOf(secret: string, stored: StoredBearer): UserReference | null {
  const user = { accountId: stored.account_id, userId: stored.user_id };
  if (stored.sealed_grant === null) return user;
  const upstreamCredential = boxOf(secret, user).open(stored.sealed_grant);
  return upstreamCredential === null ? null : { ...user, upstreamCredential };
}

/** What a request showed for who makes it, and from when on that is refused in Unix seconds. */
export type BearerAuth =
  | { readonly kind: 'token'; readonly expiresAtS: number }
  | {
      readonly kind: 'api_key';
      readonly name: string;
      /** Null for a key without end. */
      readonly expiresAtS: number | null;
      readonly personalData: boolean;
    };

/** Whether answers name people. A sign-in reads what there is; a key reads what it was made with. */
export function readsPersonalData(auth: BearerAuth): boolean {
  return auth.kind === 'token' || auth.personalData;
}

export interface Identity {
  readonly caller: Caller;
  readonly auth: BearerAuth;
}

/** With what names the token or API key of the request: its hash, under which the store has it. */
export interface BearerIdentity extends Identity {
  readonly secretHash: string;
}

type CredentialOwner = Pick<UserReference, 'accountId' | 'userId'>;

/**
 * The grant, sealed by AES-256-GCM under a key that HKDF makes of the token or key itself, which is stored nowhere: a
 * stolen store, or a row moved to another token or user, opens nothing. Null where no grant is needed.
 */
export function sealUpstreamCredential(secret: string, user: UserReference): string | null {
  return user.upstreamCredential === undefined ? null : boxOf(secret, user).seal(user.upstreamCredential);
}

function boxOf(secret: string, { accountId, userId }: CredentialOwner): SecretBox {
  const purpose = `${secretHash(secret)} ${accountId} ${userId}`;
  return createSecretBox(derivedKey(Buffer.from(secret), 'tilldesk: grant of a platform'), purpose);
}
