import type { Logger } from 'pino';
import { MAX_PINGS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import { type Clock, withTimeout } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { ReadChangedKeys } from '../platform/platform-webhooks.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { LeasedDelivery, Outbox } from '../store/webhooks/outbox.ts';
import type { RequestedDeliveries } from '../store/webhooks/requested-deliveries.ts';
import { type AttemptDeps, attemptDelivery, getRestMs, RETRY_SCHEDULE } from './attempt-delivery.ts';
import { createLogPruning } from './delivery-log.ts';
import { createChangeEnqueuer } from './enqueue-changes.ts';
import type { Sender } from './https-sender.ts';
import { formatPingBody, newMessageId } from './webhook-message.ts';
import { createRateRefusal, RATE_WINDOW_MS } from './webhook-record.ts';
import { createWebhookSecrets, disableUnreadable } from './webhook-secrets.ts';

/** Sends changes to receivers while it runs. */
export interface Dispatcher {
  start(): Promise<void>;
  /** Starts no more attempts. Waits a second for those in progress, then aborts them. */
  stop(): Promise<void>;
  /** Call this after changing a webhook. Its subscriber's rights are checked before anything is sent. */
  wake(webhookId: number): void;
  /** Returns the id of the delivery, even if the receiver failed. Throws `WebhookRefusal` after too many pings. */
  ping(webhookId: number): Promise<number>;
}

export interface DispatcherDeps {
  readonly platform: Pick<Platform, 'identify'>;
  readonly readChangedKeys: ReadChangedKeys;
  readonly outbox: Outbox;
  readonly requests: Pick<RequestedDeliveries, 'addPing'>;
  readonly webhooks: ActiveWebhooks;
  readonly sender: Sender;
  /** The secret key of the data folder: 32 bytes. */
  readonly secretKey: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pollEveryMs?: number;
  /** Milliseconds between attempts. */
  readonly schedule?: readonly number[];
  /** Returns a number from 0 to below 1. */
  readonly random?: () => number;
  readonly onSettled?: AttemptDeps['onSettled'];
}

const POLL_INTERVAL_MS = 2_000;

/** Another instance takes over polling after this many missed polls in a row. */
const MAX_MISSED_POLLS = 3;

/** Longer than an attempt can take, so an expired lease belongs to a process that was killed. */
const LEASE_MS = 30_000;

const ERROR_REST_MS = 5_000;

/** After this, the sender is closed and attempts in progress fail. They are repeated after the next start. */
const STOP_TIMEOUT_MS = 1_000;

const PING_LIMIT = { name: 'webhook-ping', perMinute: MAX_PINGS_PER_MINUTE } as const;

/**
 * Runs rounds in one loop. A round creates deliveries for changes, then starts an attempt for each webhook that has a
 * due delivery and no attempt in progress. Rounds run at each poll, when a delivery becomes due, and after each
 * attempt.
 */
export function createDispatcher({
  pollEveryMs = POLL_INTERVAL_MS,
  schedule = RETRY_SCHEDULE,
  random = Math.random,
  ...deps
}: DispatcherDeps): Dispatcher {
  const { outbox, requests, webhooks, sender, clock, log } = deps;
  const enqueueChanges = createChangeEnqueuer(deps);
  const pruning = createLogPruning(deps);
  /** Attempts in progress by webhook. A receiver gets one message at a time. */
  const attempts = new Map<number, Promise<void>>();
  const pings = new Set<Promise<number>>();
  /** Webhooks that get nothing for a while, with the functions that cancel their timers. */
  const resting = new Map<number, () => void>();
  /** Webhooks to check in the next round even if no poll is due. */
  const woken = new Set<number>();
  /** Webhooks with so many pending deliveries that further changes have to wait. */
  const full = new Set<number>();
  let isRunning = false;
  let isClosing = false;
  let isPollDue = false;
  let maySend = false;
  let isWoken = false;
  let hasFailed = false;
  let roundsRunning: Promise<void> | null = null;
  let cancelPoll = () => {};
  let cancelDue = () => {};

  const attemptDeps = {
    ...{ outbox, sender, clock, log, schedule, random, onSettled: deps.onSettled },
    secrets: createWebhookSecrets(deps.secretKey),
    isClosing: () => isClosing,
  };

  function wakeLoop(): void {
    if (!isRunning) return;
    isWoken = true;
    roundsRunning ??= runRounds();
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
        // The next poll tries again. An outage has one log line when it begins and one when it ends.
        if (!hasFailed) log.error({ err }, 'webhooks were paused: the store failed');
        hasFailed = true;
      }
    }
    roundsRunning = null;
  }

  /** Of the instances that share a database, one polls. The others check only webhooks that their users changed. */
  async function enqueueRound(): Promise<void> {
    const isDue = isPollDue;
    isPollDue = false;
    const wokenIds = [...woken];
    woken.clear();
    const isPolling = isDue && (await outbox.polling.hold(pollEveryMs * MAX_MISSED_POLLS));
    const found = isPolling ? await webhooks.listActive() : await findActive(wokenIds);
    for (const id of await enqueueChanges(found)) full.add(id);
    // The first round sends only if it polled, because polling disables webhooks whose users lost their rights while
    // nothing ran.
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
    // The next poll notices what is due later.
    if (isRunning && dueAt !== null && dueAt - now < pollEveryMs) {
      cancelDue = clock.after(Math.max(0, dueAt - clock.now()), wakeLoop);
    }
  }

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const { webhookId } = delivery;
    try {
      const webhook = await webhooks.findForDelivery(webhookId);
      if (webhook?.disabledReason === null && isRunning) {
        rest(webhookId, getRestMs(await attemptDelivery(attemptDeps, webhook, delivery)));
      } else await outbox.release(delivery);
    } catch (err) {
      log.error({ err, webhookId }, 'the deliveries of a webhook were paused: the store failed');
      rest(webhookId, ERROR_REST_MS);
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
    const ping = { messageId: newMessageId(), kind: 'ping', body: formatPingBody(createdAt), eventCount: 0 } as const;
    const rate = { max: PING_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
    const added = await requests.addPing(webhookId, { ...ping, createdAt, replayOf: null }, rate);
    if ('oldestAt' in added) throw createRateRefusal(PING_LIMIT, added.oldestAt, createdAt);
    const delivery = await outbox.leaseOne(added.id, createdAt, createdAt + LEASE_MS);
    if (delivery) await attemptDelivery(attemptDeps, webhook, delivery);
    return added.id;
  }

  return {
    async start() {
      await outbox.releaseLeases(clock.now());
      await disableUnreadable({ webhooks, secrets: attemptDeps.secrets, clock, log });
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
        Promise.allSettled([roundsRunning, ...attempts.values(), ...pings]),
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
