import { describe, expect, it } from 'vitest';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { openAt, SHOPS, storeOpenedAt } from './demo-store.ts';
import { generatedStore } from './generated-store.ts';

const NOW = '2026-11-21T13:00:00+01:00';
const LATER = '2026-11-21T14:00:00+01:00';
const DEMO = { accountId: 1 };
const DEMO_TWO = { accountId: 2 };

const ledgersOf = (store: Store) => createLedgersRepository(store.db);

/** The codes that an account can book: methods including internal ones, groups and rates. */
async function codesOf({ db }: Store, { accountId }: typeof DEMO): Promise<string[]> {
  const of = (table: 'payment_providers' | 'turnover_groups' | 'tax_rates') =>
    db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute();
  const [methods, groups, rates] = await Promise.all([of('payment_providers'), of('turnover_groups'), of('tax_rates')]);
  return [
    ...methods.map((row) => `payment:${'type_alias' in row ? row.type_alias : ''}`),
    ...groups.map((row) => `revenue:${'code' in row ? row.code : ''}`),
    ...rates.map(({ id }) => `vat:${id}`),
    ...['differences', 'receivables', 'gift_cards', 'tips', 'prepayments', 'daybook'],
  ];
}

describe('the ledger accounts of the demo shops', { timeout: 240_000 }, () => {
  it('exist for everything that can be booked, and for nothing else', async () => {
    const store = await storeOpenedAt(NOW, SHOPS);
    for (const owner of [DEMO, DEMO_TWO]) {
      const codes = Object.keys(await ledgersOf(store).read(owner));
      expect(codes.toSorted()).toEqual((await codesOf(store, owner)).toSorted());
    }
    await store.close();
  });

  it('are added to a generated store too', async () => {
    const store = await generatedStore({ orders: 500, days: 40 });
    for (const owner of [DEMO, DEMO_TWO]) {
      const codes = Object.keys(await ledgersOf(store).read(owner));
      expect(codes.toSorted()).toEqual((await codesOf(store, owner)).toSorted());
    }
    await store.close();
  });

  it('are added to a store of a version without them, created or generated', async () => {
    for (const store of [await storeOpenedAt(NOW, SHOPS), await generatedStore({ orders: 500, days: 40 })]) {
      const given = await ledgersOf(store).read(DEMO);
      await store.db.deleteFrom('ledger_accounts').execute();
      await openAt(store, LATER, SHOPS);
      expect(await ledgersOf(store).read(DEMO)).toEqual(given);
      await store.close();
    }
  });

  it('stay as the user set them, at the next start and for another plan of the shop', async () => {
    const store = await storeOpenedAt(NOW, SHOPS);
    await ledgersOf(store).change(DEMO, { tips: '9999' });
    const all = Object.keys(await ledgersOf(store).read(DEMO_TWO));
    await ledgersOf(store).change(DEMO_TWO, Object.fromEntries(all.map((code) => [code, ''])));
    await store.db.updateTable('demo_shops').set({ plan_version: 0 }).where('account_id', '=', 1).execute();
    await openAt(store, LATER, SHOPS);
    expect(await ledgersOf(store).read(DEMO)).toMatchObject({ tips: '9999' });
    expect(await ledgersOf(store).read(DEMO_TWO)).toEqual({});
    await store.close();
  });
});
