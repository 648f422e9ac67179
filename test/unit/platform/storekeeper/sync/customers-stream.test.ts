import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../electron/platform/demo/prng.ts';
import {
  createCustomersStream,
  customersProgress,
  makeCustomersDue,
} from '../../../../../electron/platform/storekeeper/sync/customers-stream.ts';
import { COPIED_ACCOUNT, readFact } from '../../../../../electron/store/copies/copy-store.ts';
import { upsertRows } from '../../../../../electron/store/copies/storekeeper-copy-store.ts';
import { readListedCustomers } from '../../../../../electron/store/copies/storekeeper-customers.ts';
import { customerRecord } from '../../../../support/storekeeper/made-customers.ts';
import { customerIdAt } from '../../../../support/storekeeper/made-orders.ts';
import { digestTables } from '../../../../support/table-digests.ts';
import {
  type CopyFile,
  openAccount,
  openScripted,
  pageOf,
  readOn,
  readOnInSpite,
  readOnThroughKills,
} from './account-rig.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const customersOf = ({ rows }: CopyFile) =>
  rows('select id, name, email, city, date_created from customers order by id');

/** As the account has them, without deleted ones. */
const expectedOf = (count: number) =>
  Array.from({ length: count }, (_, at) => customerRecord(customerIdAt(at)))
    .filter(({ deleted }) => !deleted)
    .map(({ id, name, date_created, contact_set, contact_address }) => ({
      ...{ id, name, email: contact_set.email ?? '', city: contact_address.city ?? '' },
      date_created: Date.parse(date_created),
    }))
    .sort((a, b) => a.id - b.id);

/** A customer as an order made them, and the order. */
async function writeCustomerOfOrder({ db }: CopyFile, id: number, name = 'Of an order') {
  const account = { account_id: COPIED_ACCOUNT };
  await upsertRows(db(), 'customers', [
    {
      ...{ id, ...account, name, folded_name: name.toLowerCase(), email: '', phone: '', city: '' },
      country_iso2: 'NL',
      date_created: 5_000,
    },
  ]);
  await upsertRows(db(), 'shops', [
    {
      ...{ id: 3, ...account, title: 'Shop', folded_title: 'shop', type: 'pos', location_id: null },
      ...{ country_iso2: 'NL', currency: 'EUR' },
      is_active: 1,
    },
  ]);
  await upsertRows(db(), 'orders', [
    {
      ...{
        id: 900 + id,
        ...account,
        order_number: `N${id}`,
        date_purchased: 5_000,
        local_day: 19_700_101,
        date_updated: 5_000,
      },
      ...{ status: 'complete', shop_id: 3, location_id: null, currency: 'EUR', payment_term: 'direct', is_paid: 1 },
      ...{
        customer_id: id,
        value_wt: 0,
        value_ex: 0,
        discount_wt: 0,
        discount_ex: 0,
        non_revenue_wt: 0,
        sold_before_discount_wt: 0,
      },
      follows_order_id: null,
    },
  ]);
}

describe('customers of an account', () => {
  it('are those of its list, but for deleted ones', async () => {
    const account = await openAccount({ orders: 2_000 });

    await readOn(createCustomersStream(await account.context()), account);

    const { customerCount } = account.server.account;
    expect(customerCount).toBeGreaterThan(200);
    expect(customersOf(account)).toEqual(expectedOf(customerCount));
    expect(account.server.calls.undocumented).toEqual([]);
  });

  it('are read once a day, and a second sweep writes none of them', async () => {
    const account = await openAccount({ orders: 2_000 });
    await readOn(createCustomersStream(await account.context()), account);
    const stream = createCustomersStream(await account.context());
    const bookkeeping = ['sk_customers.sweep', 'copy_facts.value'];
    const before = digestTables(account.file, bookkeeping);
    expect(await stream.dueAt()).toBe(account.clock.now() + DAY_MS);

    account.clock.advance(DAY_MS);
    await readOn(stream, account);

    expect(await readFact(account.db(), 'customers_sweep_number')).toBe('2');
    expect(digestTables(account.file, bookkeeping)).toEqual(before);
    await makeCustomersDue(account.db());
    expect(await stream.dueAt()).toBe(0);
  });

  it('are all there after kills at random calls, and where 30 % of all calls fail', async () => {
    const account = await openAccount({ orders: 1_000 });
    await account.context();
    account.server.switches.limitPages(4);
    const random = randomStream(8, 'kills');
    expect(await readOnThroughKills(account, createCustomersStream, () => random.whole(1, 3))).toBeGreaterThan(15);
    expect(customersOf(account)).toEqual(expectedOf(account.server.account.customerCount));

    const failing = await openAccount({ orders: 1_000 });
    await failing.context();
    failing.server.switches.limitPages(10);
    failing.server.switches.failShare(0.3);
    await readOnInSpite(createCustomersStream(await failing.context()), failing.clock);
    expect(customersOf(failing)).toEqual(expectedOf(failing.server.account.customerCount));
  });

  it('are not read where there is no list of them', async () => {
    const account = await openAccount();
    account.server.switches.removeFunctions('listCustomerRelations');
    expect(await createCustomersStream(await account.context()).dueAt()).toBeNull();
  });

  it('have progress while they are read', async () => {
    const account = await openAccount({ orders: 2_000 });
    await createCustomersStream(await account.context()).step();
    expect(await customersProgress(account.db(), account.clock.now())).toMatchObject({
      readAt: null,
      progress: { done: 100, of: account.server.account.customerCount },
    });
  });
});

const listed = (id: number, changes: object = {}) => ({
  ...{ id, name: `Customer ${id}`, deleted: false, date_created: '2025-02-03 10:00:00+01:00' },
  ...changes,
});

async function openList(rows: unknown[]) {
  const scripted = await openScripted((_, request) => pageOf(rows, request));
  return {
    ...scripted,
    async sweep() {
      await makeCustomersDue(scripted.db());
      await readOn(createCustomersStream(scripted.context()), scripted);
    },
    names: () => Object.fromEntries(scripted.rows('select id, name from customers').map(({ id, name }) => [id, name])),
  };
}

describe('a customer whom orders know', () => {
  it('has the name and the date of the list', async () => {
    const copy = await openList([listed(7)]);
    await writeCustomerOfOrder(copy, 7);

    await copy.sweep();

    expect(copy.rows('select name, date_created from customers')).toEqual([
      { name: 'Customer 7', date_created: Date.parse('2025-02-03T10:00:00+01:00') },
    ]);
    expect(await readListedCustomers(copy.db(), [7, 8])).toEqual(new Set([7]));
  });

  it('has the date of the first order where the list gives none', async () => {
    const copy = await openList([listed(7, { date_created: null })]);
    await writeCustomerOfOrder(copy, 7);
    await copy.sweep();
    expect(copy.rows('select name, date_created from customers')).toEqual([
      { name: 'Customer 7', date_created: 5_000 },
    ]);
  });

  it('stays when the list no longer has them, or has them as deleted; one without orders goes', async () => {
    const rows: unknown[] = [listed(6), listed(7), listed(8), listed(9)];
    const copy = await openList(rows);
    await copy.sweep();
    await writeCustomerOfOrder(copy, 7, 'Customer 7');
    await writeCustomerOfOrder(copy, 8, 'Customer 8');

    rows.splice(0, 4, listed(8, { deleted: true }), listed(9, { deleted: true }));
    await copy.sweep();

    expect(copy.names()).toEqual({ 7: 'Customer 7', 8: 'Customer 8' });
    expect(await readListedCustomers(copy.db(), [6, 7, 8, 9])).toEqual(new Set());
  });
});

describe('a customer who cannot be read', () => {
  it('stays as they were, with a note', async () => {
    const rows: unknown[] = [listed(7), listed(8)];
    const copy = await openList(rows);
    await copy.sweep();
    rows[1] = { id: 8, name: ['not', 'text'] };
    await copy.sweep();
    expect(copy.names()).toEqual({ 7: 'Customer 7', 8: 'Customer 8' });
    expect(copy.rows('select owner, kind from sk_notes')).toEqual([{ owner: 'customer:8', kind: 'record_unreadable' }]);
  });
});
