import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { CALLER, CUSTOMER } from '../../../support/shop-fixture.ts';
import { CALLER as ANYBODY, nameOf } from '../export-platform.ts';
import { openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

const { owner, staff } = CALLER;

describe('the customers', () => {
  it('are those of the list, with their segments by title', async () => {
    const platform = await openFixture();
    const expected = await platform.listCustomers(owner, { start: 0, limit: 250 });

    const { rows, total, selection, note } = await readFrom(platform, 'customers', { caller: owner });

    expect(rows).toMatchObject(
      expected.rows.map(({ segment_ids: _ids, ...customer }) => ({ ...customer, key: String(customer.id) })),
    );
    expect(cellsOf(rows, 'id', 'segments')).toEqual([
      [CUSTOMER.zon, 'Zakelijk, Vaste klanten'],
      [CUSTOMER.vries, 'Vaste klanten'],
      [CUSTOMER.mees, ''],
      [CUSTOMER.zoe, 'Vaste klanten'],
    ]);
    expect([total, await selection.count()]).toEqual([4, 4]);
    expect(note).toContain('alle orders sinds de eerste');
  });

  it('are those that were searched for', async () => {
    const { rows, selection } = await readFrom(await openFixture(), 'customers', {
      filters: { q: 'cafe' },
      caller: owner,
    });

    expect(cellsOf(rows, 'id')).toEqual([[CUSTOMER.zon], [CUSTOMER.mees]]);
    expect(selection.filters).toEqual([{ label: 'Zoektekst', value: 'cafe' }]);
  });

  it('are those of a segment, and those with an open invoice', async () => {
    const { rows, selection } = await readFrom(await openFixture(), 'customers', {
      filters: { segment_id: '502,501', has_open_invoices: 'false' },
      caller: owner,
    });

    expect(cellsOf(rows, 'id')).toEqual([[CUSTOMER.vries], [CUSTOMER.zoe]]);
    expect(selection.filters).toEqual([
      { label: 'Segment', value: 'Vaste klanten, Zakelijk' },
      { label: 'Openstaande facturen', value: 'zonder openstaande facturen' },
    ]);
    const unknown = { filters: { segment_id: '551' }, caller: owner };
    await expect(selectFrom(await openFixture(), 'customers', unknown)).rejects.toMatchObject({
      message: expect.stringContaining('segment_id names 551'),
    });
  });

  it('are those with an order at the location of who sees no other, with its turnover', async () => {
    const platform = await openFixture();
    const expected = await platform.listCustomers(staff, { start: 0, limit: 250 });

    const { rows, selection } = await readFrom(platform, 'customers', { caller: staff });

    expect(cellsOf(rows, 'id', 'order_count', 'turnover_wt')).toEqual(
      expected.rows.map(({ id, order_count, turnover_wt }) => [id, order_count, turnover_wt]),
    );
    expect(rows.length).toBeLessThan(4);
    expect(selection.place).toBe('Utrecht');
  });

  it('are read page by page to their end, and a segment that is not known is called by its id', async () => {
    const [one] = (await (await openFixture()).listCustomers(owner, { start: 0, limit: 1 })).rows;
    if (!one) throw new Error('the fixture has no customers');
    const all = Array.from({ length: 600 }, (_, index) => ({ ...one, id: index + 1, segment_ids: [7, index] }));
    const listCustomers: Platform['listCustomers'] = async (_caller, { start, limit }) => ({
      total: all.length,
      rows: all.slice(start, start + limit),
      sums: null,
    });

    const { rows } = await readOver({ listCustomers }, 'customers', { caller: ANYBODY });

    expect(cellsOf(rows, 'id', 'segments')).toEqual(all.map(({ id }, index) => [id, `7, ${index}`]));
  });

  it('are named after the day, and a search for some of them never takes the name of all', async () => {
    expect(await nameOf({ dataset: 'customers' })).toBe('klanten_2026-11-21.csv');
    expect(await nameOf({ dataset: 'customers', filters: { q: 'Jan de Vries' } })).toBe(
      'klanten_2026-11-21_selectie.csv',
    );
  });

  it('refuse a filter that the list has not', async () => {
    const asked = { filters: { city: 'Utrecht' }, caller: owner };

    await expect(selectFrom(await openFixture(), 'customers', asked)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('city'),
    });
  });
});
