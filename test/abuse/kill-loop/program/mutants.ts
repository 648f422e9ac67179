import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Random } from '../../../../electron/platform/demo/prng.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { inWriteTransaction } from '../../../../electron/store/transactions.ts';
import type { LeasedDelivery, NewDelivery, Outbox } from '../../../../electron/store/webhooks/outbox.ts';
import type { WrittenChange } from '../stored-record.ts';
import { type Action, changesOf } from './actions.ts';

type Db = Kysely<StoreSchema>;

/** What a mutant may replace: without it, the program as it is. */
interface VictimParts {
  outbox(real: Outbox): Outbox;
  /** Acts in one transaction, and reports what came of it once that is committed. */
  transact(db: Db, action: Action, random: Random, report: (changes: readonly WrittenChange[]) => void): Promise<void>;
  /** Before anything is written. */
  prepare(db: Db): Promise<void>;
  /** Nothing is delivered but in the life in which all has to be. */
  readonly deliversInTheEndAlone: boolean;
}

const REAL: VictimParts = {
  outbox: (real) => real,
  async transact(db, action, random, report) {
    report(await inWriteTransaction(db, (transaction) => changesOf(transaction, action, random)));
  },
  prepare: async () => {},
  deliversInTheEndAlone: false,
};

/** A mistake that the loop has to find. */
interface Mutant extends Partial<VictimParts> {
  /** What is wrong then. */
  readonly flaw: string;
  /** It may take more kills than a short run has. */
  readonly leftToAbuse?: boolean;
}

const SUCCESS = { status: 204, failure: null, durationMs: 0, answer: '' } as const;

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'in-memory-queue': { flaw: 'deliveries are kept in memory alone', outbox: inMemoryQueue },
  'mark-before-send': {
    flaw: 'a delivery counts as made before it is tried',
    leftToAbuse: true,
    outbox: (real) =>
      leasing(real, async (delivery, now) => {
        await real.settle(delivery, { ...SUCCESS, at: now }, { kind: 'delivered' });
        return delivery;
      }),
  },
  'two-transactions': {
    flaw: 'the position moves before the delivery is put',
    leftToAbuse: true,
    outbox: (real) => ({
      ...real,
      async put(reading) {
        const isMoved = await real.put({ ...reading, delivery: null });
        if (isMoved && reading.delivery) await real.add(reading.from.webhookId, reading.delivery, reading.dueAt);
        return isMoved;
      },
    }),
  },
  'two-transactions-turned': {
    flaw: 'the delivery is put before the position moves',
    leftToAbuse: true,
    outbox: (real) => ({
      ...real,
      async put(reading) {
        if (reading.delivery) await real.add(reading.from.webhookId, reading.delivery, reading.dueAt);
        return real.put({ ...reading, delivery: null });
      },
    }),
  },
  'fresh-id-on-retry': {
    flaw: 'another attempt is another message',
    leftToAbuse: true,
    outbox: (real) => leasing(real, (delivery, now) => ({ ...delivery, messageId: `${delivery.messageId}-${now}` })),
  },
  'fresh-body-on-retry': {
    flaw: 'the body is made again for every attempt',
    leftToAbuse: true,
    outbox: (real) =>
      leasing(real, (delivery, now) => {
        const timestamp = new Date(now).toISOString();
        return { ...delivery, body: JSON.stringify({ ...JSON.parse(delivery.body), timestamp }) };
      }),
  },
  'lease-for-ever': {
    flaw: 'what was leased when it was killed stays leased',
    leftToAbuse: true,
    outbox: (real) => ({
      ...real,
      lease: (webhookId, now) => real.lease(webhookId, now, Number.MAX_SAFE_INTEGER),
      releaseLeases: async () => {},
    }),
  },
  'acknowledge-early': {
    flaw: 'a write is acknowledged before its commit',
    leftToAbuse: true,
    transact: (db, action, random, report) =>
      inWriteTransaction(db, async (transaction) => {
        report(await changesOf(transaction, action, random));
        await delay(2);
      }),
  },
  'skip-a-change': {
    flaw: 'the feed does not tell of some writes',
    // Every third order changes without a change in the feed. A connection forgets its own triggers with its end.
    async prepare(db) {
      await sql`create temp trigger skip_a_change before insert on main.order_changes when new.order_id % 3 = 0
        begin select raise(ignore); end`.execute(db);
    },
  },
  'never-deliver-while-killed': {
    flaw: 'nothing is delivered before the end',
    leftToAbuse: true,
    deliversInTheEndAlone: true,
  },
};

type Changed<Value> = Value | Promise<Value>;

/** An outbox that changes what is leased. */
function leasing(real: Outbox, change: (delivery: LeasedDelivery, now: number) => Changed<LeasedDelivery>): Outbox {
  return {
    ...real,
    async lease(webhookId, now, leasedUntil) {
      const delivery = await real.lease(webhookId, now, leasedUntil);
      return delivery && change(delivery, now);
    },
  };
}

/** The position is durable, the deliveries are kept in memory alone. */
function inMemoryQueue(real: Outbox): Outbox {
  const queue: LeasedDelivery[] = [];
  let lastId = 1_000_000_000;
  const enqueue = (webhookId: number, delivery: NewDelivery) => {
    lastId += 1;
    const state = { isQueued: true, attempts: 0, scheduleStart: 0, leasedUntil: 0 };
    queue.push({ ...delivery, ...state, id: lastId, webhookId });
  };
  const waiting = (webhookId: number) => queue.filter((delivery) => delivery.webhookId === webhookId);
  return {
    ...real,
    async put(reading) {
      const isMoved = await real.put({ ...reading, delivery: null });
      if (isMoved && reading.delivery) enqueue(reading.from.webhookId, reading.delivery);
      return isMoved;
    },
    countPending: async (webhookId) => waiting(webhookId).length,
    async lease(webhookId) {
      const [first] = waiting(webhookId);
      if (first) queue.splice(queue.indexOf(first), 1);
      return first ?? null;
    },
    nextDueAt: async (webhookId) => waiting(webhookId)[0]?.createdAt ?? null,
    async settle(delivery, _attempt, verdict) {
      if (verdict.kind === 'again') queue.push({ ...delivery, attempts: delivery.attempts + 1 });
    },
  };
}

/** The parts of the program, but for what the mutant replaces. */
export function partsWith(name: string | null): VictimParts {
  const mutant = name === null ? {} : MUTANTS[name];
  if (mutant === undefined) throw new Error(`There is no mutant ${name}.`);
  return { ...REAL, ...mutant };
}
