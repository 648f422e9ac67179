import type { ApiClient } from '../../api-client/api-client.ts';
import { createUpstream, type Upstream } from '../../api-client/create-upstream.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PlatformError } from '../platform-error.ts';
import { expectingPlainTokens } from './plain-tokens.ts';
import type { RemoteLimits } from './remote-limits.ts';

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
  /** Nobody yet: signing in, and what is open to all. */
  readonly stranger: ApiClient;
  of(accountId: number): ApiClient;
  /** Ends every connection. */
  close(): void;
}

/** Throws `PlatformError` `rejected` for an address that is not asked. */
export function createRemoteClient({ address, limits, ...deps }: RemoteClientDeps): RemoteClient {
  const open = (): Upstream => createUpstream({ ...deps, baseAddress: address, limits: limits.upstream });
  const door = openingSafely(open);
  /** The one that was used last is the last. */
  const upstreams = new Map<number, Upstream>();

  function upstreamOf(accountId: number): Upstream {
    const upstream = upstreams.get(accountId) ?? open();
    upstreams.delete(accountId);
    upstreams.set(accountId, upstream);
    const [oldest] = upstreams;
    if (oldest && upstreams.size > limits.accounts) {
      upstreams.delete(oldest[0]);
      oldest[1].close();
    }
    return upstream;
  }

  return {
    stranger: expectingPlainTokens(door),
    of: (accountId) => expectingPlainTokens({ send: (call) => upstreamOf(accountId).send(call) }),
    close() {
      for (const upstream of [door, ...upstreams.values()]) upstream.close();
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
