import type { Outbox, Verdict } from '../store/webhooks/outbox.ts';

/** The outbox, which tells what becomes of a delivery once an attempt at it is settled. */
export function observedOutbox(outbox: Outbox, observe: (outcome: Verdict['kind']) => void): Outbox {
  return {
    ...outbox,
    async settle(delivery, attempt, verdict) {
      await outbox.settle(delivery, attempt, verdict);
      observe(verdict.kind);
    },
  };
}
