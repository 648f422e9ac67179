import type { Clock } from '../base/clock.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import {
  createReadRound,
  type EnqueueDeps,
  enqueueChanges,
  type ReadPlatform,
  type ReadRound,
} from './enqueue-changes.ts';

interface ChangePollerDeps extends Omit<AccountPollerDeps, 'hasEnded' | 'onFull'> {
  readonly outbox: AccountPollerDeps['outbox'] & Pick<Outbox, 'polling'>;
  readonly webhooks: Pick<ActiveWebhooks, 'listActive' | 'findForDelivery' | 'disable'>;
  readonly after: Clock['after'];
  readonly everyMs: number;
}

/** Another instance looks for changes once this one has not done so this many times in a row. */
const MISSED_POLLS = 3;

/** Polls for changes, for each account at its own pace. */
export function createChangePoller(deps: ChangePollerDeps) {
  const { webhooks, log, outbox } = deps;
  const accounts = new Map<number, ReturnType<typeof createAccountPoller>>();
  const waiting = new Set<number>();
  const underWay = new Set<Promise<void>>();
  let hasEnded = false;
  let cancelTimer = () => {};

  const ofAccount = { ...deps, hasEnded: () => hasEnded, onFull: (id: number) => void waiting.add(id) };

  function accountOf(accountId: number) {
    const account = accounts.get(accountId) ?? createAccountPoller(ofAccount, accountId);
    accounts.set(accountId, account);
    return account;
  }

  async function lookForAll(): Promise<void> {
    if (!(await outbox.polling.hold(deps.everyMs * MISSED_POLLS))) return;
    const found = Map.groupBy(await webhooks.listActive(), ({ accountId }) => accountId);
    const idle = [...found].filter(([accountId]) => !accountOf(accountId).isBusy());
    await Promise.all(idle.map(([accountId, some]) => accountOf(accountId).look(some)));
  }

  async function lookFor(webhookId: number): Promise<void> {
    const webhook = await webhooks.findForDelivery(webhookId);
    if (webhook?.disabledReason === null) await accountOf(webhook.accountId).look([webhook]);
  }

  function begin(work: Promise<void>): void {
    const done = work
      .catch((err) => log.error({ err }, 'changes for webhooks were not read: the store failed'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  function tick(): void {
    if (hasEnded) return;
    cancelTimer = deps.after(deps.everyMs, tick);
    begin(lookForAll());
  }

  function soon(webhookId: number): void {
    if (!hasEnded) begin(lookFor(webhookId));
  }

  return {
    /**
     * Polls for all webhooks now, and then every `everyMs`; an account that is not done yet is left out. Of several
     * instances on one database one does.
     */
    start: tick,
    /** Polls for one webhook now, or as soon as the round of its account that is under way is over. */
    soon,
    /** There may be room for changes that had to wait. */
    roomFor(webhookId: number): void {
      if (waiting.delete(webhookId)) soon(webhookId);
    },
    async end(): Promise<void> {
      hasEnded = true;
      cancelTimer();
      await Promise.all(underWay);
      await outbox.polling
        .release()
        .catch((err) => log.warn({ err }, 'another instance polls later: the store failed'));
    },
  };
}

interface AccountPollerDeps extends EnqueueDeps {
  readonly platform: ReadPlatform;
  readonly hasEnded: () => boolean;
  /** Deliveries of a webhook were made, or it was disabled. */
  readonly onChanged: (webhookId: number) => void;
  /** The changes of a webhook were looked for, also where the platform failed. */
  readonly onLooked: (webhookId: number) => void;
  /** Changes wait until deliveries that are pending are made. */
  readonly onFull: (webhookId: number) => void;
}

/** Polls for the webhooks of one account, one round after the other; no account waits for another. */
function createAccountPoller(deps: AccountPollerDeps, accountId: number) {
  const backoffs = new Map<number, ReturnType<typeof createPlatformBackoff>>();
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
    await Promise.all(users.map(([userId, ofUser]) => lookAs(reads, userId, ofUser)));
    if (!deps.hasEnded()) for (const { id } of webhooks) deps.onLooked(id);
  }

  /** A platform may fail for one user alone: then those of the others go on. */
  async function lookAs(reads: ReadRound, userId: number, webhooks: readonly DeliveringWebhook[]): Promise<void> {
    const backoff = backoffs.get(userId) ?? createPlatformBackoff(deps.clock);
    backoffs.set(userId, backoff);
    if (!backoff.isDue()) return;
    try {
      // Waits for every one before it fails.
      const results = await Promise.allSettled(webhooks.map((webhook) => lookFor(reads, webhook)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      backoff.succeeded();
    } catch (err) {
      const againInMs = backoff.failed();
      deps.log.warn({ err, accountId, userId, againInMs }, 'changes for webhooks were not read: they wait in the feed');
    }
  }

  async function lookFor(reads: ReadRound, webhook: DeliveringWebhook): Promise<void> {
    if (deps.hasEnded()) return;
    const { hasChanged, isFull } = await enqueueChanges(deps, reads, webhook);
    if (isFull) deps.onFull(webhook.id);
    if (hasChanged) deps.onChanged(webhook.id);
  }

  return {
    /** Polls for these webhooks in a round that begins after this call; further calls until then share it. */
    look(webhooks: readonly DeliveringWebhook[]): Promise<void> {
      for (const webhook of webhooks) asked.set(webhook.id, webhook);
      next ??= begin();
      return next;
    },
    isBusy: () => running !== null,
  };
}

const SHORTEST_PAUSE_MS = 5_000;

const LONGEST_PAUSE_MS = 60_000;

/** Pauses after failures of a platform, a little longer each time. */
function createPlatformBackoff(clock: Pick<Clock, 'now'>) {
  let pause: { readonly since: number; readonly ms: number } | null = null;

  return {
    isDue: () => pause === null || Math.abs(clock.now() - pause.since) >= pause.ms,
    /** Answers the milliseconds of the pause. */
    failed() {
      const ms = Math.min((pause?.ms ?? SHORTEST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
      pause = { since: clock.now(), ms };
      return ms;
    },
    succeeded() {
      pause = null;
    },
  };
}
