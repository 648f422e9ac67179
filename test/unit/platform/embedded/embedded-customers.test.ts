import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { CustomerQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, CUSTOMER, SEGMENT } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const { zon, vries, mees, zoe } = CUSTOMER;
const { platform } = await perFile(openFixturePlatform);

describe('listCustomers', () => {
  const list = (query: Partial<CustomerQuery> = {}, caller: Caller = CALLER.owner) =>
    platform.listCustomers(caller, { start: 0, limit: 100, ...query });
  const found = async (q: string, caller?: Caller) => (await list({ q }, caller)).rows.map(({ id }) => id);
  const bought = async (caller: Caller) =>
    (await list({}, caller)).rows.map(({ id, order_count, turnover_wt }) => [id, order_count, turnover_wt]);

  it('gives customers by id with their orders that count and the turnover of these', async () => {
    // Five orders of Zon: 17.10 + 108.90 + 12.10 + 60.50, and one without turnover that pays an invoice.
    expect(await bought(CALLER.owner)).toEqual([
      [zon, 5, 198.6],
      [vries, 1, 12.5],
      [mees, 0, 0],
      [zoe, 0, 0],
    ]);
  });

  it('gives all that is known of a customer, segments by id', async () => {
    expect((await list()).rows[0]).toEqual({
      id: zon,
      name: 'Café de Zon',
      email: 'inkoop@zon.example',
      phone: '030 1234567',
      city: 'Utrecht',
      country_iso2: 'NL',
      segment_ids: [SEGMENT.business, SEGMENT.regular],
      date_created: '2026-01-01T01:00:00+01:00',
      order_count: 5,
      turnover_wt: 198.6,
      open_invoices_wt: expect.any(Number),
      date_last_purchased: expect.stringMatching(/^2026-1/),
    });
  });

  it('finds every word in name or e-mail, whatever the case and the accents', async () => {
    expect(await found('cafe')).toEqual([zon, mees]);
    expect(await found('CAFÉ zon')).toEqual([zon]);
    expect(await found('post.EXAMPLE')).toEqual([mees, zoe]);
    expect(await found('angstrom post')).toEqual([zoe]);
    expect(await found('jan zon')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect(await found(' ')).toHaveLength(4);
  });

  it.each<[NonNullable<CustomerQuery['sort']>, readonly number[]]>([
    ['-turnover_wt', [zon, vries, mees, zoe]],
    ['turnover_wt', [mees, zoe, vries, zon]],
    ['-order_count', [zon, vries, mees, zoe]],
  ])('sorts by %s, who bought nothing counting as 0', async (sort, expected) => {
    expect((await list({ sort })).rows.map(({ id }) => id)).toEqual(expected);
  });

  it('has who bought nothing last by the last purchase, in either direction', async () => {
    for (const sort of ['date_last_purchased', '-date_last_purchased'] as const) {
      expect((await list({ sort })).rows.slice(2).map(({ id }) => id)).toEqual([mees, zoe]);
    }
  });

  it('is read page by page', async () => {
    const page = await list({ start: 1, limit: 2 });
    expect(page.total).toBe(4);
    expect(page.rows.map(({ id }) => id)).toEqual([vries, mees]);
    expect(await list({ start: 4 })).toMatchObject({ total: 4, rows: [] });
  });

  it('shows a locked caller who has an order there, of any status, with what was bought there', async () => {
    expect(await bought(CALLER.staff)).toEqual([
      [zon, 1, 108.9],
      [mees, 0, 0],
    ]);
    expect(await found('jan', CALLER.staff)).toEqual([]);
  });

  it('keeps accounts apart', async () => {
    expect(await bought(CALLER.beta)).toEqual([[CUSTOMER.beta, 1, 12.1]]);
  });
});

describe('findCustomer', () => {
  it('gives the customer as in the list', async () => {
    const { rows } = await platform.listCustomers(CALLER.staff, { start: 0, limit: 1 });
    expect(await platform.findCustomer(CALLER.staff, zon)).toEqual(rows[0]);
  });

  it.each<[string, Caller, number]>([
    ['is unknown', CALLER.owner, 999_999],
    ['belongs to another account', CALLER.owner, CUSTOMER.beta],
    ['has no order at the locked location', CALLER.staff, vries],
    ['has no order at all, for a locked caller', CALLER.staff, zoe],
  ])('gives null for one who %s', async (_, caller, id) => {
    expect(await platform.findCustomer(caller, id)).toBeNull();
  });
});

describe('the segments of listReference', () => {
  const segments = (caller: Caller) => platform.listReference(caller, 'segments');

  it('come by id with their customers counted', async () => {
    expect(await segments(CALLER.owner)).toEqual([
      { id: SEGMENT.business, title: 'Zakelijk', customer_count: 1 },
      { id: SEGMENT.regular, title: 'Vaste klanten', customer_count: 3 },
      { id: SEGMENT.nobody, title: 'Niemand', customer_count: 0 },
    ]);
  });

  it('are all shown to a locked caller, with the customers whom they see', async () => {
    const counts = (await segments(CALLER.staff)).map(({ id, customer_count }) => [id, customer_count]);
    expect(counts).toEqual([
      [SEGMENT.business, 1],
      [SEGMENT.regular, 1],
      [SEGMENT.nobody, 0],
    ]);
  });

  it('are those of the account', async () => {
    expect(await segments(CALLER.beta)).toEqual([{ id: SEGMENT.beta, title: 'Iedereen', customer_count: 1 }]);
  });
});
