import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { COPY_STREAMS, type CopyStream, type StreamStatus } from '../../../shared/contract/connection.ts';
import { UNKNOWN_FIGURES } from '../../../shared/contract/financial-report.ts';
import { parseJson } from '../../base/json.ts';
import { readFact } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { CopiedStatus } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import type { ReadingPlan, Resource } from './handshake.ts';
import { lastCheck } from './sync/check-stream.ts';
import { coverageOf } from './sync/coverage.ts';
import { customersProgress, customersReadAt } from './sync/customers-stream.ts';
import { noteSummaries } from './sync/note-summaries.ts';
import { ordersProgress, ordersReadAt } from './sync/orders-stream.ts';
import { productsProgress, productsReadAt } from './sync/products-stream.ts';
import { referenceProgress, referenceReadAt } from './sync/reference-stream.ts';
import type { StreamProgressOf, StreamReadAtOf } from './sync/stream.ts';

/** The plan of the last handshake, as JSON. */
export const PLAN = 'plan';

/** Why a stream failed last. */
export function problemFact(stream: string): string {
  return `problem ${stream}`;
}

const Plan = Type.Object({ madeAt: Type.Number(), resources: Type.Record(Type.String(), Type.Unknown()) });

/** Null where there was no handshake yet. */
export async function readKnownPlan(db: StoreKeeperDb): Promise<ReadingPlan | null> {
  const plan = parseJson((await readFact(db, PLAN)) ?? '');
  // This program wrote it, in this form.
  return Value.Check(Plan, plan) ? (plan as unknown as ReadingPlan) : null;
}

const PRODUCTS_SWEPT = 'products_swept_at';

/** Whether products have been read once, or cannot be: then the copy answers, but for orders that are still to come. */
export async function isAnswering(db: StoreKeeperDb): Promise<boolean> {
  if ((await readFact(db, PRODUCTS_SWEPT)) !== undefined) return true;
  const plan = await readKnownPlan(db);
  return plan !== null && plan.resources.products.readBy === null;
}

/** Why there are no products, as a sentence; null where they have been read. */
export async function refusalOfProducts(db: StoreKeeperDb): Promise<string | null> {
  if ((await readFact(db, PRODUCTS_SWEPT)) !== undefined) return null;
  const refused = (await readKnownPlan(db))?.resources.products.refused ?? [];
  const reasons = refused.map(({ reason }) => reason.replace(/\.$/, ''));
  return `Products of this account cannot be read: ${reasons.join('; ')}.`;
}

/** The resources that a stream reads; the first one names it. */
const RESOURCES_OF: Readonly<Record<CopyStream, readonly Resource[]>> = {
  reference: ['ownShop', 'shops', 'configuration', 'taxRates', 'paymentMethods', 'locations'],
  products: ['products'],
  orders: ['orders'],
  customers: ['customers'],
};

const PROGRESS_OF: Readonly<Record<CopyStream, StreamProgressOf>> = {
  reference: referenceProgress,
  products: productsProgress,
  orders: ordersProgress,
  customers: customersProgress,
};

/** What is read of an account and how, as far as its store knows. */
export async function statusOfAccount(db: StoreKeeperDb, now: number): Promise<CopiedStatus> {
  const plan = await readKnownPlan(db);
  const streams: StreamStatus[] = [];
  // Before the first handshake nobody knows what can be read.
  if (plan !== null) {
    for (const name of COPY_STREAMS) {
      const progress = await PROGRESS_OF[name](db, now);
      const problem = (await readFact(db, problemFact(name))) ?? null;
      streams.push({ name, ...howRead(name, plan), ...progress, problem });
    }
  }
  return {
    streams,
    coverage: await coverageOf(db, now),
    check: await lastCheck(db),
    notes: await noteSummaries(db),
    unknown: [...UNKNOWN_FIGURES],
  };
}

function howRead(name: CopyStream, plan: ReadingPlan): Pick<StreamStatus, 'readBy' | 'refused'> {
  const found = RESOURCES_OF[name].map((resource) => plan.resources[resource]);
  const readBy = found.flatMap((resource) => resource.readBy ?? []);
  return {
    readBy: readBy.length === 0 ? null : readBy.join(', '),
    refused: found.flatMap(({ refused }) => refused.map(({ function: by, reason }) => ({ by, reason }))),
  };
}

const READ_AT_OF: Readonly<Record<CopyStream, StreamReadAtOf>> = {
  reference: referenceReadAt,
  products: productsReadAt,
  orders: ordersReadAt,
  customers: customersReadAt,
};

const STREAMS_OF: Readonly<Record<keyof PlatformCalls, readonly CopyStream[]>> = {
  capabilitiesOf: [],
  listReference: ['reference'],
  searchProducts: ['products'],
  findProduct: ['products'],
  listProductPrices: ['products'],
  readPriceList: ['products'],
  listStock: ['products'],
  listCustomers: ['customers', 'orders'],
  findCustomer: ['customers', 'orders'],
  listOrders: ['orders'],
  findOrder: ['orders'],
  readDiscountOrders: ['orders'],
  listDiscountOrders: ['orders'],
  listOrderItems: ['orders'],
  listOrderPayments: ['orders'],
  readBatch: ['orders'],
  readChanges: ['products', 'orders'],
  readReport: ['orders'],
};

/** Up to when what a call reads was read: that of its oldest stream. Null where none of it was. */
export async function readUpTo(db: StoreKeeperDb, call: keyof PlatformCalls, now: number): Promise<number | null> {
  const moments: number[] = [];
  for (const stream of STREAMS_OF[call]) {
    const readAt = await READ_AT_OF[stream](db, now);
    if (readAt !== null) moments.push(readAt);
  }
  return moments.length === 0 ? null : Math.min(...moments);
}
