import { describe, expect, it } from 'vitest';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';

const secrets = createWebhookSecrets(new Uint8Array(32).fill(3));

describe('webhook secrets', () => {
  it('are whsec_ and 32 bytes in base64, each different', () => {
    const made = Array.from({ length: 100 }, secrets.make);
    expect(new Set(made).size).toBe(100);
    for (const secret of made) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(made.every((secret) => secret.startsWith('whsec_'))).toBe(true);
  });

  it('can be read only with the key of the data folder', () => {
    const secret = secrets.make();
    const sealed = secrets.seal(secret);
    expect(sealed).not.toContain(secret.slice(6));
    expect([secrets.open(sealed), createWebhookSecrets(new Uint8Array(32)).open(sealed)]).toEqual([secret, null]);
  });
});
