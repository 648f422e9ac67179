import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { ActiveWebhooks, DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import {
  type AccountGathering,
  type AccountGatheringDeps,
  createAccountGathering,
} from './account-gathering.ts';

/** Looks time and again for what changed, for each account at its own pace. */
export interface Gatherer {
  /** Looks for all webhooks now, and then every `everyMs`; an account that is not done yet is left out. */
  start(): void;
  /** Looks for one webhook now, or as soon as the round of its account that is under way is over. */
  soon(webhookId: number): void;
  /** There may be room for changes that had to wait. */
  roomFor(webhookId: number): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
}

export interface GathererDeps extends Omit<AccountGatheringDeps, 'hasEnded' | 'onFull'> {
  readonly webhooks: Pick<ActiveWebhooks, 'listActive' | 'findForDelivery' | 'disable'>;
  readonly after: Clock['after'];
  readonly everyMs: number;
  readonly log: Logger;
}

export function createGatherer(deps: GathererDeps): Gatherer {
  const { webhooks, log } = deps;
  const accounts = new Map<number, AccountGathering>();
  const waiting = new Set<number>();
  const underWay = new Set<Promise<void>>();
  let hasEnded = false;
  let cancelTimer = () => {};

  const ofAccount = { ...deps, hasEnded: () => hasEnded, onFull: (id: number) => void waiting.add(id) };

  function accountOf(accountId: number): AccountGathering {
    const account = accounts.get(accountId) ?? createAccountGathering(ofAccount, accountId);
    accounts.set(accountId, account);
    return account;
  }

  async function lookForAll(): Promise<void> {
    const found = Map.groupBy(await webhooks.listActive(), ({ accountId }) => accountId);
    const looks = [...found].map(([accountId, some]) => lookAtOnce(accountOf(accountId), some));
    await Promise.all(looks);
  }

  async function lookAtOnce(account: AccountGathering, some: readonly DeliveringWebhook[]): Promise<void> {
    if (!account.isBusy()) await account.look(some);
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
    start: tick,
    soon,
    roomFor(webhookId) {
      if (waiting.delete(webhookId)) soon(webhookId);
    },
    async end() {
      hasEnded = true;
      cancelTimer();
      await Promise.all(underWay);
    },
  };
}
