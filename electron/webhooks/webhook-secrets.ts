import { randomBytes } from 'node:crypto';
import { derivedKey } from '../base/derived-key.ts';
import { createSecretBox } from '../base/secret-box.ts';

/** The secrets that deliveries are signed with: `whsec_` and base64 of 32 random bytes, kept sealed. */
export interface WebhookSecrets {
  make(): string;
  seal(secret: string): string;
  /** Null where the data folder has another key than the one it was sealed with. */
  open(sealed: string): string | null;
}

const SECRET_BYTES = 32;

export function createWebhookSecrets(secretKey: Uint8Array): WebhookSecrets {
  const box = createSecretBox(derivedKey(secretKey, 'webhook secrets'), 'webhook secret');
  return {
    make: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    seal: box.seal,
    open: box.open,
  };
}
