import type { LeasedDelivery, Outbox } from '../../../electron/store/webhooks/outbox.ts';

export type MadeDelivery = Pick<LeasedDelivery, 'webhookId' | 'messageId' | 'body'>;

export interface MadeDeliveries {
  readonly outbox: Outbox;
  /** Resolves when so many of those that `counts` were settled as delivered. One wait at a time. */
  next(count: number, counts: (delivery: MadeDelivery) => boolean): Promise<void>;
  /** Those of the last wait. */
  last(): readonly MadeDelivery[];
}

/** The real outbox, and a look at what it settles. */
export function countingDeliveries(real: Outbox): MadeDeliveries {
  let made: MadeDelivery[] = [];
  let onMade = (_: MadeDelivery) => {};

  return {
    outbox: {
      ...real,
      async settle(delivery, attempt, verdict) {
        await real.settle(delivery, attempt, verdict);
        if (verdict.kind === 'delivered') onMade(delivery);
      },
    },
    next: (count, counts) =>
      new Promise((resolve) => {
        made = [];
        onMade = (delivery) => {
          if (!counts(delivery)) return;
          made.push(delivery);
          if (made.length === count) resolve();
        };
      }),
    last: () => made,
  };
}
