import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type {
  ActiveWebhooks,
  DeliveringWebhook,
} from '../../../../electron/store/webhooks/active-webhooks.ts';
import type { Outbox } from '../../../../electron/store/webhooks/outbox.ts';
import { FEED_OF_EVENT } from '../../../../electron/webhooks/enqueue-changes.ts';

interface Draining {
  readonly platform: Pick<Platform, 'identify' | 'readChanges'>;
  readonly webhooks: Pick<ActiveWebhooks, 'listActive'>;
  readonly outbox: Pick<Outbox, 'positionsOf' | 'countPending'>;
}

const LOOK_EVERY_MS = 25;

/** Resolves when every webhook is at the end of its feeds and nothing waits to be delivered. */
export async function untilDrained(draining: Draining): Promise<void> {
  while (!(await isDrained(draining))) await delay(LOOK_EVERY_MS);
}

/** Positions are looked at first: what they give up is pending from then on. */
async function isDrained(draining: Draining): Promise<boolean> {
  for (const webhook of await draining.webhooks.listActive()) {
    if (!(await isAtEnd(draining, webhook))) return false;
    if ((await draining.outbox.countPending(webhook.id)) > 0) return false;
  }
  return true;
}

async function isAtEnd({ platform, outbox }: Draining, webhook: DeliveringWebhook): Promise<boolean> {
  const caller = await platform.identify(webhook);
  if (caller === null) throw new Error(`the subscriber of webhook ${webhook.id} is gone`);
  for (const { event, position } of await outbox.positionsOf(webhook.id)) {
    const { total } = await platform.readChanges(caller, FEED_OF_EVENT[event], {
      after: { position },
      limit: 1,
    });
    if (total > 0) return false;
  }
  return true;
}
