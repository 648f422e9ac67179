import type { Logger } from 'pino';
import { MAX_PINGS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import { type Clock, withTimeout } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { ReadChangedKeys } from '../platform/platform-webhooks.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { LeasedDelivery, Outbox } from '../store/webhooks/outbox.ts';
import type { RequestedDeliveries } from '../store/webhooks/requested-deliveries.ts';
import { type AttemptDeps, attemptDelivery, RETRY_SCHEDULE, restAfter } from './attempt-delivery.ts';
import { createLogPruning } from './delivery-log.ts';
import { createEnqueuing } from './enqueue-changes.ts';
import type { Sender } from './https-sender.ts';
import { newMessageId, pingBody } from './webhook-message.ts';
import { RATE_WINDOW_MS, tooManyOfWebhook } from './webhook-record.ts';
import { createWebhookSecrets, disableUnreadable } from './webhook-secrets.ts';

/** Sends changes to receivers, for as long as it runs. */
export interface Dispatcher {
  start(): Promise<void>;
  /** Starts no attempt, and waits for those in progress until `close` of the sender ends them. */
  stop(): Promise<void>;
  /** Something changed about a webhook. The rights of its subscriber are checked before anything is sent. */
  wake(webhookId: number): void;
  /** Returns the id of the delivery. Throws `WebhookRefusal` for too many; a failing receiver is no error. */
  ping(webhookId: number): Promise<number>;
}

export interface DispatcherDeps {
  readonly platform: Pick<Platform, 'identify'>;
  readonly readChangedKeys: ReadChangedKeys;
  readonly outbox: Outbox;
  readonly requests: Pick<RequestedDeliveries, 'addPing'>;
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
  readonly onSettled?: AttemptDeps['onSettled'];
}

const POLL_EVERY_MS = 2_000;

/** Another instance looks for changes once this one has not done so this many times in a row. */
const MAX_MISSED_POLLS = 3;

/** Beyond the deadline of an attempt: then the process that held it is gone. */
const LEASE_MS = 30_000;

const REST_AFTER_ERROR_MS = 5_000;

/** Then the sender is closed, and attempts in progress fail: they are made again after the next start. */
const STOP_TIMEOUT_MS = 1_000;

const PING_LIMIT = { name: 'webhook-ping', perMinute: MAX_PINGS_PER_MINUTE } as const;

/**
 * One loop. A round makes deliveries of what changed, then begins an attempt for every webhook with one that is due and
 * none in progress. It runs at each poll, when a delivery falls due, and after an attempt.
 */
export function createDispatcher({
  pollEveryMs = POLL_EVERY_MS,
  schedule = RETRY_SCHEDULE,
  random = Math.random,
  ...deps
}: DispatcherDeps): Dispatcher {
  const { outbox, requests, webhooks, sender, clock, log } = deps;
  const enqueueChanges = createEnqueuing(deps);
  const pruning = createLogPruning(deps);
  /** By webhook: a receiver gets one message at a time. */
  const attempts = new Map<number, Promise<void>>();
  const pings = new Set<Promise<number>>();
  /** Webhooks that get nothing for a while, with what ends their timers. */
  const resting = new Map<number, () => void>();
  /** Webhooks to look at in the next round, whether or not it is time to poll. */
  const woken = new Set<number>();
  /** Webhooks whose changes wait until a pending delivery is made. */
  const full = new Set<number>();
  let isRunning = false;
  let isClosing = false;
  let isPollDue = false;
  let maySend = false;
  let isWoken = false;
  let hasFailed = false;
  let running: Promise<void> | null = null;
  let cancelPoll = () => {};
  let cancelDue = () => {};

  const attempting = {
    ...{ outbox, sender, clock, log, schedule, random, onSettled: deps.onSettled },
    secrets: createWebhookSecrets(deps.secretKey),
    isClosing: () => isClosing,
  };

  function wakeLoop(): void {
    if (!isRunning) return;
    isWoken = true;
    running ??= runRounds();
  }

  async function runRounds(): Promise<void> {
    while (isWoken && isRunning) {
      isWoken = false;
      try {
        await enqueueRound();
        await sendRound();
        if (hasFailed) log.info('webhooks were resumed: the store can be used again');
        hasFailed = false;
      } catch (err) {
        // The next poll tries again. The log has a line when an outage begins, and one when it ends.
        if (!hasFailed) log.error({ err }, 'webhooks were paused: the store failed');
        hasFailed = true;
      }
    }
    running = null;
  }

  /** Of several instances on one database one polls. The others look at webhooks that were changed by their users. */
  async function enqueueRound(): Promise<void> {
    const isDue = isPollDue;
    isPollDue = false;
    const asked = [...woken];
    woken.clear();
    const isPolling = isDue && (await outbox.polling.hold(pollEveryMs * MAX_MISSED_POLLS));
    const found = isPolling ? await webhooks.listActive() : await findActive(asked);
    for (const id of await enqueueChanges(found)) full.add(id);
    // Rights that were lost while nothing ran disable a webhook before it sends: the instance that polls sees to that.
    maySend ||= isPolling;
  }

  async function findActive(ids: readonly number[]): Promise<readonly DeliveringWebhook[]> {
    const found = await Promise.all(ids.map((id) => webhooks.findForDelivery(id)));
    return found.filter((webhook) => webhook !== null).filter(({ disabledReason }) => disabledReason === null);
  }

  async function sendRound(): Promise<void> {
    const now = clock.now();
    const due = maySend ? await outbox.listDue(now) : [];
    maySend = true;
    const idle = isRunning ? due.filter((id) => !attempts.has(id) && !resting.has(id)) : [];
    const leased = idle.length === 0 ? [] : await outbox.leaseFirst(idle, now, now + LEASE_MS);
    for (const delivery of leased) attempts.set(delivery.webhookId, deliver(delivery));
    const dueAt = await outbox.readNextDueAt(now);
    cancelDue();
    // What is due later is seen at the next poll.
    if (isRunning && dueAt !== null && dueAt - now < pollEveryMs) {
      cancelDue = clock.after(Math.max(0, dueAt - clock.now()), wakeLoop);
    }
  }

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const { webhookId } = delivery;
    try {
      const webhook = await webhooks.findForDelivery(webhookId);
      if (webhook?.disabledReason === null && isRunning) {
        rest(webhookId, restAfter(await attemptDelivery(attempting, webhook, delivery)));
      } else await outbox.release(delivery);
    } catch (err) {
      log.error({ err, webhookId }, 'the deliveries of a webhook were paused: the store failed');
      rest(webhookId, REST_AFTER_ERROR_MS);
    }
    attempts.delete(webhookId);
    if (full.delete(webhookId)) woken.add(webhookId);
    wakeLoop();
  }

  function rest(webhookId: number, ms: number): void {
    if (ms === 0 || !isRunning) return;
    const wakeUp = () => {
      resting.delete(webhookId);
      wakeLoop();
    };
    resting.set(webhookId, clock.after(ms, wakeUp));
  }

  function poll(): void {
    isPollDue = true;
    cancelPoll = clock.after(pollEveryMs, poll);
    wakeLoop();
  }

  async function ping(webhookId: number): Promise<number> {
    const webhook = await webhooks.findForDelivery(webhookId);
    if (!webhook) throw new Error(`there is no webhook ${webhookId} to ping`);
    const createdAt = clock.now();
    const ping = { messageId: newMessageId(), kind: 'ping', body: pingBody(createdAt), eventCount: 0 } as const;
    const rate = { max: PING_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
    const added = await requests.addPing(webhookId, { ...ping, createdAt, replayOf: null }, rate);
    if ('oldestAt' in added) throw tooManyOfWebhook(PING_LIMIT, added.oldestAt, createdAt);
    const delivery = await outbox.leaseOne(added.id, createdAt, createdAt + LEASE_MS);
    if (delivery) await attemptDelivery(attempting, webhook, delivery);
    return added.id;
  }

  return {
    async start() {
      await outbox.releaseLeases(clock.now());
      await disableUnreadable({ webhooks, secrets: attempting.secrets, clock, log });
      isRunning = true;
      pruning.start();
      poll();
    },

    async stop() {
      isRunning = false;
      pruning.end();
      for (const cancel of [cancelPoll, cancelDue, ...resting.values()]) cancel();
      await withTimeout(
        clock,
        STOP_TIMEOUT_MS,
        Promise.allSettled([running, ...attempts.values(), ...pings]),
        () => {},
      );
      isClosing = true;
      sender.close();
      await Promise.allSettled([...attempts.values(), ...pings]);
      await outbox.polling
        .release()
        .catch((err) => log.warn({ err }, 'another instance will start polling later: the store failed'));
    },

    wake(webhookId) {
      if (isRunning) woken.add(webhookId);
      wakeLoop();
    },

    ping(webhookId) {
      const sent = ping(webhookId);
      pings.add(sent);
      return sent.finally(() => pings.delete(sent));
    },
  };
}
