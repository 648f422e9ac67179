import type { FastifyBaseLogger } from 'fastify';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { openGrant } from './sealed-grant.ts';

/** What the store has of a token or an API key. */
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

/** Who acts by a token or API key that is stored; null where the platform, or the row itself, says nobody. */
export async function callerOfBearer(
  { platform, log }: BearerDeps,
  secret: string,
  stored: StoredBearer,
): Promise<Caller | null> {
  const user = userOf(secret, stored);
  if (user !== null) return platform.identify(user);
  const { account_id: accountId, user_id: userId } = stored;
  log?.warn({ accountId, userId }, 'a token or API key was refused: its row in the store was changed');
  return null;
}

/** Null for a row whose grant is not the one that was sealed with it. */
function userOf(secret: string, stored: StoredBearer): UserReference | null {
  const user = { accountId: stored.account_id, userId: stored.user_id };
  if (stored.sealed_grant === null) return user;
  const grant = openGrant(secret, user, stored.sealed_grant);
  return grant === null ? null : { ...user, grant };
}
