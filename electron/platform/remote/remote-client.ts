import { LRUCache } from 'lru-cache';
import type { ApiClient } from '../../api-client/api-client.ts';
import { createUpstream, type Upstream } from '../../api-client/upstream.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { UpstreamLimits } from '../../api-client/upstream-limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PlatformError } from '../platform-error.ts';

export interface RemoteClientDeps {
  /** `https://till.example/shop`; `http:` for this computer only. */
  readonly address: string;
  /** In PEM: who may vouch for the other deployment. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'upstream' | 'accounts'>;
}

/** The other deployment, each account with connections and a breaker of its own. */
export interface RemoteClient {
  /** Without an account: signing in, and what is public. */
  readonly stranger: ApiClient;
  of(accountId: number): ApiClient;
  close(): void;
}

/** Throws `PlatformError` `rejected` for an address that is not asked. */
export function createRemoteClient({ address, limits, ...deps }: RemoteClientDeps): RemoteClient {
  const open = (): Upstream => createUpstream({ ...deps, baseAddress: address, limits: limits.upstream });
  const door = openingSafely(open);
  const upstreams = new LRUCache<number, Upstream>({
    max: limits.accounts,
    dispose: (dropped) => dropped.close(),
  });

  function upstreamOf(accountId: number): Upstream {
    const known = upstreams.get(accountId);
    if (known !== undefined) return known;
    const upstream = open();
    upstreams.set(accountId, upstream);
    return upstream;
  }

  return {
    stranger: door,
    of: (accountId) => ({ send: (call) => upstreamOf(accountId).send(call) }),
    close() {
      door.close();
      upstreams.clear();
    },
  };
}

function openingSafely(open: () => Upstream): Upstream {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof UpstreamFailure) throw new PlatformError('rejected', cause.message, { cause });
    throw cause;
  }
}

/** What the adapter stores, and for how long. */
export interface RemoteLimits {
  readonly upstream: Partial<UpstreamLimits>;
  /** How long identity and rights are not asked again; the other deployment checks each call itself. */
  readonly identityMs: number;
  /** After which an unused session is forgotten, with its credentials. */
  readonly unusedSessionMs: number;
  readonly sessions: number;
  /** Accounts that have connections of their own. */
  readonly accounts: number;
  /** How long the offer of the other deployment is not read again. */
  readonly offerMs: number;
  /** The same after it could not be read. */
  readonly unknownOfferMs: number;
  /** Rows of lists that were read as a whole, and rows of discounted orders that wait to be read on: each over all readers. */
  readonly cachedRows: number;
  readonly cachedRowsMs: number;
}

const SECOND_MS = 1_000;

const MINUTE_MS = 60 * SECOND_MS;

export const REMOTE_LIMITS: RemoteLimits = {
  upstream: {},
  identityMs: 5 * SECOND_MS,
  unusedSessionMs: 30 * MINUTE_MS,
  sessions: 2_000,
  accounts: 200,
  offerMs: 60 * MINUTE_MS,
  unknownOfferMs: MINUTE_MS,
  cachedRows: 200_000,
  cachedRowsMs: MINUTE_MS,
};
