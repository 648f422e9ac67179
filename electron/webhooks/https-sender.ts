import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';
import { parseRetryAfter } from '../../shared/retry.ts';
import { type Clock, untilAborted } from '../base/clock.ts';
import { checkedLookup, DeliveryError, type ResolveAddresses } from './address-lookup.ts';
import { type ReceiverGate, type ReceiverTarget, readReceiverTarget } from './receiver-address-rules.ts';

export interface SenderDeps {
  readonly gate: ReceiverGate;
  readonly resolve: ResolveAddresses;
  readonly trust: ReadonlyMap<string, SecureContext>;
  readonly clock: Clock;
  /** Of Tilldesk, for receivers to see. */
  readonly version: string;
  readonly log: Pick<Logger, 'error'>;
}

const DEADLINE_MS = 15_000;

/** Its agent is its own: Node lends its global one to proxies that the environment names. */
export function createHttpsSender({ gate, resolve, trust, clock, version, log }: SenderDeps): Sender {
  const agent = new Agent({ keepAlive: false, autoSelectFamily: true });
  const underWay = new Set<AbortController>();

  const optionsFor = (target: ReceiverTarget, message: OutgoingMessage, body: Buffer): RequestOptions => ({
    ...{ agent, method: 'POST', host: target.host, port: target.port, path: target.path },
    headers: {
      ...message.headers,
      'User-Agent': `Tilldesk/${version}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
    servername: target.isLiteral ? '' : target.host,
    // Explicit: without it NODE_TLS_REJECT_UNAUTHORIZED would decide.
    rejectUnauthorized: true,
    lookup: checkedLookup(target, gate, resolve),
    ...(trust.has(target.host) && { secureContext: trust.get(target.host) }),
  });
  const deliver = async (message: OutgoingMessage, signal: AbortSignal): Promise<Answer> => {
    const reading = readReceiverTarget(message.url);
    if (!reading.ok || gate.refusalOfHost(reading.target) !== null) {
      throw new DeliveryError('address_refused');
    }
    const body = Buffer.from(message.body);
    return exchange({ ...optionsFor(reading.target, message, body), signal }, body);
  };

  const failureOf = (reason: unknown): DeliveryFailure => {
    if (reason instanceof DeliveryError) return reason.failure;
    log.error({ err: reason }, 'a message of a webhook could not be sent: the sender failed');
    return 'connection';
  };

  const send = async (message: OutgoingMessage): Promise<Outcome> => {
    const startedAt = clock.now();
    const ending = new AbortController();
    const stopTimer = clock.after(DEADLINE_MS, () => ending.abort(new DeliveryError('timeout')));
    underWay.add(ending);
    try {
      const { status, retryAfter, text } = await untilAborted(ending.signal, deliver(message, ending.signal));
      const now = clock.now();
      const durationMs = durationSince(startedAt, now);
      return { status, retryAfterMs: parseRetryAfter(retryAfter, { now }), failure: null, answer: text, durationMs };
    } catch (error) {
      const reason: unknown = ending.signal.aborted ? ending.signal.reason : error;
      const failure = failureOf(reason);
      // The time of a lookup would reveal whether the name exists.
      const durationMs = failure === 'address_refused' ? 0 : durationSince(startedAt, clock.now());
      return { status: null, failure, answer: '', durationMs };
    } finally {
      stopTimer();
      underWay.delete(ending);
    }
  };

  return {
    send,
    close() {
      for (const ending of underWay) ending.abort(new DeliveryError('connection'));
      agent.destroy();
    },
  };
}

/** The clock may be set meanwhile: never less than nothing, nor more than an attempt may take. */
function durationSince(startedAt: number, now: number): number {
  return Math.min(Math.max(0, now - startedAt), DEADLINE_MS);
}

export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Outcome = {
  readonly durationMs: number;
  /** The first 1024 bytes of the answer as text; empty without one. */
  readonly answer: string;
} & (
  | { readonly status: number; readonly retryAfterMs: number | null; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure }
);

/** Sends over HTTPS within 15 s; checks the address at every connection, follows no redirect. Never rejects. */
export interface Sender {
  send(message: OutgoingMessage): Promise<Outcome>;
  /** Ends the open connections. Messages under way fail. */
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** One request and its answer, whatever its status. Rejects with `DeliveryError`. */
function exchange(options: RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(options);
    const endWithoutAnswer = (): void => reject(new DeliveryError('connection'));
    const take = (response: IncomingMessage): void => {
      sent.off('close', endWithoutAnswer);
      const { statusCode: status = 0, headers } = response;
      readAnswer(response).then(
        (text) => resolve({ status, retryAfter: headers['retry-after'], text }),
        (cause) => reject(new DeliveryError('connection', { cause })),
      );
    };
    sent.on('response', take);
    sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, retryAfter: undefined, text: '' });
    });
    sent.once('close', endWithoutAnswer);
    sent.on('error', (cause) => reject(brokenExchange(cause, sent.socket)));
    sent.end(body);
  });
}

function brokenExchange(cause: Error, socket: unknown): DeliveryError {
  if (cause instanceof DeliveryError) return cause;
  const isUntrusted = socket instanceof TLSSocket && Boolean(socket.authorizationError);
  return new DeliveryError(isUntrusted ? 'certificate' : 'connection', { cause });
}

const READ_MAX_BYTES = 64 * 1024;

const MOST_BODY_BYTES = 1024;

const REPLACEMENT = '\ufffd';

/** In the answer of a receiver that echoes the request: the log must not store it. */
const SIGNATURE = /v1,[A-Za-z0-9+/]{40,}={0,2}/g;

/** The first 1024 bytes as harmless text. Reads up to 64 KiB, and rejects if it breaks off. */
export async function readAnswer(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of response) {
    if (readBytes < MOST_BODY_BYTES) chunks.push(chunk.subarray(0, MOST_BODY_BYTES - readBytes));
    readBytes += chunk.length;
    // Leaving the loop ends the response, and with it the connection.
    if (readBytes > READ_MAX_BYTES) break;
  }
  return harmlessText(Buffer.concat(chunks), readBytes > MOST_BODY_BYTES);
}

/** A character that was cut in two is left out. */
function harmlessText(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  const visible = [...text].map((character) => (isHarmless(character) ? character : REPLACEMENT)).join('');
  return visible.replace(SIGNATURE, 'v1,…');
}

/** Neither control characters, but for ends of lines and tabs, nor what turns the direction of writing. */
function isHarmless(character: string): boolean {
  return (
    /^[\t\n\r]$/.test(character) || !/^[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]$/u.test(character)
  );
}
