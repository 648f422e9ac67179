import { getCACertificates } from 'node:tls';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type ApiClient, ApiFailure, createLoggedClient } from './api-client.ts';
import type { HttpsTransport, TransportDeps } from './https-transport.ts';
import { createServiceTransport, type ReadServiceProof } from './proven-transport.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import { UPSTREAM_LIMITS, type UpstreamLimits } from './upstream-limits.ts';

export interface UpstreamDeps extends Omit<TransportDeps, 'limits'> {
  readonly log: Log;
  readonly limits?: Partial<UpstreamLimits>;
  /** The proof that the service must give before each call. Default: `null`, which requires none. */
  readonly readProof?: ReadServiceProof | null;
  readonly rules?: BreakerRules;
}

/** Another deployment for one account. Each account has its own upstream and circuit breaker. */
export type Upstream = HttpsTransport;

/**
 * Throws `UpstreamFailure` `insecure` if the address is not allowed. Calls throw `UpstreamFailure` and are not
 * repeated.
 */
export function createUpstream({ log, limits, readProof, rules = BREAKER_RULES, ...deps }: UpstreamDeps): Upstream {
  const transport = createServiceTransport({ ...deps, limits: { ...UPSTREAM_LIMITS, ...limits } }, readProof ?? null);
  const breaker = createBreaker(deps.clock, rules, (state) => {
    log.warn({ state }, 'the circuit breaker of another deployment changed its state');
  });
  const { send } = createGuardedClient(createLoggedClient(transport, log), breaker);
  return { send, close: transport.close };
}

/**
 * Sends calls that the breaker lets through. Others throw `UpstreamFailure` `resting`, immediately or after the running
 * probe has failed.
 */
function createGuardedClient(client: ApiClient, breaker: Breaker): ApiClient {
  return {
    async send(call) {
      let settle = breaker.admit();
      if (settle === null && breaker.state() === 'probing') {
        await breaker.waitForProbe();
        settle = breaker.admit();
      }
      if (settle === null) throw new UpstreamFailure('resting');
      try {
        const answer = await client.send(call);
        settle(getOutcome(answer.status));
        return answer;
      } catch (error) {
        settle(getErrorOutcome(error));
        throw error;
      }
    },
  };
}

/** A refusal shows that the service works. */
function getOutcome(status: number): CallOutcome {
  return status >= 500 ? 'failure' : 'success';
}

/** A call that was cancelled or failed locally says nothing about the service. */
function getErrorOutcome(error: unknown): CallOutcome {
  return error instanceof ApiFailure && error.code !== 'cancelled' ? 'failure' : 'unknown';
}

interface BreakerRules {
  /** Older outcomes do not count. */
  readonly windowMs: number;
  /** The breaker does not open before this many calls. */
  readonly minCalls: number;
  /** Share of failed calls that opens the breaker, from 0 to 1. */
  readonly failureRate: number;
  /** The time during which calls are refused. A person takes longer to click "Try again". */
  readonly pauseMs: number;
}

export const BREAKER_RULES: BreakerRules = { windowMs: 30_000, minCalls: 10, failureRate: 0.5, pauseMs: 1_000 };

/** The outcome of a call; `unknown` if the caller did not wait. */
export type CallOutcome = 'success' | 'failure' | 'unknown';

export type BreakerState = 'closed' | 'open' | 'probing';

export type SettleCall = (outcome: CallOutcome) => void;

interface Breaker {
  state(): BreakerState;
  /** Resolves when no probe is running. */
  waitForProbe(): Promise<void>;
  /** Returns `null` if the call is refused. While `probing`, one call runs and all others are refused. */
  admit(): SettleCall | null;
}

interface Ended {
  readonly at: number;
  readonly isFailure: boolean;
}

const MAX_OUTCOMES = 500;

/** Calls `onStateChange` with each new state. A call that started in an earlier state does not count. */
export function createBreaker(
  clock: Clock,
  { windowMs, minCalls, failureRate, pauseMs }: BreakerRules,
  onStateChange: (state: BreakerState) => void,
): Breaker {
  let state: BreakerState = 'closed';
  let stateNumber = 0;
  let openedAt = 0;
  let outcomes: readonly Ended[] = [];
  let probe = Promise.withResolvers<void>();
  probe.resolve();

  function setState(next: BreakerState): void {
    if (next === 'probing') probe = Promise.withResolvers();
    else probe.resolve();
    state = next;
    stateNumber += 1;
    outcomes = [];
    if (next === 'open') openedAt = clock.now();
    onStateChange(next);
  }

  function recordOutcome(isFailure: boolean): void {
    const at = clock.now();
    outcomes = [...outcomes, { at, isFailure }].filter((one) => at - one.at < windowMs).slice(-MAX_OUTCOMES);
    const failures = outcomes.filter((one) => one.isFailure).length;
    if (outcomes.length >= minCalls && failures >= outcomes.length * failureRate) setState('open');
  }

  function settleInState(startedIn: number, settle: SettleCall): SettleCall {
    return (outcome) => {
      if (startedIn === stateNumber) settle(outcome);
    };
  }

  function admit(): SettleCall | null {
    if (state === 'closed') {
      return settleInState(stateNumber, (outcome) => outcome !== 'unknown' && recordOutcome(outcome === 'failure'));
    }
    // `Math.abs` ends the pause even if the clock was set back.
    const hasRested = Math.abs(clock.now() - openedAt) >= pauseMs;
    if (state === 'probing' || !hasRested) return null;
    setState('probing');
    return settleInState(stateNumber, (outcome) => setState(outcome === 'success' ? 'closed' : 'open'));
  }

  return { state: () => state, waitForProbe: () => probe.promise, admit };
}

/**
 * Reads the CA certificates (PEM) of Node, of `NODE_EXTRA_CA_CERTS` and of the operating system, where companies
 * install their own.
 */
export function readTrustedAuthorities(): readonly string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
