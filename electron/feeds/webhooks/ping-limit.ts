import { PINGS_PER_MINUTE } from '../../../shared/contract/webhook-records.ts';
import type { Clock } from '../../session/clock.ts';
import { WebhookRefusal } from './webhook-refusal.ts';

const WINDOW_MS = 60_000;

/**
 * Lets a ping of a webhook through, or throws `WebhookRefusal` with the seconds until the next is. It is known to this
 * process alone: a restart forgets it.
 */
export function createPingLimit(clock: Pick<Clock, 'now'>): (webhookId: number) => void {
  /** The pings of the last minute, oldest first. */
  const pings = new Map<number, readonly number[]>();

  const forgetOld = (now: number) => {
    for (const [webhookId, moments] of pings) {
      // A moment that lies ahead is one of before the clock was set back.
      const recent = moments.filter((moment) => moment <= now && moment > now - WINDOW_MS);
      if (recent.length === 0) pings.delete(webhookId);
      else pings.set(webhookId, recent);
    }
  };

  return (webhookId) => {
    const now = clock.now();
    forgetOld(now);
    const recent = pings.get(webhookId) ?? [];
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= PINGS_PER_MINUTE)
      throw tooManyPings(oldest + WINDOW_MS - now);
    pings.set(webhookId, [...recent, now]);
  };
}

function tooManyPings(waitMs: number): WebhookRefusal {
  return new WebhookRefusal('Too many pings of this webhook.', Math.ceil(waitMs / 1000));
}
