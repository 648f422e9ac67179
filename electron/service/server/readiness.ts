import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { NewerSchemaError } from '../../store/store-error.ts';
import { notReady } from './api-error.ts';
import { sendError } from './error-handler.ts';

export interface ReadinessCheck {
  /** As a sentence names it, such as `the store`. */
  readonly name: string;
  check(): Promise<unknown>;
}

export interface Readiness {
  /** What stands against sending requests here, in words; null where nothing does. Looks at most once a second. */
  reason(): Promise<string | null>;
  /** From now on the program is stopping, whatever else works. */
  stopping(): void;
  isStopping(): boolean;
}

const CHECK_TIMEOUT_MS = 2_000;

const GOOD_FOR_MS = 1_000;

interface ReadinessOptions {
  /** What a check needs is checked before it. Those after one that fails do not run: they would fail for its reason. */
  readonly checks: readonly ReadinessCheck[];
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

export function createReadiness({ checks, clock, log }: ReadinessOptions): Readiness {
  let isStopping = false;
  let last: { readonly at: number; readonly reason: Promise<string | null> } | null = null;
  let loggedReason: string | null = null;

  async function firstReason(): Promise<string | null> {
    for (const { name, check } of checks) {
      try {
        await withTimeout(clock, CHECK_TIMEOUT_MS, check(), () => {
          throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
        });
      } catch (err) {
        const reason =
          err instanceof NewerSchemaError ? `${name} is of a newer version of Tilldesk` : `${name} does not answer`;
        if (reason !== loggedReason) log.warn({ part: name, err }, 'the program is not ready');
        loggedReason = reason;
        return reason;
      }
    }
    loggedReason = null;
    return null;
  }

  /** Anybody may ask, so that asking must cost little. */
  function look(): Promise<string | null> {
    const now = clock.now();
    if (last === null || Math.abs(now - last.at) >= GOOD_FOR_MS) last = { at: now, reason: firstReason() };
    return last.reason;
  }

  return {
    reason: () => (isStopping ? Promise.resolve('it is stopping') : look()),
    stopping() {
      isStopping = true;
    },
    isStopping: () => isStopping,
  };
}

/** Another instance, or the next start, may serve by then. */
const STOPPED_WAIT_S = 5;

/** Returns what answers the calls in progress with 503, for a stop that does not wait for them any longer. */
export function trackOpenCalls(app: FastifyInstance): () => void {
  const open = new Set<FastifyReply>();
  app.addHook('onRequest', (_request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    done();
  });
  return () => {
    for (const reply of open) {
      // An answer that has begun goes on until the connection is cut.
      if (reply.sent || reply.raw.headersSent) continue;
      sendError(notReady({ reason: 'Tilldesk is stopping.', waitS: STOPPED_WAIT_S }), reply.request, reply);
    }
  };
}

/** Lets clients reconnect elsewhere while there is time: a closing connection could break their next request. */
export function closeConnectionsOnStop(app: FastifyInstance, readiness: Pick<Readiness, 'isStopping'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isStopping()) reply.header('connection', 'close');
    done();
  });
}
