import { addDays, type CalendarDate, getDateAt } from '../../../shared/calendar.ts';
import type { OrderCoverage } from '../../../shared/contract/connection.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import {
  countKnownOrders,
  type MissingOrders,
  readLastUnreadMonth,
  readMissingOrders,
} from '../../store/copies/storekeeper-known-orders.ts';
import { countOrdersByMonth } from '../../store/copies/storekeeper-orders.ts';
import { readRefusal } from './offers.ts';
import { addMonths, type OrderListing, orderListing, toMonthNumber } from './order-listing.ts';

/** Ids are listed by creation date, but an order counts in the month of purchase, which can be this many days later. */
const MAX_DAYS_TO_PURCHASE = 60;

/** The months (YYYYMM) whose orders are all known. */
interface Completeness {
  /**
   * The first month from which all orders are known; 0 if there are no older ones, `null` if no month is complete yet.
   */
  readonly from: number | null;
  /** False if older orders may exist although all listed ones have been read. */
  readonly areOlderKnown: boolean;
  /** Orders that cannot be read, and orders that are not read yet. */
  readonly unreadable: readonly MissingOrders[];
  readonly unread: readonly MissingOrders[];
}

async function readCompleteness(db: StoreKeeperDb, now: number): Promise<Completeness> {
  const listing = await orderListing.read(db);
  const missing = await readMissingOrders(db, listing);
  const unreadable = missing.filter(({ isUnreadable }) => isUnreadable === 1);
  const unread = missing.filter(({ isUnreadable }) => isUnreadable === 0);
  const from = await findFirstKnownMonth(db, listing);
  const areOlderKnown = !(listing.isWhole && listing.unprovenBefore !== null);
  return {
    from: from !== null && from <= toMonthNumber(getDateAt(now)) ? from : null,
    areOlderKnown,
    unreadable,
    unread,
  };
}

async function findFirstKnownMonth(db: StoreKeeperDb, listing: OrderListing): Promise<number | null> {
  const { isWhole, unprovenBefore, window, run } = listing;
  if (isWhole) return unprovenBefore === null ? 0 : getFirstFullMonth(addDays(unprovenBefore, MAX_DAYS_TO_PURCHASE));
  if (window === null) return null;
  const months = [window, ...(run === null ? [] : [run.before])].map((date) =>
    getFirstFullMonth(addDays(date, MAX_DAYS_TO_PURCHASE)),
  );
  const unread = await readLastUnreadMonth(db);
  return Math.max(...months, unread === null ? 0 : addMonths(unread, 1));
}

/** Returns the first month that starts on or after this day. */
function getFirstFullMonth(date: CalendarDate): number {
  return date.endsWith('-01') ? toMonthNumber(date) : addMonths(toMonthNumber(date), 1);
}

function isComplete({ from, unreadable, unread }: Completeness, month: number): boolean {
  return from !== null && month >= from && filterByMonths([...unreadable, ...unread], month, month).length === 0;
}

/** Reads how many orders the copy has, and which months are complete. */
export async function readCoverage(db: StoreKeeperDb, now: number): Promise<OrderCoverage> {
  const { isWhole } = await orderListing.read(db);
  const completeness = await readCompleteness(db, now);
  const { listed, wanted, read, unreadable: lost } = await countKnownOrders(db);
  const [unreadable, unread] = [countMissing(completeness.unreadable), countMissing(completeness.unread)];
  const months = await countOrdersByMonth(db);
  const oldest = months.at(-1)?.month;
  const { areOlderKnown } = completeness;
  const from = isWhole && areOlderKnown ? (oldest ?? null) : completeness.from;
  return {
    completeFrom: from === null ? null : `${formatMonth(from)}-01`,
    ...{ isWhole: isWhole && unreadable + unread === 0, areOlderKnown, unreadable, unread },
    ...{ done: read, of: read + lost + listed + wanted },
    months: months.map(({ month, orders }) => ({
      ...{ month: formatMonth(month), orders },
      isComplete: isComplete(completeness, month),
    })),
  };
}

/** `202608` as `2026-08`. */
function formatMonth(month: number): string {
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
}

export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A period for queries that need every order. */
export const EVERYTHING: Period = { from: '0001-01-01', to: '9999-12-31' };

/**
 * Returns why queries for this period (both days included) cannot be answered, as a sentence; `null` if the period is
 * complete.
 */
export async function refuseOrders(db: StoreKeeperDb, period: Period, now: number): Promise<string | null> {
  const { isWhole, newAt } = await orderListing.read(db);
  const lost = await readRefusal(db, 'listOrderIds');
  // StoreKeeper no longer lists ids, so orders since the last listing are unknown.
  if (lost !== null && newAt !== null && period.to >= getDateAt(newAt)) return formatRefusal(lost);
  const completeness = await readCompleteness(db, now);
  const [first, last] = [toMonthNumber(period.from), toMonthNumber(period.to)];
  const isTooEarly = completeness.from === null || first < completeness.from;
  if (!isWhole && isTooEarly) return refuseUnread(db, completeness.from);
  // `EVERYTHING` is accepted because customers would otherwise never be shown. Their sums are those of the listed
  // orders.
  if (isTooEarly && period !== EVERYTHING) return refuseUnproven(completeness.from);
  const range = period === EVERYTHING ? '' : ` from ${formatDay(period.from)} to ${formatDay(period.to)}`;
  return (
    refuseUnreadable(filterByMonths(completeness.unreadable, first, last), range) ??
    refuseWaiting(filterByMonths(completeness.unread, first, last), range)
  );
}

/** Returns the orders that may be in these months, both included. */
function filterByMonths(orders: readonly MissingOrders[], first: number, last: number): readonly MissingOrders[] {
  return orders.filter(({ first_month, last_month }) => first_month <= last && first <= last_month);
}

function countMissing(missing: readonly MissingOrders[]): number {
  return missing.reduce((sum, { orders }) => sum + orders, 0);
}

function refuseUnreadable(missing: readonly MissingOrders[], range: string): string | null {
  const example = missing[0]?.example;
  if (example === undefined) return null;
  const count = countMissing(missing);
  const one = example < 0 ? 'the id of an order cannot be read' : `order ${example} cannot be read`;
  const several = `${count} orders cannot be read${example < 0 ? '' : `, such as order ${example}`}`;
  return `Orders are incomplete${range}: ${count === 1 ? one : several}.`;
}

function refuseWaiting(missing: readonly MissingOrders[], range: string): string | null {
  const example = missing[0]?.example;
  if (example === undefined) return null;
  const count = countMissing(missing);
  const one = `order ${example} is not read yet`;
  return `Orders are being read${range}: ${count === 1 ? one : `${count} are not read yet, such as order ${example}`}.`;
}

function refuseUnproven(from: number | null): string {
  if (from === null) return 'Orders are not known: StoreKeeper lists too few to check whether there are others.';
  const day = formatDay(`${formatMonth(from)}-01`);
  return `Orders are not known before ${day}: StoreKeeper may have older ones that it does not list.`;
}

async function refuseUnread(db: StoreKeeperDb, from: number | null): Promise<string> {
  for (const name of ['listOrderIds', 'getOrder'] as const) {
    const refusal = await readRefusal(db, name);
    if (refusal !== null) return formatRefusal(refusal);
  }
  const share = await formatShare(db);
  if (from === null) return `Orders are being read${share === null ? '' : `: ${share}`}.`;
  return `Orders are complete from ${formatDay(`${formatMonth(from)}-01`)}; older ones: ${share ?? 'not yet known'}.`;
}

function formatRefusal(refusal: string): string {
  return `Orders of this account cannot be read: ${refusal.replace(/\.$/, '')}.`;
}

/** Formats the share of known orders that has been read; `null` if none are known. */
async function formatShare(db: StoreKeeperDb): Promise<string | null> {
  const { listed, wanted, read, unreadable } = await countKnownOrders(db);
  const of = read + unreadable + listed + wanted;
  // An incomplete copy never says 100%.
  return of === 0 ? null : `${Math.min(99, Math.floor((read * 100) / of))}%`;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** `1 August 2026` */
function formatDay(date: CalendarDate): string {
  const [year, month = 0, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}
