import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import { type GatherDeps, gatherChanges } from './gather-changes.ts';
import { createPlatformPatience, type PlatformPatience } from './platform-patience.ts';
import { createReadRound, type ReadPlatform, type ReadRound } from './read-round.ts';

/** Gathers for the webhooks of one account, one round after the other; no account waits for another. */
export interface AccountGathering {
  /** Looks for these webhooks in a round that begins after this. What is asked for meanwhile shares it. */
  look(webhooks: readonly DeliveringWebhook[]): Promise<void>;
  isBusy(): boolean;
}

export interface AccountGatheringDeps extends GatherDeps {
  readonly platform: ReadPlatform;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly hasEnded: () => boolean;
  readonly onNews: (webhookId: number) => void;
  /** A webhook had its turn, also where the platform failed. */
  readonly onLooked: (webhookId: number) => void;
  /** Changes wait until deliveries that are pending are made. */
  readonly onFull: (webhookId: number) => void;
}

export function createAccountGathering(deps: AccountGatheringDeps, accountId: number): AccountGathering {
  const patienceByUser = new Map<number, PlatformPatience>();
  let asked = new Map<number, DeliveringWebhook>();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function begin(): Promise<void> {
    await running;
    const webhooks = [...asked.values()];
    asked = new Map();
    next = null;
    running = round(webhooks).finally(() => {
      running = null;
    });
    await running;
  }

  async function round(webhooks: readonly DeliveringWebhook[]): Promise<void> {
    const reads = createReadRound(deps.platform);
    const users = [...Map.groupBy(webhooks, ({ userId }) => userId)];
    // At once, so that what they write can share a commit.
    await Promise.all(users.map(([userId, ofUser]) => gatherAs(reads, userId, ofUser)));
    if (!deps.hasEnded()) for (const { id } of webhooks) deps.onLooked(id);
  }

  /** A platform may fail for one user alone: then those of the others go on. */
  async function gatherAs(
    reads: ReadRound,
    userId: number,
    webhooks: readonly DeliveringWebhook[],
  ): Promise<void> {
    const patience = patienceByUser.get(userId) ?? createPlatformPatience(deps.clock);
    patienceByUser.set(userId, patience);
    if (!patience.isDue()) return;
    try {
      await allOf(webhooks.map((webhook) => gatherOne(reads, webhook)));
      patience.succeeded();
    } catch (err) {
      const againInMs = patience.failed();
      deps.log.warn(
        { err, accountId, userId, againInMs },
        'changes for webhooks were not read: they wait in the feed',
      );
    }
  }

  async function gatherOne(reads: ReadRound, webhook: DeliveringWebhook): Promise<void> {
    if (deps.hasEnded()) return;
    const { hasNews, isFull } = await gatherChanges(deps, reads, webhook);
    if (isFull) deps.onFull(webhook.id);
    if (hasNews) deps.onNews(webhook.id);
  }

  return {
    look(webhooks) {
      for (const webhook of webhooks) asked.set(webhook.id, webhook);
      next ??= begin();
      return next;
    },
    isBusy: () => running !== null,
  };
}

/** Waits for every one, and fails as the first that failed. */
async function allOf(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
