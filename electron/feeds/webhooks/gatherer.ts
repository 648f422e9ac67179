import type { Logger } from 'pino';
import type { Clock } from '../../session/clock.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../../store/webhooks/active-webhooks.ts';
import { type GatherDeps, gatherChanges } from './gather-changes.ts';
import { createPlatformPatience } from './platform-patience.ts';
import { createReadRound, type ReadPlatform, type ReadRound } from './read-round.ts';

/** Looks time and again for what changed, one round after the other. */
export interface Gatherer {
  /** Resolves after the first round. */
  start(): Promise<void>;
  /** Looks for one webhook as soon as the round under way is over. */
  soon(webhookId: number): void;
  /** There may be room for changes that had to wait. */
  roomFor(webhookId: number): void;
  /** Waits for the round under way. */
  end(): Promise<void>;
}

export interface GathererDeps extends GatherDeps {
  readonly platform: ReadPlatform;
  readonly webhooks: Pick<ActiveWebhooks, 'listActive' | 'disable'>;
  readonly clock: Clock;
  readonly after: Clock['after'];
  readonly everyMs: number;
  readonly log: Logger;
  readonly onDeliveries: (webhookId: number) => void;
}

export function createGatherer(deps: GathererDeps): Gatherer {
  const { platform, webhooks, log } = deps;
  const patience = createPlatformPatience(deps.clock);
  const asked = new Set<number>();
  const waiting = new Set<number>();
  let isAllAsked = false;
  let running: Promise<void> | null = null;
  let hasEnded = false;
  let cancelTimer = () => {};

  const isAsked = () => !hasEnded && (isAllAsked || asked.size > 0);

  /** What is asked for during a round gets a round of its own. */
  function go(): Promise<void> {
    running ??= rounds().finally(() => {
      running = null;
      if (isAsked()) void go();
    });
    return running;
  }

  async function rounds(): Promise<void> {
    while (isAsked()) {
      const isForAll = isAllAsked;
      const ids = new Set(asked);
      isAllAsked = false;
      asked.clear();
      await round((id) => isForAll || ids.has(id));
      if (isForAll && !hasEnded) cancelTimer = deps.after(deps.everyMs, goForAll);
    }
  }

  function goForAll(): Promise<void> {
    isAllAsked = true;
    return go();
  }

  async function round(isMeant: (id: number) => boolean): Promise<void> {
    try {
      const meant = (await webhooks.listActive()).filter(({ id }) => isMeant(id));
      const reads = createReadRound(platform);
      const accounts = [...Map.groupBy(meant, ({ accountId }) => accountId)];
      await Promise.all(accounts.map(([id, ofAccount]) => gatherAccount(reads, id, ofAccount)));
    } catch (err) {
      log.error({ err }, 'changes for webhooks were not read: the store failed');
    }
  }

  async function gatherAccount(
    reads: ReadRound,
    accountId: number,
    ofAccount: readonly DeliveringWebhook[],
  ): Promise<void> {
    if (!patience.isDue(accountId)) return;
    try {
      // At once, so that what they write can share a commit.
      await allOf(ofAccount.map((webhook) => gatherOne(reads, webhook)));
      patience.succeeded(accountId);
    } catch (err) {
      const againInMs = patience.failed(accountId);
      log.warn({ err, accountId, againInMs }, 'changes for webhooks were not read: they wait in the feed');
    }
  }

  async function gatherOne(reads: ReadRound, webhook: DeliveringWebhook): Promise<void> {
    if (hasEnded) return;
    const { deliveries, isFull } = await gatherChanges(deps, reads, webhook);
    if (isFull) waiting.add(webhook.id);
    if (deliveries > 0) deps.onDeliveries(webhook.id);
  }

  function soon(webhookId: number): void {
    asked.add(webhookId);
    void go();
  }

  return {
    start: goForAll,
    soon,
    roomFor(webhookId) {
      if (waiting.delete(webhookId)) soon(webhookId);
    },
    async end() {
      hasEnded = true;
      cancelTimer();
      await running;
    },
  };
}

/** Waits for every one, and fails as the first that failed. */
async function allOf(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
