import type { DeliveryFailure, DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import type { Lease } from '../transactions.ts';

/** How far a feed went into the deliveries of a webhook. */
export interface FeedPosition {
  readonly webhookId: number;
  readonly event: WebhookEvent;
  /** `ChangesPage.next` of the platform. */
  readonly position: string;
  /** A moment from which on nothing is missed if the platform lost the position. */
  readonly seenAt: number;
}

/** A further delivery of what a finished one brought; `replayOf` is the first of the row. */
export type NewReplay = NewDelivery & { readonly replayOf: number };

export type AddedReplay =
  | { readonly kind: 'added'; readonly id: number }
  /** `id` brings the same already. */
  | { readonly kind: 'pending'; readonly id: number }
  /**
   * There were as many as may be in the window before it, no matter who made them, the oldest of them at this moment.
   */
  | { readonly kind: 'full'; readonly oldestAt: number };

export type RetriedDelivery =
  | { readonly kind: 'due' }
  /** It is not pending any more. */
  | { readonly kind: 'ended' }
  /** Pending deliveries had as many attempts as may be in the window before it, the oldest of them at this moment. */
  | { readonly kind: 'full'; readonly oldestAt: number };

export interface NewDelivery {
  readonly messageId: string;
  readonly kind: 'batch' | 'ping';
  /** Exactly what is sent at every attempt. */
  readonly body: string;
  readonly eventCount: number;
  readonly createdAt: number;
  readonly replayOf: number | null;
}

/** How often a webhook may be pinged, or have deliveries replayed. */
export interface MessageRate {
  readonly most: number;
  readonly windowMs: number;
}

/** What was read from a feed after `from`, and where the next reading begins. */
export interface Reading {
  readonly from: FeedPosition;
  readonly to: FeedPosition;
  /** Null where nothing changed: then the position moves alone. */
  readonly delivery: NewDelivery | null;
  /** When the first attempt is due. */
  readonly dueAt: number;
}

/** A delivery that an attempt has for itself until its lease ends. */
export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly messageId: string;
  /** Whether it is of the queue: all but pings. */
  readonly isQueued: boolean;
  readonly body: string;
  readonly createdAt: number;
  readonly replayOf: number | null;
  /** Attempts made before this one. */
  readonly attempts: number;
  /**
   * How many of them do not count in its schedule: those before the webhook was enabled again, when it started over,
   * and one for each retry that somebody asked for.
   */
  readonly scheduleStart: number;
  readonly leasedUntil: number;
}

/** What of the past is kept; instants are milliseconds. */
export interface LogRetention {
  readonly endedBefore: number;
  /** Of each webhook. */
  readonly mostEnded: number;
  /** Answers under an idempotency key that were made until then are forgotten. */
  readonly answeredUntil: number;
  /** Pings that were made until then and still wait were broken off, and end as failed. */
  readonly pingedUntil: number;
  readonly now: number;
}

export interface AttemptRecord {
  /** When it began. */
  readonly at: number;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly durationMs: number;
  /** The first 1024 bytes, as text. */
  readonly answer: string;
}

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly nextAttemptAt: number }
  /** No attempt is left; `disables` where the webhook had no success since the first failure of this delivery. */
  | { readonly kind: 'given-up'; readonly disables: DisabledReason | null };

/**
 * The deliveries that were not made yet, safe on disk: each method is one transaction that is there whole or not at
 * all, also after a power cut. At least once: what was put stays until an attempt is settled as delivered or given up.
 *
 * A webhook's queue is all of its deliveries but pings: a ping is made, leased by its id and settled, or ends at the
 * next start or pruning. What it says of the receiver is not written into the health of the webhook.
 */
export interface Outbox {
  /** Whether other instances may deliver from it too: then what is due is not known to the one that put it alone. */
  readonly isShared: boolean;
  /** Of the instance that looks for changes. */
  readonly polling: Lease;
  positionsOf(webhookId: number): Promise<readonly FeedPosition[]>;
  /**
   * Moves the position and makes the delivery. False, and nothing done, where the position is not `from` any more, or
   * the webhook is disabled or removed.
   */
  put(reading: Reading): Promise<boolean>;
  /** Makes a delivery beside the feeds. It is due at `dueAt`; answers its id. Rejects without its webhook. */
  add(webhookId: number, delivery: NewDelivery, dueAt: number): Promise<number>;
  /**
   * Makes a ping that is due at once and answers its id; or nothing, where there were as many as may be in the window
   * before it, no matter who made them: then it answers the moment of the oldest of them. Rejects without its webhook.
   */
  addPing(
    webhookId: number,
    ping: NewDelivery,
    rate: MessageRate,
  ): Promise<{ readonly id: number } | { readonly oldestAt: number }>;
  /** Makes a replay that is due at once, unless one is pending or there were too many. Rejects without its webhook. */
  addReplay(webhookId: number, replay: NewReplay, rate: MessageRate): Promise<AddedReplay>;
  /**
   * Makes a pending delivery of the queue due at `now`, without using up an attempt of its schedule. Changes nothing
   * where it is due or being attempted already.
   */
  retry(webhookId: number, deliveryId: number, now: number, rate: MessageRate): Promise<RetriedDelivery>;
  /** Of the queue. */
  countPending(webhookId: number): Promise<number>;
  /** The delivery of the queue that is due first, if it is due by `now` and not leased to another. */
  lease(webhookId: number, now: number, leasedUntil: number): Promise<LeasedDelivery | null>;
  /** One delivery by its id, whenever it is due; null where it is leased, or not pending any more. */
  leaseOne(deliveryId: number, now: number, leasedUntil: number): Promise<LeasedDelivery | null>;
  /** When the next delivery of the queue may be leased: it is due, and no lease is on it. Null where it is empty. */
  nextDueAt(webhookId: number): Promise<number | null>;
  /**
   * Webhooks with a delivery of the queue that may be leased at `now`: what another instance left behind is among it.
   */
  waiting(now: number): Promise<readonly number[]>;
  /** Whether the webhook had a success after this delivery failed first; since its schedule started over, if it did. */
  hasSucceededSince(delivery: LeasedDelivery): Promise<boolean>;
  /**
   * Writes the attempt into the log, what becomes of the delivery, and the health of its webhook. Does nothing where
   * the lease is not the one that was given: another attempt took over after it ended. Where the webhook was disabled
   * meanwhile, the delivery stays given up unless this attempt delivered it.
   */
  settle(delivery: LeasedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<void>;
  /**
   * Gives a delivery back that was not attempted to an end, as it was before it was leased: the next reader has it at
   * once. Does nothing where the lease is not the one that was given.
   */
  release(delivery: LeasedDelivery): Promise<void>;
  /**
   * Enables a disabled webhook: deliveries that were given up when it was disabled or later are due at `now` again,
   * each at the beginning of its schedule. Does nothing to an active one.
   */
  revive(webhookId: number, now: number): Promise<void>;
  /**
   * Puts off what is due by `now`: each to the moment that `later` gives. After a sleep, so that not all go at once.
   */
  spread(now: number, later: () => number): Promise<void>;
  /** Brings what is due later than that to that moment. */
  bound(latest: number): Promise<void>;
  /**
   * Moves what is pending by so many milliseconds, less than 0 for earlier: the clock was set. Nothing is moved where
   * the outbox is shared.
   */
  shift(byMs: number): Promise<void>;
  /**
   * Ends all leases, and pings that were not made: for the start, when nobody can be at work with them. Where others
   * may be, a lease that was not released ends by itself, and a ping at the next pruning.
   */
  releaseLeases(now: number): Promise<void>;
  /**
   * Removes what need not be kept any longer, and what is left of removed webhooks, portion by portion until `goesOn`
   * is false. What `revive` would bring back is kept.
   */
  prune(kept: LogRetention, goesOn?: () => boolean): Promise<void>;
}
