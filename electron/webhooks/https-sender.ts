import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';
import { parseRetryAfter } from '../../shared/retry.ts';
import { type Clock, untilAborted } from '../base/clock.ts';
import { createCheckedLookup, DeliveryError, type ResolveAddresses } from './address-lookup.ts';
import { type ReceiverGate, type ReceiverTarget, readReceiverTarget } from './receiver-address-rules.ts';

export interface SenderDeps {
  readonly gate: ReceiverGate;
  readonly resolve: ResolveAddresses;
  readonly trust: ReadonlyMap<string, SecureContext>;
  readonly clock: Clock;
  /** The version of Tilldesk, shown to receivers. */
  readonly version: string;
  readonly log: Pick<Logger, 'error'>;
}

const DEADLINE_MS = 15_000;

/** Has its own agent, because environment variables can set a proxy for Node's global one. */
export function createHttpsSender({ gate, resolve, trust, clock, version, log }: SenderDeps): Sender {
  const agent = new Agent({ keepAlive: false, autoSelectFamily: true });
  const running = new Set<AbortController>();

  const createOptions = (target: ReceiverTarget, message: OutgoingMessage, body: Buffer): RequestOptions => ({
    ...{ agent, method: 'POST', host: target.host, port: target.port, path: target.path },
    headers: {
      ...message.headers,
      'User-Agent': `Tilldesk/${version}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
    servername: target.isLiteral ? '' : target.host,
    // Explicit, because otherwise NODE_TLS_REJECT_UNAUTHORIZED would decide.
    rejectUnauthorized: true,
    lookup: createCheckedLookup(target, gate, resolve),
    ...(trust.has(target.host) && { secureContext: trust.get(target.host) }),
  });
  const deliver = async (message: OutgoingMessage, signal: AbortSignal): Promise<Answer> => {
    const reading = readReceiverTarget(message.url);
    if (!reading.ok || gate.findHostRefusal(reading.target) !== null) {
      throw new DeliveryError('address_refused');
    }
    const body = Buffer.from(message.body);
    return exchange({ ...createOptions(reading.target, message, body), signal }, body);
  };

  const toFailure = (reason: unknown): DeliveryFailure => {
    if (reason instanceof DeliveryError) return reason.failure;
    log.error({ err: reason }, 'a message of a webhook could not be sent: the sender failed');
    return 'connection';
  };

  const send = async (message: OutgoingMessage): Promise<Outcome> => {
    const startedAt = clock.now();
    const controller = new AbortController();
    const stopTimer = clock.after(DEADLINE_MS, () => controller.abort(new DeliveryError('timeout')));
    running.add(controller);
    try {
      const { status, retryAfter, text } = await untilAborted(controller.signal, deliver(message, controller.signal));
      const now = clock.now();
      const durationMs = getDurationMs(startedAt, now);
      return { status, retryAfterMs: parseRetryAfter(retryAfter, { now }), failure: null, answer: text, durationMs };
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      const failure = toFailure(reason);
      // The duration of a lookup would reveal whether the name exists.
      const durationMs = failure === 'address_refused' ? 0 : getDurationMs(startedAt, clock.now());
      return { status: null, failure, answer: '', durationMs };
    } finally {
      stopTimer();
      running.delete(controller);
    }
  };

  return {
    send,
    close() {
      for (const controller of running) controller.abort(new DeliveryError('connection'));
      agent.destroy();
    },
  };
}

/** Limits the duration to that of an attempt, because the clock may have been set in between. */
function getDurationMs(startedAt: number, now: number): number {
  return Math.min(Math.max(0, now - startedAt), DEADLINE_MS);
}

export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Outcome = {
  readonly durationMs: number;
  /** The first 1024 bytes of the answer as text. Empty if there is no answer. */
  readonly answer: string;
} & (
  | { readonly status: number; readonly retryAfterMs: number | null; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure }
);

/** Sends over HTTPS within 15 s. Checks the address of every connection and follows no redirects. Never rejects. */
export interface Sender {
  send(message: OutgoingMessage): Promise<Outcome>;
  /** Closes open connections. Messages in progress fail. */
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Sends a request and reads its answer, whatever the status. Rejects with `DeliveryError`. */
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
    sent.on('error', (cause) => reject(toDeliveryError(cause, sent.socket)));
    sent.end(body);
  });
}

function toDeliveryError(cause: Error, socket: unknown): DeliveryError {
  if (cause instanceof DeliveryError) return cause;
  const isUntrusted = socket instanceof TLSSocket && Boolean(socket.authorizationError);
  return new DeliveryError(isUntrusted ? 'certificate' : 'connection', { cause });
}

const MAX_READ_BYTES = 64 * 1024;

const MAX_STORED_BYTES = 1024;

const REPLACEMENT = '\ufffd';

/** A signature. A receiver may echo the request in its answer, and the log must not store signatures. */
const SIGNATURE = /v1,[A-Za-z0-9+/]{40,}={0,2}/g;

/** Returns the first 1024 bytes as harmless text. Reads up to 64 KiB. Rejects if the connection breaks. */
export async function readAnswer(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of response) {
    if (readBytes < MAX_STORED_BYTES) chunks.push(chunk.subarray(0, MAX_STORED_BYTES - readBytes));
    readBytes += chunk.length;
    // Leaving the loop ends the response and its connection.
    if (readBytes > MAX_READ_BYTES) break;
  }
  return sanitizeText(Buffer.concat(chunks), readBytes > MAX_STORED_BYTES);
}

function sanitizeText(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  const visible = [...text].map((character) => (isHarmless(character) ? character : REPLACEMENT)).join('');
  return visible.replace(SIGNATURE, 'v1,…');
}

/** Rejects control characters, except line ends and tabs, and characters that change the writing direction. */
function isHarmless(character: string): boolean {
  return (
    /^[\t\n\r]$/.test(character) || !/^[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]$/u.test(character)
  );
}
