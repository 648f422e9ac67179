import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator } from '../../../electron/exports/export-history.ts';
import { readEmbeddedReport } from '../../../electron/platform/embedded/financial-report.ts';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { addDays } from '../../../shared/calendar.ts';
import { bookReport } from '../../../shared/journal.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { storeOpenedAt } from './demo-store.ts';
import { generatedStore } from './generated-store.ts';

const NOW = '2026-11-21T13:00:00+01:00';
const ACCOUNTS = [
  { id: 1, name: 'demo' },
  { id: 2, name: 'demo-two' },
];
const stores: Record<string, Store> = {};

beforeAll(async () => {
  stores.demo = await storeOpenedAt(NOW);
  stores.generated = await generatedStore();
});
afterAll(() => Promise.all(Object.values(stores).map((store) => store.close())));

/** The journal of each day and of its month, for all locations and for each. */
async function bookingsOf(store: Store, account: (typeof ACCOUNTS)[number], first: string, days: number) {
  const caller = createOperator(account);
  const ledgers = await createLedgersRepository(store.db).read(caller);
  const locations = await store.db.selectFrom('locations').select('id').where('account_id', '=', account.id).execute();
  const places = [{}, ...locations.map(({ id }) => ({ location_id: [id] }))];
  const dates = Array.from({ length: days }, (_, index) => addDays(first, index));
  const ranges = dates.flatMap((date) => [
    { from: date, to: date },
    ...(date.endsWith('-01') ? [{ from: date, to: addDays(addDays(date, 31).slice(0, 8).concat('01'), -1) }] : []),
  ]);
  const bookings = [];
  for (const range of ranges) {
    for (const place of places) {
      const report = await readEmbeddedReport(store.db, createFixedClock(NOW), caller, { ...range, ...place });
      bookings.push(bookReport(report, ledgers, 'nl'));
    }
  }
  return bookings;
}

describe('the booking of every day and month', () => {
  it.each([
    ['demo', '2026-08-01', 92],
    ['generated', '2025-11-01', 92],
  ] as const)('of the %s shops balances, and every code has an account', async (name, first, days) => {
    const store = stores[name];
    if (!store) throw new Error('the store is not there');
    const codes = new Set<string>();
    for (const account of ACCOUNTS) {
      for (const { from, to, residual, unmapped, lines, debit } of await bookingsOf(store, account, first, days)) {
        expect({ from, to, residual, unmapped }).toEqual({ from, to, residual: 0, unmapped: [] });
        expect(debit > 0).toBe(lines.length > 0);
        for (const { key } of lines) codes.add(key.replace(/:\d+$/, ''));
      }
    }
    // They include all kinds that a shop books, also payments of earlier invoices.
    expect([...codes]).toEqual(
      expect.arrayContaining(['revenue', 'vat', 'differences', 'receivables', 'receivables:paid']),
    );
    expect([...codes]).toEqual(expect.arrayContaining(['gift_cards', 'tips', 'prepayments', 'payment:returns']));
  });
});
