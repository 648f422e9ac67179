import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../../electron/platform/platform-error.ts';
import {
  createCheckStream,
  lastCheck,
  makeCheckDue,
} from '../../../../../electron/platform/storekeeper/sync/check-stream.ts';
import { noteSummaries } from '../../../../../electron/platform/storekeeper/sync/note-summaries.ts';
import { createOrdersStream } from '../../../../../electron/platform/storekeeper/sync/orders-stream.ts';
import type { SyncContext } from '../../../../../electron/platform/storekeeper/sync/stream.ts';
import { localTimestamp } from '../../../../../shared/calendar.ts';
import { type Account, openAccount, readOn, readOnThroughKills } from './account-rig.ts';
import { copyWhole, digestOfOrders } from './orders-rig.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

async function readCheckOn(account: Account): Promise<void> {
  await readOn(createCheckStream(await account.context()), account);
}

async function readOrdersOn(account: Account): Promise<void> {
  await readOn(createOrdersStream(await account.context()), account);
}

/** The next nightly check, without the orders that fall due until then. */
async function checkNextNight(account: Account): Promise<void> {
  account.clock.advance(DAY_MS);
  await readCheckOn(account);
}

const dueOf = async (account: Account) => {
  const dueAt = await createCheckStream(await account.context()).dueAt();
  return dueAt === null ? null : localTimestamp(dueAt);
};

const orderCount = (account: Account) => account.rows('select count(*) as count from orders')[0]?.count;

/** As a defect would, past the rules of the store. */
function damage(account: Account, statement: string): void {
  const connection = new DatabaseSync(account.file);
  connection.exec(statement);
  connection.close();
}

describe('the check of a copy', () => {
  it('is due once the first copy has ended, and then each night at three, also when clocks change', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    expect(await dueOf(account)).toBe(null);
    await copyWhole(account);
    expect(await dueOf(account)).toBe('1970-01-01T01:00:00+01:00');
    await readCheckOn(account);
    expect(await dueOf(account)).toBe('2026-11-22T03:00:00+01:00');
    for (const [day, due] of [
      ['2027-03-27T12:00:00Z', '2027-03-28T03:00:00+02:00'],
      ['2027-03-28T00:30:00Z', '2027-03-28T03:00:00+02:00'],
      ['2027-10-30T12:00:00Z', '2027-10-31T03:00:00+01:00'],
      ['2027-10-31T01:30:00Z', '2027-10-31T03:00:00+01:00'],
      ['2027-10-31T02:30:00Z', '2027-11-01T03:00:00+01:00'],
    ] as const) {
      account.clock.advance(Date.parse(day) - account.clock.now());
      await makeCheckDue(account.db());
      await readCheckOn(account);
      expect(await dueOf(account)).toBe(due);
    }
  });

  it('finds nothing in a whole copy, and writes nothing of orders', async () => {
    const account = await openAccount({ orders: 200, months: 5 });
    await copyWhole(account);
    const before = digestOfOrders(account);
    await readCheckOn(account);
    expect(await lastCheck(account.db())).toEqual({
      ...{ checkedAt: localTimestamp(account.clock.now()), missing: 0, removed: 0, differing: 0 },
    });
    expect(digestOfOrders(account)).toBe(before);
    expect(account.rows(`select * from sk_notes where owner like 'check:%'`)).toEqual([]);
  });

  it('has orders read that lists did not name', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    const ids = [...account.server.account.orderIds()];
    const hidden = [ids[4] ?? 0, ids[30] ?? 0];
    const show = account.server.switches.hideOrders(...hidden);
    await copyWhole(account);
    const before = Number(orderCount(account));
    show();
    await readCheckOn(account);
    expect(await lastCheck(account.db())).toMatchObject({ missing: 2, removed: 0 });
    expect(account.rows(`select record from sk_notes where kind = 'order_missing' order by record`)).toEqual(
      hidden.map((id) => ({ record: `order:${id}` })),
    );
    await readOrdersOn(account);
    expect(Number(orderCount(account))).toBeGreaterThan(before);
    expect(account.rows(`select state from sk_orders where order_id in (${hidden})`)).toEqual([
      { state: 'read' },
      { state: 'read' },
    ]);
    await checkNextNight(account);
    expect(account.rows(`select record from sk_notes where kind = 'order_missing'`)).toEqual([]);
  });

  it('removes orders at the second check that does not find them, where StoreKeeper does not find them either', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const id = Number(account.rows('select min(id) as id from orders')[0]?.id);
    account.server.switches.hideOrders(id);
    await readCheckOn(account);
    await readOrdersOn(account);
    expect(account.rows(`select id from orders where id = ${id}`)).toHaveLength(1);
    expect(account.rows(`select record from sk_notes where kind = 'order_surplus'`)).toEqual([
      { record: `order:${id}` },
    ]);
    account.server.account.deleteOrder(id);
    await checkNextNight(account);
    expect(await lastCheck(account.db())).toMatchObject({ removed: 1 });
    expect(account.rows(`select id from orders where id = ${id}`)).toEqual([]);
  });

  it('removes no order that StoreKeeper answers, and notes that it does not name it until it does', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const before = orderCount(account);
    const id = Number(account.rows('select min(id) as id from orders')[0]?.id);
    const show = account.server.switches.hideOrders(id);
    const notes = () =>
      account.rows(`select kind, record from sk_notes where kind in ('order_surplus', 'order_not_listed')`);
    for (let nights = 0; nights < 5; nights += 1) {
      await checkNextNight(account);
      if (nights > 0) expect(notes()).toEqual([{ kind: 'order_not_listed', record: `order:${id}` }]);
    }
    expect(orderCount(account)).toBe(before);
    expect(await lastCheck(account.db())).toMatchObject({ removed: 0 });
    show();
    await checkNextNight(account);
    expect(notes()).toEqual([]);
  });

  it('removes no order while StoreKeeper fails at it, and ends all the same', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const before = orderCount(account);
    account.server.switches.hideOrders(Number(account.rows('select min(id) as id from orders')[0]?.id));
    const context = await account.context();
    const session: SyncContext['session'] = {
      async call(name, args, paced) {
        if (name === 'getOrder') throw new PlatformError('unavailable', 'StoreKeeper failed inside.');
        return account.session.call(name, args, paced);
      },
    };
    for (let nights = 0; nights < 3; nights += 1) {
      account.clock.advance(DAY_MS);
      await readOn(createCheckStream({ ...context, session }), account);
    }
    expect(orderCount(account)).toBe(before);
  });

  it('removes an order at once that can no longer be read either', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const id = Number(account.rows('select min(id) as id from orders')[0]?.id);
    account.server.account.deleteOrder(id);
    await readCheckOn(account);
    await readOrdersOn(account);
    expect(account.rows(`select id from orders where id = ${id}`)).toEqual([]);
    expect(await lastCheck(account.db())).toMatchObject({ removed: 1 });
    expect(account.rows(`select is_deleted from order_changes where order_id = ${id}`)).toEqual([{ is_deleted: 1 }]);
  });

  it('adds up the months also where StoreKeeper fails at every list of ids', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    let asked = 0;
    const session: SyncContext['session'] = {
      async call(name, args, paced) {
        if (name !== 'listOrderIds') return account.session.call(name, args, paced);
        asked += 1;
        throw new PlatformError('unavailable', 'StoreKeeper failed inside.');
      },
    };
    const stream = createCheckStream(await account.context({ session }));
    for (let failures = 0; failures < 2; failures += 1) {
      await expect(readOn(stream, account)).rejects.toThrow('StoreKeeper failed inside.');
    }
    await readOn(stream, account);
    expect(asked).toBe(2);
    expect(await lastCheck(account.db())).toMatchObject({ missing: 0, removed: 0, differing: 0 });
  });

  it('does not believe a list that lacks a large part of the orders', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const before = orderCount(account);
    account.server.switches.hideOrders(...[...account.server.account.orderIds()].slice(0, 40));
    for (let nights = 0; nights < 3; nights += 1) await checkNextNight(account);
    expect(orderCount(account)).toBe(before);
    expect(account.rows(`select record, detail from sk_notes where kind = 'order_surplus'`)).toEqual([
      { record: 'list:orders', detail: '{"given":"40"}' },
    ]);
  });

  it('counts each absence once, through kills', async () => {
    const account = await openAccount({ orders: 120, months: 12 });
    await copyWhole(account);
    const ids = [...account.server.account.orderIds()].slice(0, 3);
    account.server.switches.hideOrders(...ids);
    const expectOn = () => {
      left -= 1;
      if (left === 0) throw new Error('killed');
    };
    let left = 3;
    for (let kills = 0; kills < 4; kills += 1) {
      left = 3;
      const stream = createCheckStream(await account.context({ expectOn }));
      await readOn(stream, account).catch(() => undefined);
      await account.reopen();
    }
    await readOnThroughKills(account, createCheckStream, () => 1_000);
    expect(account.rows('select absences from sk_orders where absences > 0')).toEqual(ids.map(() => ({ absences: 1 })));
  });

  it('finds orders and months that do not add up', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const [order] = account.rows(`select id, local_day / 100 as month from orders where follows_order_id is null
      and status = 'complete' and value_wt > 0 order by id desc`);
    const id = Number(order?.id);
    damage(
      account,
      `update order_items set value_wt = value_wt + 50000 where id =
      (select min(id) from order_items where order_id = ${id})`,
    );
    await readCheckOn(account);
    expect(await lastCheck(account.db())).toMatchObject({ differing: 1 });
    const summaries = await noteSummaries(account.db());
    expect(summaries.find(({ kind }) => kind === 'order_differs')).toMatchObject({
      ...{ count: 1, amount: 5 },
      examples: [{ record: `order ${id}`, given: 'wt', written: null, amount: null }],
    });
    const months = account.rows(`select record, amount from sk_notes where kind = 'month_differs'`);
    expect(months.find(({ record }) => String(record).endsWith(' lines wt'))?.amount).toBe(50_000);
    // It was made due, and its reading puts it right but for the totals, which were right all the time.
    await readOrdersOn(account);
    await checkNextNight(account);
    expect(await lastCheck(account.db())).toMatchObject({ differing: 0 });
    expect(account.rows(`select * from sk_notes where kind = 'order_differs'`)).toEqual([]);
  });

  it('reads ids in pages where only those are given', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    account.server.switches.removeFunctions('listOrderIds');
    account.server.switches.offerFunction('listOrders');
    account.server.switches.limitPages(7);
    await copyWhole(account);
    const id = Number(account.rows('select min(id) as id from orders')[0]?.id);
    account.server.account.deleteOrder(id);
    await readCheckOn(account);
    await readOrdersOn(account);
    expect(await lastCheck(account.db())).toMatchObject({ missing: 0, removed: 1 });
  });
});

describe('notes of a copy', () => {
  it('are summed by kind, with the latest examples', async () => {
    const account = await openAccount({ orders: 200, months: 5 });
    await copyWhole(account);
    const summaries = await noteSummaries(account.db());
    const leftOut = summaries.find(({ kind }) => kind === 'order_left_out');
    const amounts = account.rows(`select detail from sk_notes where kind = 'order_left_out'`);
    const sum = amounts.reduce((total, { detail }) => total + (JSON.parse(String(detail)).amount ?? 0), 0);
    expect(leftOut).toMatchObject({ count: amounts.length, amount: sum / 10_000 });
    expect(leftOut?.examples).toHaveLength(5);
    expect(leftOut?.examples[0]?.record).toMatch(/^order \d+$/);
    const paid = summaries.find(({ kind }) => kind === 'paid_differs');
    const [{ theirs = 0, ours = 0 } = {}] = paid?.examples ?? [];
    expect(Number(theirs) - Number(ours)).not.toBe(0);
    expect(paid?.amount).toBeGreaterThan(0);
  });
});
