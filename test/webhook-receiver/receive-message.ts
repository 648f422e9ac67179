import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const PREFIX = 'whsec_';

const TOLERANCE_S = 5 * 60;

interface SignedMessage {
  readonly id: string;
  /** Unix seconds as text: the header `webhook-timestamp`. */
  readonly timestamp: string;
  /** One signature, or several separated by spaces while a secret is being rotated. */
  readonly signatures: string;
  /** The bytes exactly as received: parsing and writing the JSON again would give other bytes. */
  readonly body: Buffer;
}

/** Whether one of the signatures was made with the secret (`whsec_…`). */
export function isSignedWith(secret: string, { id, timestamp, signatures, body }: SignedMessage): boolean {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Whether the message was sent within 5 minutes of `nowS`, so a recorded message cannot be sent again later. */
function isFresh({ timestamp }: Pick<SignedMessage, 'timestamp'>, nowS: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(nowS - Number(timestamp)) <= TOLERANCE_S;
}

/** Whether it is a secret as Tilldesk shows it: `whsec_` and base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64').length;
  return text.startsWith(PREFIX) && bytes >= 24 && bytes <= 64;
}

export interface Receiving {
  /** The secret of the webhook; during a rotation the old and the new one. */
  readonly secrets: readonly string[];
  /** Ids of handled messages; new ones are added. */
  readonly handled: Set<string>;
  readonly nowS: number;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly record_id: number;
  readonly version: number;
}

/** The answer, its reason, and what is new in the message. */
export interface Received {
  readonly status: 204 | 400 | 401;
  readonly reason: string;
  readonly events: readonly WebhookEvent[];
}

/** How many ids a receiver remembers: more than are sent in the days in which a message may be repeated. */
const MOST_HANDLED = 100_000;

/** Verifies a message before it uses anything in it, and returns its events unless it was handled before. */
export function receiveMessage(headers: IncomingHttpHeaders, body: Buffer, receiving: Receiving): Received {
  const message = signedMessage(headers, body);
  if (message === null) return refused(400, 'a webhook header is missing');
  if (!receiving.secrets.some((secret) => isSignedWith(secret, message))) {
    return refused(401, 'the signature does not fit');
  }
  if (!isFresh(message, receiving.nowS)) return refused(401, 'it was signed more than 5 minutes ago or ahead');
  if (receiving.handled.has(message.id)) return { status: 204, reason: `${message.id} came again`, events: [] };
  const content = readContent(body);
  if (content === null) return refused(400, 'the body is not as agreed');
  remember(receiving.handled, message.id);
  return { status: 204, reason: `${message.id} (${content.type})`, events: content.events };
}

function refused(status: 400 | 401, reason: string): Received {
  return { status, reason, events: [] };
}

function signedMessage(headers: IncomingHttpHeaders, body: Buffer): SignedMessage | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const isWhole = typeof id === 'string' && typeof timestamp === 'string' && typeof signatures === 'string';
  return isWhole ? { id, timestamp, signatures, body } : null;
}

/** A ping has no events. */
function readContent(body: Buffer): { type: string; events: readonly WebhookEvent[] } | null {
  try {
    const { type, data }: { type: string; data: { events?: WebhookEvent[] } } = JSON.parse(String(body));
    const { events = [] } = data;
    return typeof type === 'string' && Array.isArray(events) ? { type, events } : null;
  } catch {
    // Signed, but not a message of Tilldesk.
    return null;
  }
}

function remember(handled: Set<string>, id: string): void {
  handled.add(id);
  if (handled.size <= MOST_HANDLED) return;
  const [oldest] = handled;
  if (oldest !== undefined) handled.delete(oldest);
}
