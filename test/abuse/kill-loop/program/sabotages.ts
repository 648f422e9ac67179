import type { LeasedDelivery, NewDelivery, Outbox } from '../../../../electron/store/webhooks/outbox.ts';
import { acknowledged, acknowledgedEarly } from './acknowledge.ts';

/** A mistake that the loop has to find: what stands in the place of the real parts. */
interface Sabotage {
  readonly outbox?: (real: Outbox) => Outbox;
  readonly transact?: typeof acknowledged;
}

const SUCCESS = { status: 204, failure: null, durationMs: 0, answer: '' } as const;
const NEVER = Number.MAX_SAFE_INTEGER;

/** The position is durable, the deliveries are kept in memory alone. */
function inMemoryQueue(real: Outbox): Outbox {
  const queue: LeasedDelivery[] = [];
  let lastId = 1_000_000_000;
  const enqueue = (webhookId: number, delivery: NewDelivery) => {
    lastId += 1;
    queue.push({ ...delivery, id: lastId, webhookId, attempts: 0, scheduleStart: 0, leasedUntil: 0 });
  };
  const waiting = (webhookId: number) => queue.filter((delivery) => delivery.webhookId === webhookId);
  const take = (webhookId: number) => {
    const [first] = waiting(webhookId);
    if (first) queue.splice(queue.indexOf(first), 1);
    return first ?? null;
  };
  return {
    ...real,
    async put(reading) {
      const isMoved = await real.put({ ...reading, delivery: null });
      if (isMoved && reading.delivery) enqueue(reading.from.webhookId, reading.delivery);
      return isMoved;
    },
    countPending: async (webhookId) => waiting(webhookId).length,
    lease: async (webhookId) => take(webhookId),
    nextDueAt: async (webhookId) => waiting(webhookId)[0]?.createdAt ?? null,
    async settle(delivery, _attempt, verdict) {
      if (verdict.kind === 'again') queue.push({ ...delivery, attempts: delivery.attempts + 1 });
    },
  };
}

/** A delivery counts as made before it is tried. */
function markBeforeSend(real: Outbox): Outbox {
  return {
    ...real,
    async lease(webhookId, now, leasedUntil) {
      const delivery = await real.lease(webhookId, now, leasedUntil);
      if (delivery) await real.settle(delivery, { ...SUCCESS, at: now }, { kind: 'delivered' });
      return delivery;
    },
  };
}

/** The position moves first, and the delivery is put after it. */
function twoTransactions(real: Outbox): Outbox {
  return {
    ...real,
    async put(reading) {
      const { from, delivery } = reading;
      const isMoved = await real.put({ ...reading, delivery: null });
      if (isMoved && delivery) await real.add(from.webhookId, delivery, reading.dueAt);
      return isMoved;
    },
  };
}

/** The delivery is put first, and the position moves after it. */
function twoTransactionsTurned(real: Outbox): Outbox {
  return {
    ...real,
    async put(reading) {
      const { from, delivery } = reading;
      if (delivery) await real.add(from.webhookId, delivery, reading.dueAt);
      return real.put({ ...reading, delivery: null });
    },
  };
}

/** Another attempt is another message. */
function freshIdOnRetry(real: Outbox): Outbox {
  return {
    ...real,
    async lease(webhookId, now, leasedUntil) {
      const delivery = await real.lease(webhookId, now, leasedUntil);
      return delivery && { ...delivery, messageId: `${delivery.messageId}-${now}` };
    },
  };
}

/** The body is made anew for every attempt, as if nothing had been frozen. */
function freshBodyOnRetry(real: Outbox): Outbox {
  return {
    ...real,
    async lease(webhookId, now, leasedUntil) {
      const delivery = await real.lease(webhookId, now, leasedUntil);
      if (delivery === null) return null;
      const timestamp = new Date(now).toISOString();
      return { ...delivery, body: JSON.stringify({ ...JSON.parse(delivery.body), timestamp }) };
    },
  };
}

/** What was leased when the program was killed stays leased for ever. */
function leaseForEver(real: Outbox): Outbox {
  return {
    ...real,
    lease: (webhookId, now) => real.lease(webhookId, now, NEVER),
    releaseLeases: async () => {},
  };
}

export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'in-memory-queue': { outbox: inMemoryQueue },
  'mark-before-send': { outbox: markBeforeSend },
  'two-transactions': { outbox: twoTransactions },
  'two-transactions-turned': { outbox: twoTransactionsTurned },
  'fresh-id-on-retry': { outbox: freshIdOnRetry },
  'fresh-body-on-retry': { outbox: freshBodyOnRetry },
  'lease-for-ever': { outbox: leaseForEver },
  'acknowledge-early': { transact: acknowledgedEarly },
};

/** What the program is joined with: the real outbox and transactions, but for what the sabotage replaces. */
export function sabotaged(name: string | null, real: Outbox) {
  const sabotage = name === null ? {} : SABOTAGES[name];
  if (sabotage === undefined) throw new Error(`There is no sabotage ${name}.`);
  return { outbox: sabotage.outbox?.(real) ?? real, transact: sabotage.transact ?? acknowledged };
}
