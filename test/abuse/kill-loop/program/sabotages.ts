import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import type { LeasedDelivery, NewDelivery, Outbox } from '../../../../electron/store/webhooks/outbox.ts';
import { acknowledged, acknowledgedEarly } from './acknowledge.ts';

/** A mistake that the loop has to find: what stands in the place of the real parts. */
interface Sabotage {
  /** What is wrong then. */
  readonly flaw: string;
  /** It may take more kills than a short run has. */
  readonly leftToAbuse?: boolean;
  readonly outbox?: (real: Outbox) => Outbox;
  readonly transact?: typeof acknowledged;
  /** Before anything is written. */
  readonly prepare?: (db: Kysely<StoreSchema>) => Promise<void>;
  /** Nothing is delivered but in the life in which all has to be. */
  readonly deliversInTheEndAlone?: boolean;
}

const SUCCESS = { status: 204, failure: null, durationMs: 0, answer: '' } as const;
const NEVER = Number.MAX_SAFE_INTEGER;

/** The position is durable, the deliveries are kept in memory alone. */
function inMemoryQueue(real: Outbox): Outbox {
  const queue: LeasedDelivery[] = [];
  let lastId = 1_000_000_000;
  const enqueue = (webhookId: number, delivery: NewDelivery) => {
    lastId += 1;
    queue.push({
      ...delivery,
      id: lastId,
      webhookId,
      isQueued: true,
      attempts: 0,
      scheduleStart: 0,
      leasedUntil: 0,
    });
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

/** Every third order changes without a word in the feed. A connection forgets its own triggers with its end. */
async function skipAChange(db: Kysely<StoreSchema>): Promise<void> {
  await sql`create temp trigger skip_a_change before insert on main.order_changes when new.order_id % 3 = 0
    begin select raise(ignore); end`.execute(db);
}

export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'in-memory-queue': { flaw: 'deliveries are kept in memory alone', outbox: inMemoryQueue },
  'mark-before-send': {
    flaw: 'a delivery counts as made before it is tried',
    leftToAbuse: true,
    outbox: markBeforeSend,
  },
  'two-transactions': {
    flaw: 'the position moves before the delivery is put',
    leftToAbuse: true,
    outbox: twoTransactions,
  },
  'two-transactions-turned': {
    flaw: 'the delivery is put before the position moves',
    leftToAbuse: true,
    outbox: twoTransactionsTurned,
  },
  'fresh-id-on-retry': {
    flaw: 'another attempt is another message',
    leftToAbuse: true,
    outbox: freshIdOnRetry,
  },
  'fresh-body-on-retry': {
    flaw: 'the body is made anew for every attempt',
    leftToAbuse: true,
    outbox: freshBodyOnRetry,
  },
  'lease-for-ever': {
    flaw: 'what was leased when it was killed stays leased',
    leftToAbuse: true,
    outbox: leaseForEver,
  },
  'acknowledge-early': {
    flaw: 'a write is acknowledged before its commit',
    leftToAbuse: true,
    transact: acknowledgedEarly,
  },
  'skip-a-change': { flaw: 'the feed does not tell of some writes', prepare: skipAChange },
  'never-deliver-while-killed': {
    flaw: 'nothing is delivered before the end',
    leftToAbuse: true,
    deliversInTheEndAlone: true,
  },
};

/** What the program is joined with: the real outbox and transactions, but for what the sabotage replaces. */
export function sabotaged(name: string | null, real: Outbox) {
  const { outbox, transact, prepare, deliversInTheEndAlone } = sabotageOf(name);
  return {
    outbox: outbox?.(real) ?? real,
    transact: transact ?? acknowledged,
    prepare: prepare ?? (async () => {}),
    deliversInTheEndAlone: deliversInTheEndAlone ?? false,
  };
}

function sabotageOf(name: string | null): Partial<Sabotage> {
  const sabotage = name === null ? {} : SABOTAGES[name];
  if (sabotage === undefined) throw new Error(`There is no sabotage ${name}.`);
  return sabotage;
}
