import { addDays, type CalendarDate, dateAt } from '../../../../shared/calendar.ts';
import type { OrderCoverage } from '../../../../shared/contract/connection.ts';
import type { StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import { countKnownOrders, countOrdersByMonth } from '../../../store/copies/storekeeper-orders.ts';
import { type OrderListing, readListing, readRefusal } from './order-listing.ts';

/**
 * An order is named by when it was created, and counts in the month in which it was bought, which may be so many days later.
 */
const DAYS_BEFORE = 60;

/** The first day of the first month of which no order is missing; null while there is none. */
function completeFromOf({ readFrom }: OrderListing, now: number): CalendarDate | null {
  if (readFrom === null) return null;
  const from = addDays(readFrom, DAYS_BEFORE);
  const first = from.endsWith('-01') ? from : `${addDays(`${from.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
  return first <= dateAt(now) ? first : null;
}

/** Whether any period can be answered. */
export function coversAnything(listing: OrderListing, now: number): boolean {
  return listing.isWhole || completeFromOf(listing, now) !== null;
}

/** Which orders the copy has, and of which months it has all of them. */
export async function coverageOf(db: StoreKeeperDb, now: number): Promise<OrderCoverage> {
  const listing = await readListing(db);
  const { read, unread } = await countKnownOrders(db);
  const counted = await countOrdersByMonth(db);
  const months = counted.map(({ month, orders }) => ({ month: monthText(month), orders }));
  const first = months.at(-1)?.month;
  const isOldestKnown = listing.isWhole && first !== undefined;
  const completeFrom = isOldestKnown ? `${first}-01` : completeFromOf(listing, now);
  const isComplete = (month: string) => listing.isWhole || (completeFrom !== null && `${month}-01` >= completeFrom);
  return {
    ...{ completeFrom, isWhole: listing.isWhole },
    ...{ done: read, of: Math.max(read + unread, listing.isWhole ? 0 : (listing.total ?? 0)) },
    months: months.map((one) => ({ ...one, isComplete: isComplete(one.month) })),
  };
}

/** `202608` as `2026-08`. */
function monthText(month: number): string {
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
}

/**
 * Why orders of these days, both included, cannot be answered, as a sentence; null where none of them is missing.
 */
export async function refusalOf(
  db: StoreKeeperDb,
  period: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<string | null> {
  const listing = await readListing(db);
  if (listing.isWhole) return null;
  const completeFrom = completeFromOf(listing, listing.listedAt ?? 0);
  if (completeFrom !== null && period.from >= completeFrom) return null;
  const refused = await readRefusal(db);
  if (refused !== null) return `Orders of this account cannot be read: ${refused}.`;
  const share = await shareText(db, listing);
  if (completeFrom === null) return `Orders are being read${share === null ? '' : `: ${share}`}.`;
  return `Orders are complete from ${dayText(completeFrom)}; older ones: ${share ?? 'not yet known'}.`;
}

/** How much has been read of all that is known to be there; null while that is not known. */
async function shareText(db: StoreKeeperDb, { allTop, total }: OrderListing): Promise<string | null> {
  const { read, unread } = await countKnownOrders(db);
  const of = allTop === null ? total : read + unread;
  if (of === null || of === 0) return null;
  // What is not whole is never 100 %.
  return `${Math.min(99, Math.floor((read * 100) / of))} %`;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** `1 August 2026` */
function dayText(date: CalendarDate): string {
  const [year, month = 0, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}
