import type { ReceiverRules } from '../../electron/webhooks/receiver-address-rules.ts';

/** Takes names below `.example` over HTTPS and nothing else; it looks nothing up. */
export const EXAMPLE_RECEIVERS: ReceiverRules = {
  async checkUrl(text) {
    const url = URL.parse(text);
    if (url?.protocol === 'https:' && url.hostname.endsWith('.example')) return { ok: true, url: url.href };
    return { ok: false, reason: 'url has to be an HTTPS address that is public.' };
  },
};
