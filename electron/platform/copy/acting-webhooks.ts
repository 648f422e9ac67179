import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { routedWebhooks } from '../routed-webhooks.ts';
import type { KeptReads } from './copy-reads.ts';

/** Webhooks of the deployment, asked as it knows the caller. */
export function actingWebhooks(webhooks: PlatformWebhooks, there: KeptReads['there']): PlatformWebhooks {
  return routedWebhooks((caller, call) => there(caller, (acting) => call(webhooks, acting)));
}
