import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOrders } from '../../electron/store/orders/order-writer.ts';
import { inWriteTransaction } from '../../electron/store/transactions.ts';
import { addDays, getDateAt, toLocalDay } from '../../shared/calendar.ts';
import { connectAssistant, makeApiKey, OCTOBER, readText } from '../support/assistant.ts';
import { startDemoService } from '../support/fixture-service.ts';

/** Questions that a shopkeeper asks an assistant, answered by tools only. The answers are compared with the API. */
let service: Awaited<ReturnType<typeof startDemoService>>;
let assistant: Client;
let today: string;

beforeAll(async () => {
  service = await startDemoService();
  const key = await makeApiKey(service, await ownerOfDemo());
  assistant = await connectAssistant(service, key);
  today = getDateAt(service.clock.now());
});

afterAll(async () => {
  await assistant?.close();
  await service?.stop();
});

async function ownerOfDemo() {
  const row = await service.store.db
    .selectFrom('users')
    .select(['account_id', 'id'])
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow();
  return { accountId: row.account_id, userId: row.id };
}

async function ask(name: string, given: Record<string, unknown> = {}) {
  const answer = await assistant.callTool({ name, arguments: given });
  expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
  return readText(answer);
}

async function api(path: string) {
  const { status, text } = await service.send('GET', path, { token: service.token });
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

/** The rows of every page of a tool, read like an assistant that has seen `total`. */
async function askAll(name: string, given: Record<string, unknown>) {
  const rows: Record<string, never>[] = [];
  let total = 1;
  while (rows.length < total) {
    const page = await ask(name, { ...given, start: rows.length });
    expect(page.count).toBeGreaterThan(page.total === 0 ? -1 : 0);
    rows.push(...page.data);
    total = page.total;
  }
  return rows;
}

const cents = (euros: number) => Math.round(euros * 100);

function centsByOrder(rows: readonly object[], name: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows as readonly Record<string, never>[]) {
    const number = String(row.order_number);
    sums.set(number, (sums.get(number) ?? 0) + cents(row[name] ?? Number.NaN));
  }
  return sums;
}

const SHORT_CENTS = 250;

/** Lowers the payment of a direct order of October, which the store does not allow through its own functions. */
async function payTooLittle() {
  const { db } = service.store;
  const order = await db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.order_number', 'order_payments.id as payment_id', 'order_payments.amount'])
    .where('orders.local_day', '>=', toLocalDay(OCTOBER.from))
    .where('orders.local_day', '<=', toLocalDay(OCTOBER.to))
    .where('orders.status', '=', 'complete')
    .where('orders.account_id', '=', (await ownerOfDemo()).accountId)
    .orderBy('order_payments.amount', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await inWriteTransaction(db, (transaction) =>
    writeOrders(transaction, { existing: [order.id] }, () =>
      transaction
        .updateTable('order_payments')
        .set({ amount: order.amount - SHORT_CENTS * 100 })
        .where('id', '=', order.payment_id)
        .execute(),
    ),
  );
  return order;
}

async function idOfLocation(title: string): Promise<number> {
  const { data } = await ask('list_locations');
  return data.find((location: { title: string }) => location.title === title).id;
}

describe('a shop keeper asks', () => {
  it('which discounts over 30% there were last week in Utrecht', async () => {
    const week = { from: addDays(today, -7), to: addDays(today, -1) };
    const utrecht = await idOfLocation('Utrecht');
    const rows = await askAll('list_discounted_orders', { ...week, location_id: [utrecht], limit: 50 });
    const share = (row: { discount_value_wt: number; value_wt: number }) =>
      cents(row.discount_value_wt) / (cents(row.discount_value_wt) + cents(row.value_wt));
    const found = rows.filter((row) => share(row as never) > 0.3).map(({ id }) => id);

    const all = await api(`/api/discount-orders?from=${week.from}&to=${week.to}&location_id=${utrecht}`);
    expect(found).toEqual(all.data.filter((row: never) => share(row) > 0.3).map(({ id }: { id: number }) => id));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(rows.length);
  });

  it("why October's direct total differs from what was paid", async () => {
    const order = await payTooLittle();
    const total = await ask('explain_figure', { figure: 'direct_paid.total_wt', ...OCTOBER });
    const paid = await ask('explain_figure', { figure: 'direct_paid.balance_check.payments_total', ...OCTOBER });
    const report = await ask('read_financial_report', OCTOBER);

    const { balance_check } = (await api('/api/financial-report?from=2026-10-01&to=2026-10-31')).direct_paid;
    expect(balance_check).toEqual(report.direct_paid.balance_check);
    expect([total.value, paid.value]).toEqual([balance_check.expected_total, balance_check.payments_total]);
    expect([total.difference, paid.difference]).toEqual([0, 0]);
    expect(cents(paid.value) - cents(total.value)).toBe(-SHORT_CENTS);
    const difference = await ask('explain_figure', { figure: 'direct_paid.balance_check.difference', ...OCTOBER });
    expect(difference).toMatchObject({ value: -SHORT_CENTS / 100, difference: 0 });

    const days = Array.from({ length: 31 }, (_, index) => addDays(OCTOBER.from, index));
    const wrongDays: string[] = [];
    for (const day of days) {
      const { direct_paid } = await ask('read_financial_report', { from: day });
      if (!direct_paid.balance_check.is_balanced) wrongDays.push(day);
    }
    expect(wrongDays).toHaveLength(1);
    const day = { from: wrongDays[0], limit: 250 };
    const due = centsByOrder(await askAll('list_order_items', { ...day, payment_term: 'direct' }), 'value_wt');
    const received = centsByOrder(await askAll('list_order_payments', day), 'amount');
    const wrong = [...due].filter(([number, amount]) => received.get(number) !== amount);
    expect(wrong).toEqual([[order.order_number, (received.get(order.order_number) ?? 0) + SHORT_CENTS]]);
  });
});
