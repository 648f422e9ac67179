import { PINGS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import type { Clock } from '../base/clock.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { type AttemptDeps, attemptDelivery, restAfter } from './attempt-delivery.ts';
import { newMessageId, pingBody } from './webhook-message.ts';
import { RATE_WINDOW_MS, tooManyOfWebhook } from './webhook-record.ts';

/** Beyond the deadline of an attempt: then the process that held it is gone. */
const LEASE_MS = 30_000;

const PAUSE_AFTER_ERROR_MS = 5_000;

/** Timers take no more than some weeks, and a clock may be set. */
const LONGEST_SLEEP_MS = 86_400_000;

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

export interface DeliveryWorkerDeps extends AttemptDeps {
  readonly outbox: Pick<Outbox, 'lease' | 'nextDueAt' | 'hasSucceededSince' | 'settle' | 'release'>;
  readonly webhooks: Pick<ActiveWebhooks, 'findForDelivery'>;
  readonly after: Clock['after'];
  /** Resolves when overdue deliveries are spread. */
  readonly whenSpread: () => Promise<void>;
  /** An attempt was settled: there may be room for another delivery. */
  readonly onSettled: (webhookId: number) => void;
  /** The webhook was removed or disabled: the worker is not needed any more. */
  readonly onOver: (webhookId: number) => void;
}

/** Sends the deliveries of one webhook, one at a time. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps, webhookId: number) {
  let running: Promise<void> | null = null;
  let isWoken = false;
  let hasEnded = false;
  let isResting = false;
  let cancelTimer = () => {};

  function wake(): void {
    isWoken = true;
    if (running || isResting || hasEnded) return;
    cancelTimer();
    running = run().finally(() => {
      running = null;
      if (isWoken) wake();
    });
  }

  async function run(): Promise<void> {
    while (isWoken && !hasEnded) {
      isWoken = false;
      try {
        while (!hasEnded && (await deliverFirst()));
        await sleepUntilDue();
      } catch (err) {
        deps.log.error({ err, webhookId }, 'the deliveries of a webhook pause: the store failed');
        sleep(PAUSE_AFTER_ERROR_MS);
      }
    }
  }

  /** False where nothing is due. */
  async function deliverFirst(): Promise<boolean> {
    if (isResting) return false;
    await deps.whenSpread();
    const webhook = await deps.webhooks.findForDelivery(webhookId);
    if (!webhook || webhook.disabledReason !== null) {
      // Woken since it was read, it may have been enabled.
      if (!isWoken) {
        hasEnded = true;
        deps.onOver(webhookId);
      }
      return false;
    }
    if (hasEnded) return false;
    const now = deps.clock.now();
    const delivery = await deps.outbox.lease(webhookId, now, now + LEASE_MS);
    if (!delivery) return false;
    rest(restAfter(await attemptDelivery(deps, webhook, delivery)));
    deps.onSettled(webhookId);
    return true;
  }

  async function sleepUntilDue(): Promise<void> {
    if (isResting || hasEnded) return;
    const dueAt = await deps.outbox.nextDueAt(webhookId);
    if (dueAt !== null) sleep(Math.max(0, dueAt - deps.clock.now()));
  }

  function rest(ms: number): void {
    if (ms === 0) return;
    isResting = true;
    setTimer(ms, () => {
      isResting = false;
      wake();
    });
  }

  function sleep(ms: number): void {
    setTimer(Math.min(ms, LONGEST_SLEEP_MS), wake);
  }

  /** There is one at a time. */
  function setTimer(ms: number, task: () => void): void {
    cancelTimer();
    if (!hasEnded) cancelTimer = deps.after(ms, task);
  }

  return {
    wake,
    async end(): Promise<void> {
      hasEnded = true;
      cancelTimer();
      await running;
    },
  };
}

export interface PingDeps extends AttemptDeps {
  readonly outbox: Pick<Outbox, 'addPing' | 'leaseOne' | 'hasSucceededSince' | 'settle' | 'release'>;
}

const PING_LIMIT = { name: 'webhook-ping', perMinute: PINGS_PER_MINUTE } as const;

/** Attempts a ping now and answers its id. Throws `WebhookRefusal` above the rate, which the store counts. */
export async function sendPing(deps: PingDeps, webhook: DeliveringWebhook): Promise<number> {
  const { outbox, clock } = deps;
  const createdAt = clock.now();
  const ping = {
    messageId: newMessageId(),
    kind: 'ping' as const,
    body: pingBody(createdAt),
    eventCount: 0,
    createdAt,
    replayOf: null,
  };
  const rate = { most: PING_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
  const added = await outbox.addPing(webhook.id, ping, rate);
  if ('oldestAt' in added) throw tooManyOfWebhook(PING_LIMIT, added.oldestAt, createdAt);
  const { id } = added;
  const delivery = await outbox.leaseOne(id, createdAt, createdAt + LEASE_MS);
  if (delivery) await attemptDelivery(deps, webhook, delivery);
  return id;
}
