import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { NewerSchemaError } from '../../store/store-error.ts';
import { createNotReadyError } from './api-error.ts';
import { sendError } from './error-handler.ts';

export interface ReadinessCheck {
  /** As in a sentence, such as `the store`. */
  readonly name: string;
  check(): Promise<unknown>;
}

export interface Readiness {
  /** Why no requests should be sent here, in words; `null` if it is ready. Checks at most once a second. */
  findReason(): Promise<string | null>;
  /** The program is stopping from now on, whatever else works. */
  markStopping(): void;
  isStopping(): boolean;
}

const CHECK_TIMEOUT_MS = 2_000;

const REASON_TTL_MS = 1_000;

interface ReadinessOptions {
  /** In order of dependency. After a failure the rest do not run: they would fail for the same reason. */
  readonly checks: readonly ReadinessCheck[];
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

export function createReadiness({ checks, clock, log }: ReadinessOptions): Readiness {
  let isStopping = false;
  let last: { readonly at: number; readonly reason: Promise<string | null> } | null = null;
  let loggedReason: string | null = null;

  async function runChecks(): Promise<string | null> {
    for (const { name, check } of checks) {
      try {
        await withTimeout(clock, CHECK_TIMEOUT_MS, check(), () => {
          throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
        });
      } catch (err) {
        const reason =
          err instanceof NewerSchemaError
            ? `${name} was changed by a newer version of Tilldesk`
            : `${name} does not answer`;
        if (reason !== loggedReason) log.warn({ part: name, err }, 'the program is not ready');
        loggedReason = reason;
        return reason;
      }
    }
    loggedReason = null;
    return null;
  }

  /** Anybody may ask, so checking must be cheap. */
  function getReason(): Promise<string | null> {
    const now = clock.now();
    if (last === null || Math.abs(now - last.at) >= REASON_TTL_MS) last = { at: now, reason: runChecks() };
    return last.reason;
  }

  return {
    findReason: () => (isStopping ? Promise.resolve('it is stopping') : getReason()),
    markStopping() {
      isStopping = true;
    },
    isStopping: () => isStopping,
  };
}

/** By then another instance, or the next start, may serve. */
const STOPPED_WAIT_S = 5;

/** Returns a function that answers calls in progress with 503, for a stop that no longer waits for them. */
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
      sendError(createNotReadyError({ reason: 'Tilldesk is stopping.', waitS: STOPPED_WAIT_S }), reply.request, reply);
    }
  };
}

/** Lets clients reconnect elsewhere in time: a connection that closes later could break their next request. */
export function closeConnectionsOnStop(app: FastifyInstance, readiness: Pick<Readiness, 'isStopping'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isStopping()) reply.header('connection', 'close');
    done();
  });
}
