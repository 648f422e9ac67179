import { COPIED_ACCOUNT } from '../../../store/copies/copy-store.ts';
import {
  type NewNote,
  replaceNotesOf,
  type SeenCustomersTable,
  type StoreKeeperDb,
} from '../../../store/copies/storekeeper-copy-store.ts';
import {
  countSeenCustomers,
  readCustomers,
  removeUnseenCustomers,
  writeCustomers,
  writeSeenCustomers,
} from '../../../store/copies/storekeeper-customers.ts';
import { mapCustomer } from '../mapping/customers.ts';
import { noteOf } from '../mapping/notes.ts';
import { CustomerRecord } from '../mapping/wire-records.ts';
import { flagOf, readRecord } from '../mapping/wire-values.ts';
import { readAccountFacts } from './account-facts.ts';
import { rowIdOf } from './pages.ts';
import type { Stream, SyncContext } from './stream.ts';
import { createSweepStream, makeSweepDue, type SweepPage, sweepProgress, sweepReadAt } from './sweep.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The list of customers, where there is one. It wins over what orders say of a customer. */
export function createCustomersStream(context: SyncContext): Stream {
  return createSweepStream(context, {
    name: 'customers',
    resource: 'customers',
    intervalMs: DAY_MS,
    writePage: writeCustomerPage,
    countSeen: countSeenCustomers,
    removeUnseen: removeUnseenCustomers,
  });
}

export function makeCustomersDue(db: StoreKeeperDb): Promise<void> {
  return makeSweepDue(db, 'customers');
}

export const customersReadAt = sweepReadAt('customers');

export const customersProgress = sweepProgress('customers');

async function writeCustomerPage(db: StoreKeeperDb, { rows, sweep, readAt }: SweepPage): Promise<number> {
  const { homeCountry } = await readAccountFacts(db);
  const notes = new Map<string, NewNote[]>();
  const seen: SeenCustomersTable[] = [];
  const listed = new Map<number, CustomerRecord>();
  for (const row of rows) {
    const id = rowIdOf(row);
    if (id === null) continue;
    const record = readRecord(CustomerRecord, row);
    const isDeleted = record !== null && flagOf(record.deleted) === true;
    seen.push({ customer_id: id, sweep, is_deleted: isDeleted ? 1 : 0 });
    notes.set(`customer:${id}`, record === null ? [noteOf('record_unreadable', 'customer', id)] : []);
    if (record !== null && !isDeleted) listed.set(id, record);
  }
  const known = await readCustomers(db, [...listed.keys()]);
  const customers = [...listed.values()].map((record) => {
    const customer = mapCustomer(record, COPIED_ACCOUNT, homeCountry);
    // 0: the list does not say since when; that of the first order is then the best that is known.
    const date_created = customer.date_created || (known.get(customer.id)?.date_created ?? 0);
    return { ...customer, date_created };
  });
  await writeCustomers(db, customers);
  const newRows = await writeSeenCustomers(db, seen);
  await replaceNotesOf(db, notes, readAt);
  return newRows;
}
