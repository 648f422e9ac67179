import { type OpenWebhooksDeps, openWebhooks } from '../../electron/webhooks/open-webhooks.ts';
import type { ReceiverRules } from '../../electron/webhooks/receiver-address-rules.ts';
import { createRecordingSender, type RecordingSender } from './recording-sender.ts';

/** Accepts only HTTPS names below `.example`, without a lookup. */
const EXAMPLE_RECEIVERS: ReceiverRules = {
  async checkUrl(text) {
    const url = URL.parse(text);
    if (url?.protocol === 'https:' && url.hostname.endsWith('.example')) return { ok: true, url: url.href };
    return { ok: false, reason: 'url has to be an HTTPS address that is public.' };
  },
};

export const SECRET_KEY: Uint8Array = Buffer.alloc(32, 'test key of the data folder');

export interface WebhooksUnderTest extends ReturnType<typeof openWebhooks> {
  readonly sender: RecordingSender;
}

/** Creates the real webhooks with a recording sender. Nothing is sent before they are started. */
export function createWebhooksUnderTest(
  parts: Omit<OpenWebhooksDeps, 'receivers' | 'secretKey' | 'readChangedKeys'>,
  rules: ReceiverRules = EXAMPLE_RECEIVERS,
): WebhooksUnderTest {
  const sender = createRecordingSender();
  const { readChanges: readChangedKeys } = parts.platform;
  const webhooks = openWebhooks({ ...parts, readChangedKeys, receivers: { rules, sender }, secretKey: SECRET_KEY });
  return { ...webhooks, sender };
}
