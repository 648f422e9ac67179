import { formatTimestamp, formatTimestampOrNull } from '../../../shared/calendar.ts';
import {
  COPY_STREAMS,
  type CopyCheck,
  type CopyStream,
  type NoteExample,
  type NoteSummary,
  type StreamProgress,
  type StreamStatus,
} from '../../../shared/contract/connection.ts';
import { UNKNOWN_FIGURES } from '../../../shared/contract/financial-report.ts';
import { toEuros } from '../../../shared/money.ts';
import { readFact } from '../../store/copies/copy-store.ts';
import { readLatestNotes, type StoreKeeperDb, sumNotesByKind } from '../../store/copies/storekeeper-copy-store.ts';
import { hasOrderInState } from '../../store/copies/storekeeper-known-orders.ts';
import type { CopiedStatus } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { readCoverage } from './coverage.ts';
import type { StoreKeeperFunction } from './functions.ts';
import { hasKnownGroups, LISTS, type ListName, REFERENCE_LISTS } from './lists.ts';
import type { NoteDetail } from './notes.ts';
import { readMissingUntil, readRefusal } from './offers.ts';
import { readOrdersTime } from './order-ids.ts';
import { orderListing } from './order-listing.ts';
import { lastCheck } from './sync-check.ts';
import { readListProgress, readListTime } from './sync-lists.ts';
import { readOrdersProgress } from './sync-orders.ts';

/** Returns the name of the fact with a task's last failure. */
export function getProblemFact(task: string): string {
  return `problem ${task}`;
}

/** The lists of each stream. Orders are not read as a list. */
const STREAM_LISTS: Readonly<Record<CopyStream, readonly ListName[]>> = {
  ...{ reference: REFERENCE_LISTS, products: ['products'], orders: [], customers: ['customers'] },
};

const ORDER_FUNCTIONS = ['listOrderIds', 'getOrder'] as const;

/** Returns the functions that can read each list of a stream. */
function getFunctions(stream: CopyStream): readonly (readonly StoreKeeperFunction[])[] {
  return stream === 'orders'
    ? ORDER_FUNCTIONS.map((name) => [name])
    : STREAM_LISTS[stream].map((list) => LISTS[list].functions);
}

/** Whether the copy answers: products have been read or cannot be read. Orders may still be incomplete. */
export async function isAnswering(db: StoreKeeperDb): Promise<boolean> {
  if ((await readListTime(db, 'products')) !== null) return true;
  return (await readMissingUntil(db, LISTS.products.functions)) !== null;
}

/** Whether the first reading is complete. */
export async function isFirstCopyDone(db: StoreKeeperDb): Promise<boolean> {
  if (!(await isAnswering(db))) return false;
  const missing = await Promise.all(ORDER_FUNCTIONS.map((name) => readMissingUntil(db, [name])));
  if (missing.some((until) => until !== null)) return true;
  return (await orderListing.read(db)).isWhole && !(await hasOrderInState(db, 'wanted'));
}

/** Returns why there are no products, as a sentence; `null` if they have been read. */
export async function refuseProducts(db: StoreKeeperDb): Promise<string | null> {
  if ((await readListTime(db, 'products')) !== null) return null;
  const refusals = await Promise.all(LISTS.products.functions.map((name) => readRefusal(db, name)));
  const reasons = refusals.flatMap((reason) => reason?.replace(/\.$/, '') ?? []);
  return `Products of this account cannot be read: ${reasons.join('; ')}.`;
}

/** Reads the status of a copy from its store. */
export async function readStatus(db: StoreKeeperDb, now: number): Promise<CopiedStatus> {
  return {
    streams: await Promise.all(COPY_STREAMS.map((name) => readStream(db, name, now))),
    coverage: await readCoverage(db, now),
    check: await readCheck(db),
    notes: await summarizeNotes(db),
    unknown: (await hasKnownGroups(db)) ? [...UNKNOWN_FIGURES] : [...UNKNOWN_FIGURES, 'turnover_by_group'],
  };
}

async function readStream(db: StoreKeeperDb, name: CopyStream, now: number): Promise<StreamStatus> {
  const refused: { by: string; reason: string }[] = [];
  const readBy: string[] = [];
  for (const functions of getFunctions(name)) {
    let used: string | null = null;
    for (const one of functions) {
      const reason = await readRefusal(db, one);
      if (reason !== null) refused.push({ by: one, reason });
      else used ??= one;
    }
    if (used !== null) readBy.push(used);
  }
  const isUnreadable = name === 'orders' ? readBy.length < ORDER_FUNCTIONS.length : readBy.length === 0;
  return {
    ...{ name, refused, readBy: isUnreadable ? null : readBy.join(', ') },
    readAt: formatTimestampOrNull(await readStreamTime(db, name)),
    progress: await readProgress(db, name, now),
    problem: await readProblem(db, name),
  };
}

async function readProgress(db: StoreKeeperDb, name: CopyStream, now: number): Promise<StreamProgress | null> {
  if (name === 'orders') return readOrdersProgress(db, now);
  for (const list of STREAM_LISTS[name]) {
    const progress = await readListProgress(db, list, now);
    if (progress !== null) return progress;
  }
  return null;
}

async function readProblem(db: StoreKeeperDb, name: CopyStream): Promise<string | null> {
  const tasks = name === 'orders' ? ['orderIds', 'orders', 'check'] : STREAM_LISTS[name];
  for (const task of tasks) {
    const problem = await readFact(db, getProblemFact(task));
    if (problem !== undefined) return problem;
  }
  return null;
}

/** Returns when a stream was last read completely; `null` if never. Ignores functions that the account lacks. */
async function readStreamTime(db: StoreKeeperDb, name: CopyStream): Promise<number | null> {
  if (name === 'orders') return readOrdersTime(db);
  const times: number[] = [];
  for (const list of STREAM_LISTS[name]) {
    if ((await readMissingUntil(db, LISTS[list].functions)) !== null) continue;
    const time = await readListTime(db, list);
    if (time === null) return null;
    times.push(time);
  }
  return times.length === 0 ? null : Math.min(...times);
}

async function readCheck(db: StoreKeeperDb): Promise<CopyCheck | null> {
  const { checkedAt, missing, removed, compared, differing, amount } = await lastCheck.read(db);
  if (checkedAt === null) return null;
  return { checkedAt: formatTimestamp(checkedAt), missing, removed, compared, differing, amount: toEuros(amount) };
}

const MAX_EXAMPLES = 5;

/** Notes by kind with the latest examples. Amounts are in euros. */
async function summarizeNotes(db: StoreKeeperDb): Promise<NoteSummary[]> {
  const summaries: NoteSummary[] = [];
  for (const { kind, count, amount } of await sumNotesByKind(db)) {
    const latest = await readLatestNotes(db, kind, MAX_EXAMPLES);
    const examples = latest.map(({ record, detail }) => createExample(record, JSON.parse(detail) as NoteDetail));
    summaries.push({ kind, count, amount: toEurosOrNull(amount), examples });
  }
  return summaries;
}

function createExample(record: string, { given, written, theirs, ours, amount }: NoteDetail): NoteExample {
  return {
    ...{ record: record.replace(':', ' '), given: given ?? null, written: written ?? null },
    ...{ theirs: toEurosOrNull(theirs), ours: toEurosOrNull(ours), amount: toEurosOrNull(amount) },
  };
}

function toEurosOrNull(amount: number | null | undefined): number | null {
  return amount === null || amount === undefined ? null : toEuros(amount);
}

const CALL_STREAMS: Readonly<Record<keyof PlatformCalls, readonly CopyStream[]>> = {
  getCapabilities: [],
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

/** Returns when the records of a call were last read, according to the oldest stream; `null` if none was read. */
export async function readCallTime(db: StoreKeeperDb, call: keyof PlatformCalls): Promise<number | null> {
  const times = await Promise.all(CALL_STREAMS[call].map((stream) => readStreamTime(db, stream)));
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
