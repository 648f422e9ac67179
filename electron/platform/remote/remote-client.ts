import { LRUCache } from 'lru-cache';
import type { ApiClient } from '../../api-client/api-client.ts';
import { createUpstream, type Upstream } from '../../api-client/upstream.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { UpstreamLimits } from '../../api-client/upstream-limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PlatformError } from '../platform-error.ts';

export interface RemoteClientDeps {
  /** `https://till.example/shop`. `http:` is allowed for this computer only. */
  readonly address: string;
  /** CA certificates (PEM) that may vouch for the other deployment. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'upstream' | 'maxAccounts'>;
}

/** The other deployment. Each account has its own connections and circuit breaker. */
export interface RemoteClient {
  /** Without an account: for signing in and for public paths. */
  readonly anonymous: ApiClient;
  forAccount(accountId: number): ApiClient;
  close(): void;
}

/** Throws `PlatformError` `rejected` if the address is not allowed. */
export function createRemoteClient({ address, limits, ...deps }: RemoteClientDeps): RemoteClient {
  const open = (): Upstream => createUpstream({ ...deps, baseAddress: address, limits: limits.upstream });
  const anonymous = openUpstream(open);
  const upstreams = new LRUCache<number, Upstream>({
    max: limits.maxAccounts,
    dispose: (dropped) => dropped.close(),
  });

  function getUpstream(accountId: number): Upstream {
    const known = upstreams.get(accountId);
    if (known !== undefined) return known;
    const upstream = open();
    upstreams.set(accountId, upstream);
    return upstream;
  }

  return {
    anonymous: anonymous,
    forAccount: (accountId) => ({ send: (call) => getUpstream(accountId).send(call) }),
    close() {
      anonymous.close();
      upstreams.clear();
    },
  };
}

function openUpstream(open: () => Upstream): Upstream {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof UpstreamFailure) throw new PlatformError('rejected', cause.message, { cause });
    throw cause;
  }
}

/** Limits of what the adapter stores. */
export interface RemoteLimits {
  readonly upstream: Partial<UpstreamLimits>;
  /** The lifetime of cached identity and rights. The other deployment checks every call anyway. */
  readonly identityTtlMs: number;
  /** Unused sessions are forgotten after this time, with their credentials. */
  readonly maxIdleSessionMs: number;
  readonly maxSessions: number;
  /** Maximum number of accounts with open connections. */
  readonly maxAccounts: number;
  /** The lifetime of the cached description of the other deployment. */
  readonly offerTtlMs: number;
  /** Its lifetime if the description could not be read. */
  readonly unknownOfferTtlMs: number;
  /** Maximum number of cached rows, separately for whole lists and for discounted orders. */
  readonly maxCachedRows: number;
  readonly cachedRowsTtlMs: number;
}

const SECOND_MS = 1_000;

const MINUTE_MS = 60 * SECOND_MS;

export const REMOTE_LIMITS: RemoteLimits = {
  upstream: {},
  identityTtlMs: 5 * SECOND_MS,
  maxIdleSessionMs: 30 * MINUTE_MS,
  maxSessions: 2_000,
  maxAccounts: 200,
  offerTtlMs: 60 * MINUTE_MS,
  unknownOfferTtlMs: MINUTE_MS,
  maxCachedRows: 200_000,
  cachedRowsTtlMs: MINUTE_MS,
};
