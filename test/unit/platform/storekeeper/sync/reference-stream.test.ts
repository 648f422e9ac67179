import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../electron/platform/demo/prng.ts';
import { readUpTo } from '../../../../../electron/platform/storekeeper/storekeeper-status.ts';
import { readAccountFacts } from '../../../../../electron/platform/storekeeper/sync/account-facts.ts';
import {
  createReferenceStream,
  makeReferenceDue,
  referenceProgress,
} from '../../../../../electron/platform/storekeeper/sync/reference-stream.ts';
import { COPIED_ACCOUNT, readFact } from '../../../../../electron/store/copies/copy-store.ts';
import { replaceNotes, upsertRows } from '../../../../../electron/store/copies/storekeeper-copy-store.ts';
import { digestTables } from '../../../../support/table-digests.ts';
import {
  type Account,
  openAccount,
  openScripted,
  pageOf,
  readOn,
  readOnInSpite,
  readOnThroughKills,
} from './account-rig.ts';

const HOUR_MS = 60 * 60 * 1_000;

const readAll = async (account: Account) => readOn(createReferenceStream(await account.context()), account);

/** Without what is bookkeeping of a reading. */
const contentOf = ({ file }: Account) => digestTables(file, ['copy_facts.value', 'kysely_migration.timestamp']);

describe('reference data of an account', () => {
  it('are its own shop, VAT rates, payment methods and locations', async () => {
    const account = await openAccount();

    await readAll(account);

    expect(account.rows('select id, title, type, country_iso2 as country, is_active as active from shops')).toEqual([
      { id: 3, title: 'Webwinkel', type: 'webshop', country: 'NL', active: 1 },
    ]);
    expect(account.rows('select id, value_hundredths as value, country_iso2 as country from tax_rates')).toEqual([
      { id: 55, value: 2_100, country: 'NL' },
      { id: 56, value: 600, country: 'NL' },
      { id: 57, value: 900, country: 'NL' },
      { id: 60, value: 0, country: 'NL' },
      { id: 61, value: 1_900, country: 'DE' },
      { id: 62, value: 2_100, country: 'BE' },
      { id: 85, value: 0, country: 'EU' },
    ]);
    expect(account.rows('select id, is_published as published from payment_providers')).toEqual([
      { id: 21, published: 1 },
      { id: 22, published: 1 },
      { id: 23, published: 0 },
      { id: 24, published: 1 },
      { id: 25, published: 1 },
      { id: 26, published: 0 },
      { id: 27, published: 0 },
      { id: 2_000_000_001, published: 0 },
    ]);
    expect(account.rows('select id, title, country_iso2 as country from locations')).toEqual([
      { id: 1_000_000_001, title: 'Centrum', country: 'NL' },
      { id: 1_000_000_002, title: 'Haven', country: 'NL' },
    ]);
    expect(await readAccountFacts(account.db())).toEqual({
      ...{ ownShopId: 3, homeCountry: 'NL', currency: 'EUR' },
      ...{ giftCardProducts: new Set([901, 902]), onlyLocationId: null, areLocationsListed: true },
    });
    expect(account.server.calls.undocumented).toEqual([]);
  });

  it('has further shops where shops are listed', async () => {
    const account = await openAccount();
    account.server.switches.offerFunction('listShops');
    await readAll(account);
    expect(account.rows('select id, type from shops')).toEqual([
      { id: 3, type: 'webshop' },
      { id: 4, type: 'pos' },
      { id: 6, type: 'pos' },
    ]);
  });

  it('is read each hour, and at once where somebody asks for it; a second reading writes nothing', async () => {
    const account = await openAccount();
    expect(await referenceProgress(account.db(), 0)).toEqual({ readAt: null, progress: null });
    await readAll(account);
    const before = contentOf(account);
    const stream = createReferenceStream(await account.context());
    expect(await stream.dueAt()).toBe(account.clock.now() + HOUR_MS);

    account.clock.advance(HOUR_MS);
    expect(await readAll(account)).toBe(4);

    expect(contentOf(account)).toEqual(before);
    expect(await readFact(account.db(), 'reference_read_at')).toBe(String(account.clock.now()));
    await makeReferenceDue(account.db());
    expect(await readAll(account)).toBe(4);
    expect(await stream.dueAt()).toBe(account.clock.now() + HOUR_MS);
  });

  it('is whole after kills at random calls, on short pages, and where 30 % of all calls fail', async () => {
    const whole = await openAccount();
    await readAll(whole);
    const account = await openAccount();
    await account.context();
    account.server.switches.limitPages(1);
    const random = randomStream(6, 'kills');
    const kills = await readOnThroughKills(account, createReferenceStream, () => random.whole(2, 4));
    expect(kills).toBeGreaterThan(3);
    expect(contentOf(account)).toEqual(contentOf(whole));

    const failing = await openAccount();
    await failing.context();
    failing.server.switches.limitPages(2, { isRefused: false });
    failing.server.switches.failShare(0.3);
    await readOnInSpite(createReferenceStream(await failing.context()), failing.clock);
    expect(contentOf(failing)).toEqual(contentOf(whole));
  });

  it('is what can be read: the rest is left out', async () => {
    const account = await openAccount();
    account.server.switches.removeFunctions(
      ...['listConfigurations', 'listTaxRates', 'listTranslatedPaymentMethodForHooks', 'listLocationsForHook'],
    );
    expect(await readAll(account)).toBe(1);
    expect(account.rows('select id from payment_providers')).toEqual([{ id: 2_000_000_001 }]);
    expect(account.rows('select id from shops')).toEqual([{ id: 3 }]);
    expect(await readFact(account.db(), 'reference_read_at')).toBe(String(account.clock.now()));
  });
});

type Lists = Record<string, unknown[]>;

async function openLists(lists: Lists, totals: Readonly<Record<string, number>> = {}) {
  const scripted = await openScripted((name, request) => {
    if (name === 'getShopWithRelation') return { id: 3, name: 'Shop', alias: 'web' };
    if (name === 'listConfigurations') return { rows: [{ currency_iso3: 'EUR' }], total: 1 };
    const rows = lists[name] ?? [];
    return pageOf(rows, request, totals[name] ?? rows.length);
  });
  return {
    ...scripted,
    async read() {
      await makeReferenceDue(scripted.db());
      await readOn(createReferenceStream(scripted.context()), scripted);
    },
  };
}

const LISTS = (): Lists => ({
  listShops: [
    { id: 3, name: 'Shop', published: false },
    { id: 4, name: 'Counter', alias: 'pos-1' },
  ],
  listTaxRates: [{ id: 55, value: 0.21, country_iso2: 'NL' }],
  listTranslatedPaymentMethodForHooks: [
    { id: 5, title: 'Pin' },
    { id: 6, title: 'iDEAL' },
  ],
  listLocationsForHook: [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ],
});

describe('what a list no longer has', () => {
  it('stays: a payment method is no longer published, a location or a shop no longer active', async () => {
    const lists = LISTS();
    const copy = await openLists(lists);
    await copy.read();
    for (const list of Object.values(lists)) list.pop();

    await copy.read();

    expect(copy.rows('select id, is_active as active from shops')).toEqual([
      { id: 3, active: 1 },
      { id: 4, active: 0 },
    ]);
    expect(copy.rows('select id, is_published as published from payment_providers')).toEqual([
      { id: 5, published: 1 },
      { id: 6, published: 0 },
      { id: 2_000_000_001, published: 0 },
    ]);
    expect(copy.rows('select id, is_active as active from locations')).toEqual([
      { id: 1_000_000_001, active: 1 },
      { id: 1_000_000_002, active: 0 },
    ]);
    expect(copy.rows('select id from tax_rates')).toEqual([{ id: 55 }]);
    expect((await readAccountFacts(copy.db())).onlyLocationId).toBe(1_000_000_001);
  });

  it('stays as it is where the list has not all rows that its total says', async () => {
    const lists = LISTS();
    const copy = await openLists(lists, { listLocationsForHook: 2 });
    await copy.read();
    lists.listLocationsForHook?.pop();
    await copy.read();
    expect(copy.rows('select id from locations where is_active = 1')).toHaveLength(2);
    expect((await readAccountFacts(copy.db())).onlyLocationId).toBeNull();
  });
});

describe('a shop', () => {
  it('stays at the location of its orders', async () => {
    const copy = await openLists(LISTS());
    await copy.read();
    await upsertRows(copy.db(), 'shops', [
      {
        ...{ id: 4, account_id: COPIED_ACCOUNT, title: 'Counter', folded_title: 'counter', type: 'pos' },
        ...{ location_id: 1_000_000_002, country_iso2: 'NL', currency: 'EUR', is_active: 1 },
      },
    ]);
    await copy.read();
    expect(copy.rows('select location_id from shops where id = 4')).toEqual([{ location_id: 1_000_000_002 }]);
  });
});

describe('a VAT rate', () => {
  it('that a line made is that of the list from then on, without its note', async () => {
    const copy = await openLists(LISTS());
    await upsertRows(copy.db(), 'tax_rates', [
      {
        id: 55,
        account_id: COPIED_ACCOUNT,
        name: '21%',
        value_hundredths: 2_100,
        country_iso2: 'NL',
        alias: 'rate_55',
      },
    ]);
    const note = { kind: 'tax_rate_from_line', record: 'tax_rate:55', detail: {} };
    await replaceNotes(copy.db(), 'tax_rate:55', [note], 1);
    await copy.read();
    expect(copy.rows('select * from sk_notes')).toEqual([]);
  });

  it('that cannot be read has a note', async () => {
    const copy = await openLists({
      ...LISTS(),
      listTaxRates: [{ id: 55, value: '' }, { id: 57 }, { id: 58, value: 0.09 }],
    });
    await copy.read();
    expect(copy.rows('select owner, kind from sk_notes order by owner')).toEqual([
      { owner: 'tax_rate:55', kind: 'record_unreadable' },
      { owner: 'tax_rate:57', kind: 'record_unreadable' },
    ]);
    expect(copy.rows('select id from tax_rates')).toEqual([{ id: 58 }]);
  });
});

describe('a list of reference data that answers the same page again', () => {
  it('ends', async () => {
    const scripted = await openScripted((name) =>
      name === 'getShopWithRelation'
        ? { id: 1, name: 'Shop' }
        : { rows: [{ id: 1, name: 'A', value: 0.21 }], total: 10 ** 12 },
    );
    await readOn(createReferenceStream(scripted.context()), scripted, 20);
    expect(await readUpTo(scripted.db(), 'listReference', scripted.clock.now())).toBe(scripted.clock.now());
  });
});
