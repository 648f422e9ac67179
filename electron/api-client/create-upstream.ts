import type { Log } from '../base/log.ts';
import type { ApiClient } from './api-client.ts';
import { BREAKER_RULES, type BreakerRules, createBreaker } from './breaker.ts';
import { createGuardedClient } from './guarded-client.ts';
import { createHttpsTransport, type TransportDeps } from './https-transport.ts';
import { createLoggedClient } from './logged-client.ts';
import { UPSTREAM_LIMITS, type UpstreamLimits } from './upstream-limits.ts';

export interface UpstreamDeps extends Omit<TransportDeps, 'limits'> {
  readonly log: Log;
  readonly limits?: Partial<UpstreamLimits>;
  readonly rules?: BreakerRules;
}

/** Another deployment, as one account of it is asked: each account has an upstream, and with it a breaker, of its own. */
export interface Upstream extends ApiClient {
  close(): void;
}

/**
 * Throws `UpstreamFailure` `insecure` for an address that is not asked. Calls throw `UpstreamFailure`, and are never
 * repeated here.
 */
export function createUpstream({ log, limits, rules = BREAKER_RULES, ...deps }: UpstreamDeps): Upstream {
  const transport = createHttpsTransport({ ...deps, limits: { ...UPSTREAM_LIMITS, ...limits } });
  const breaker = createBreaker(deps.clock, rules, (state) => {
    log.warn({ state }, 'the breaker of another deployment has turned');
  });
  const { send } = createGuardedClient(createLoggedClient(transport, log), breaker);
  return { send, close: transport.close };
}
