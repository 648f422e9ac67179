import { createHmac, timingSafeEqual } from 'node:crypto';

export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TOLERANCE_S = 300;

/** Standard Webhooks 1.0 as the author of a receiver would implement it. It shares no code with the signer. */
export function isGenuine({ headers, body }: ReceivedMessage, secret: string, nowMs: number): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !timestamp || !signatures || !/^\d+$/.test(timestamp)) return false;
  if (Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(Buffer.from(body)).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
