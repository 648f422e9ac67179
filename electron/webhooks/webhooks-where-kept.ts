import type { Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import { routedWebhooks } from '../platform/routed-webhooks.ts';
import type { WebhookService } from './webhook-service.ts';

interface WhereKept {
  readonly platform: Pick<Platform, 'capabilitiesOf'>;
  readonly here: WebhookService;
  readonly there: PlatformWebhooks;
}

/**
 * The webhooks of every platform: kept and delivered here, or by the platform itself, where it offers that. Of one that
 * delivers by itself nothing is kept here, so that no change is told twice.
 */
export function webhooksWhereKept({ platform, here, there }: WhereKept): PlatformWebhooks {
  return routedWebhooks(async (caller, call) => {
    const { webhooks } = await platform.capabilitiesOf(caller);
    if (webhooks === 'none') throw new PlatformError('not_offered', 'The platform offers no webhooks.');
    return call(webhooks === 'here' ? here : there, caller);
  });
}
