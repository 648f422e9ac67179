import type { Logger } from 'pino';
import { type Clock, withTimeout } from '../base/clock.ts';
import type { ActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { RETRY_SCHEDULE } from './attempt-delivery.ts';
import { createChangePoller } from './change-poller.ts';
import { createLogPruning } from './delivery-log.ts';
import { createDeliveryWorker, type DeliveryWorker, sendPing } from './delivery-worker.ts';
import type { ReadPlatform } from './enqueue-changes.ts';
import type { Sender } from './https-sender.ts';
import { createDueWatch, createJumpWatch, createOverdueSpread } from './overdue-deliveries.ts';
import { createWebhookSecrets, disableUnreadable } from './webhook-secrets.ts';

/** Sends changes to receivers, for as long as it runs. */
export interface Dispatcher {
  start(): Promise<void>;
  /** Starts no attempt, and waits for those under way at most until `close` of the sender ends them. */
  stop(): Promise<void>;
  /** Something changed about a webhook. Where it has no worker, its subscriber's rights are checked first. */
  wake(webhookId: number): void;
  /** Answers the id of the delivery. Throws `WebhookRefusal` for too many; a failing receiver is no error. */
  ping(webhookId: number): Promise<number>;
}

export interface DispatcherDeps {
  readonly platform: ReadPlatform;
  readonly outbox: Outbox;
  readonly webhooks: ActiveWebhooks;
  readonly sender: Sender;
  /** Of the data folder; 32 bytes. */
  readonly secretKey: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pollEveryMs?: number;
  /** Milliseconds between attempts. */
  readonly schedule?: readonly number[];
  /** From 0 to 1, without 1. */
  readonly random?: () => number;
}

const POLL_EVERY_MS = 2_000;
/** Then the sender is closed, and attempts under way fail: they are made again after the next start. */
const STOP_TIMEOUT_MS = 1_000;

export function createDispatcher({
  pollEveryMs = POLL_EVERY_MS,
  schedule = RETRY_SCHEDULE,
  random = Math.random,
  ...deps
}: DispatcherDeps): Dispatcher {
  const { platform, outbox, webhooks, sender, clock, log } = deps;
  const workers = new Map<number, DeliveryWorker>();
  const pings = new Set<Promise<number>>();
  let isRunning = false;
  let isClosing = false;

  const spread = createOverdueSpread({ outbox, clock, random, log });
  const { after } = createJumpWatch(clock, (byMs) => {
    log.info({ byMs }, 'the clock jumped: deliveries of webhooks follow');
    spread.jumped(byMs);
    for (const worker of workers.values()) worker.wake();
  });
  const poller = createChangePoller({
    ...{ platform, outbox, webhooks, clock, after, log },
    everyMs: pollEveryMs,
    dueAt: spread.dueAt,
    onChanged: wakeWorker,
    onLooked: beginWorker,
  });
  const dueWatch = createDueWatch({
    ...{ outbox, clock, after, log },
    everyMs: pollEveryMs,
    onDue: (id) => {
      const worker = workers.get(id);
      if (worker) worker.wake();
      else poller.soon(id);
    },
  });
  const pruning = createLogPruning({ outbox, clock, log });
  const attempting = {
    ...{ outbox, sender, clock, log, schedule, random },
    secrets: createWebhookSecrets(deps.secretKey),
    isClosing: () => isClosing,
  };
  const workerDeps = {
    ...{ ...attempting, webhooks, after },
    whenSpread: spread.done,
    onSettled: poller.roomFor,
    onOver: (id: number) => void workers.delete(id),
  };

  function wakeWorker(webhookId: number): void {
    if (!isRunning) return;
    const worker = workers.get(webhookId) ?? createDeliveryWorker(workerDeps, webhookId);
    workers.set(webhookId, worker);
    worker.wake();
  }

  /** Not before the poller looked: rights that its subscriber lost meanwhile disable a webhook before it sends. */
  function beginWorker(webhookId: number): void {
    if (!workers.has(webhookId)) wakeWorker(webhookId);
  }

  async function ping(webhookId: number): Promise<number> {
    const webhook = await webhooks.findForDelivery(webhookId);
    if (!webhook) throw new Error(`there is no webhook ${webhookId} to ping`);
    return sendPing(attempting, webhook);
  }

  return {
    async start() {
      await outbox.releaseLeases(clock.now());
      await disableUnreadable({ webhooks, secrets: attempting.secrets, clock, log });
      isRunning = true;
      spread.begin();
      pruning.start();
      poller.start();
      dueWatch.start();
    },

    async stop() {
      isRunning = false;
      pruning.end();
      const attempts = Promise.allSettled([...[...workers.values()].map((worker) => worker.end()), ...pings]);
      const ended = Promise.all([poller.end(), dueWatch.end(), attempts]);
      try {
        await withTimeout(clock, STOP_TIMEOUT_MS, ended, () => undefined);
      } finally {
        isClosing = true;
        sender.close();
      }
      await attempts;
    },

    wake(webhookId) {
      if (!isRunning) return;
      workers.get(webhookId)?.wake();
      poller.soon(webhookId);
    },

    ping(webhookId) {
      const sent = ping(webhookId);
      pings.add(sent);
      return sent.finally(() => pings.delete(sent));
    },
  };
}
