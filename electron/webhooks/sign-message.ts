import { Webhook } from 'standardwebhooks';

export interface SignableMessage {
  readonly id: string;
  /** When this attempt is made: a receiver refuses an old one. */
  readonly timestampS: number;
  /** Exactly as it is sent. */
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0, with one signature for each secret (`whsec_…`). */
export function signedHeaders(
  { id, timestampS, body }: SignableMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const at = new Date(timestampS * 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
