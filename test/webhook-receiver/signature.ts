import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const TOLERANCE_S = 5 * 60;

export interface SignedMessage {
  readonly id: string;
  /** Unix seconds, as text: the header `webhook-timestamp`. */
  readonly timestamp: string;
  /** One signature, or several with spaces between them while a secret is being rotated. */
  readonly signatures: string;
  /** The bytes exactly as they arrived: parsing and writing the JSON again would make others. */
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

/** Whether the message was sent within 5 minutes of `nowS`: whoever recorded one cannot send it again later. */
export function isFresh({ timestamp }: Pick<SignedMessage, 'timestamp'>, nowS: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(nowS - Number(timestamp)) <= TOLERANCE_S;
}

/** A secret as Tilldesk shows it: `whsec_` and base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64').length;
  return text.startsWith(PREFIX) && bytes >= 24 && bytes <= 64;
}
