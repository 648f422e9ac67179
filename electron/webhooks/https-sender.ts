import { Agent, type RequestOptions } from 'node:https';
import type { SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';
import type { Clock } from '../base/clock.ts';
import { checkedLookup } from './checked-lookup.ts';
import { DeliveryError } from './delivery-error.ts';
import { type Answer, exchange, StaleConnection } from './exchange.ts';
import type { ReceiverGate } from './receiver-gate.ts';
import { type ReceiverTarget, readReceiverTarget } from './receiver-target.ts';
import type { ResolveAddresses } from './resolve-addresses.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Outcome, OutgoingMessage, Sender } from './sender.ts';

export interface SenderParts {
  readonly gate: ReceiverGate;
  readonly resolve: ResolveAddresses;
  readonly trust: ReadonlyMap<string, SecureContext>;
  readonly clock: Clock;
  /** Of Tilldesk, for receivers to see. */
  readonly version: string;
  readonly log: Pick<Logger, 'error'>;
}

const DEADLINE_MS = 15_000;
const IDLE_MS = 5_000;

/** Its agents are its own: Node lends its global ones to proxies that the environment names. */
export function createHttpsSender({ gate, resolve, trust, clock, version, log }: SenderParts): Sender {
  const keeping = new Agent({ keepAlive: true, timeout: IDLE_MS, autoSelectFamily: true });
  const fresh = new Agent({ keepAlive: false, autoSelectFamily: true });
  const underWay = new Set<AbortController>();

  const secureContextOf = ({ host }: ReceiverTarget) => {
    const secureContext = trust.get(host);
    return secureContext === undefined ? {} : { secureContext };
  };

  const optionsFor = (target: ReceiverTarget, message: OutgoingMessage, body: Buffer): RequestOptions => ({
    method: 'POST',
    host: target.host,
    port: target.port,
    path: target.path,
    headers: {
      ...message.headers,
      'User-Agent': `Tilldesk/${version}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
    servername: target.isLiteral ? '' : target.host,
    // Told in so many words: NODE_TLS_REJECT_UNAUTHORIZED has a say only where this is not.
    rejectUnauthorized: true,
    lookup: checkedLookup(target, gate, resolve),
    ...secureContextOf(target),
  });
  const deliver = async (message: OutgoingMessage, signal: AbortSignal): Promise<Answer> => {
    const reading = readReceiverTarget(message.url);
    if (!reading.ok || gate.refusalOfHost(reading.target) !== null) {
      throw new DeliveryError('address_refused');
    }
    const body = Buffer.from(message.body);
    const options = { ...optionsFor(reading.target, message, body), signal };
    try {
      return await exchange({ ...options, agent: keeping }, body);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      // It may have arrived all the same: a receiver knows the repetition by its id.
      return exchange({ ...options, agent: fresh }, body);
    }
  };

  const failureOf = (reason: unknown): DeliveryFailure => {
    if (reason instanceof DeliveryError) return reason.failure;
    log.error({ err: reason }, 'a message of a webhook could not be sent: the sender failed');
    return 'connection';
  };

  const attempt = async (message: OutgoingMessage): Promise<Outcome> => {
    const startedAt = clock.now();
    const ending = new AbortController();
    const stopTimer = clock.after(DEADLINE_MS, () => ending.abort(new DeliveryError('timeout')));
    underWay.add(ending);
    try {
      const { status, retryAfter, text } = await deliver(message, ending.signal);
      const now = clock.now();
      const wait = retryAfterMs(retryAfter, now);
      return {
        status,
        retryAfterMs: wait,
        failure: null,
        answer: text,
        durationMs: durationSince(startedAt, now),
      };
    } catch (error) {
      const reason: unknown = ending.signal.aborted ? ending.signal.reason : error;
      const failure = failureOf(reason);
      // How long a name took to resolve would tell whether it exists.
      const durationMs = failure === 'address_refused' ? 0 : durationSince(startedAt, clock.now());
      return { status: null, failure, answer: '', durationMs };
    } finally {
      stopTimer();
      underWay.delete(ending);
    }
  };

  return {
    send: attempt,
    close() {
      for (const ending of underWay) ending.abort(new DeliveryError('connection'));
      keeping.destroy();
      fresh.destroy();
    },
  };
}

/** The clock may be set meanwhile: never less than nothing, nor more than an attempt may take. */
function durationSince(startedAt: number, now: number): number {
  return Math.min(Math.max(0, now - startedAt), DEADLINE_MS);
}
