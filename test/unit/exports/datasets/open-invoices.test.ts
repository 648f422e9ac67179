import { describe, expect, it } from 'vitest';
import type { TextFilters } from '../../../../electron/exports/dataset.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { fromEuros, sumOf } from '../../../../shared/money.ts';
import { MIN_DATE } from '../../../../shared/periods.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, LOCATION, ORDER } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { cellsOf, readFrom } from './read-dataset.ts';

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);

describe('the open invoices', () => {
  it('are the unpaid orders on account, with the days since their purchase', async () => {
    const to = '2026-10-31';
    const query = { from: MIN_DATE, to, payment_term: 'invoice', is_paid: false, start: 0, limit: 250 } as const;
    const unpaid = await platform.listOrders(owner, { ...query, status: ['processing', 'complete', 'refunded'] });

    const { rows, selection } = await readFrom(platform, 'open-invoices', {
      filters: { from: MIN_DATE, to },
      caller: owner,
    });

    expect(unpaid.rows.length).toBeGreaterThan(0);
    expect(cellsOf(rows, 'order_number', 'date_purchased', 'value_wt')).toEqual(
      unpaid.rows.map((order) => [order.order_number, order.date_purchased.slice(0, 10), order.value_wt]),
    );
    expect(rows.every(({ age }) => Number(age) > 0)).toBe(true);
    expect(selection.nameParts[0]).toBe('openstaande-facturen');
    expect(selection.nameParts.join(' ')).not.toContain(MIN_DATE);
    expect([selection.period, selection.day]).toEqual([null, '2026-11-21']);
  });

  it('say how many invoices of which amount are open for how long', async () => {
    const { rows, selection, summaries } = await readFrom(platform, 'open-invoices', { caller: owner });

    const [ages] = summaries;
    const total = ages?.rows.at(-1);
    expect(total).toMatchObject({ age: 'Totaal', invoices: rows.length, isSum: true });
    expect(ages?.rows.slice(0, -1).reduce((sum, { invoices }) => sum + Number(invoices), 0)).toBe(rows.length);
    expect(fromEuros(Number(total?.value_wt))).toBe(sumOf(rows, ({ value_wt }) => fromEuros(Number(value_wt))));
    expect(selection.filters).toEqual([]);
  });

  it('cover all days unless days are given, and say so in the head', async () => {
    const read = (filters: TextFilters) => readFrom(platform, 'open-invoices', { filters, caller: owner });
    const october = { from: '2026-10-01', to: '2026-10-31' };

    const all = await read({});
    expect([all.rows.length, all.selection.period]).toEqual([
      (await read({ from: MIN_DATE, to: '2026-11-21' })).rows.length,
      null,
    ]);
    expect((await read(october)).selection.period).toEqual(october);
    expect((await read({ as_of: '2026-10-31' })).rows).toEqual(
      (await read({ from: MIN_DATE, to: '2026-10-31', as_of: '2026-10-31' })).rows,
    );
  });
});

describe('the open invoices on a past day', () => {
  const [unpaid, settled] = [ORDER.unpaidInvoice, ORDER.settledInvoice];
  /**
   * Reads the invoices open on a day. The paid invoice was last changed by its payment unless another time is given.
   */
  const openAt = async (day: string, more: TextFilters = {}, date_updated = '2026-10-20T12:00:00+02:00') => {
    const readBatch: Platform['readBatch'] = async (caller, list, query, after) => {
      const batch = await platform.readBatch(caller, list, query, after);
      return { ...batch, rows: batch.rows.map((order) => (order.id === settled ? { ...order, date_updated } : order)) };
    };
    const filters = { from: MIN_DATE, as_of: day, to: day, ...more };
    return readFrom({ ...platform, readBatch }, 'open-invoices', { filters, caller: owner });
  };

  it('include those that were paid later, with the day, but not those that were paid by then', async () => {
    const before = await openAt('2026-10-19');
    const after = await openAt('2026-10-20');

    expect(cellsOf(before.rows, 'id', 'age', 'paid_since')).toEqual([
      [unpaid, 12, null],
      [settled, 12, '2026-10-20'],
    ]);
    expect(cellsOf(after.rows, 'id', 'age', 'paid_since')).toEqual([[unpaid, 13, null]]);
  });

  it('exclude what was sold later', async () => {
    expect((await openAt('2026-10-06')).rows).toEqual([]);
  });

  it('are what was sold on account less what was paid of it, to the cent', async () => {
    expect((await openAt('2026-10-19')).note).toBe(
      'Op rekening verkocht min betalingen op facturen, tot en met 19 oktober 2026: €\u00a0121,00. Dat is het totaal van deze lijst.',
    );
    expect((await openAt('2026-10-31', { location_id: String(LOCATION.utrecht) })).note).toContain(
      '€\u00a0108,90. Dat is',
    );
  });

  it('say how far the list is off if an invoice was changed after it was paid', async () => {
    const { rows, note } = await openAt('2026-10-31', {}, '2026-11-02T10:00:00+01:00');

    expect(rows).toHaveLength(2);
    expect(note).toContain('€\u00a0108,90. Deze lijst telt op tot €\u00a0121,00');
  });

  it('say that payments are unknown if the platform does not know them', async () => {
    const readReport = (async (caller, kind, query) => ({
      ...(await platform.readReport(caller, kind, query)),
      unknown: ['payments_on_invoice'],
    })) as Platform['readReport'];
    const { note, unknown } = await readFrom({ ...platform, readReport }, 'open-invoices', {
      filters: { from: MIN_DATE, as_of: '2026-10-31', to: '2026-10-31' },
      caller: owner,
    });

    expect(unknown).toEqual(['payments_on_invoice']);
    expect(note).toContain('die bij het lezen niet betaald waren');
  });

  it('name their day in the file and in its name', async () => {
    const { selection } = await openAt('2026-10-31');

    expect(selection.nameParts).toEqual(['openstaande-facturen', '2026-10-31']);
    expect(selection.day).toBe('2026-10-31');
    expect(selection.filters).toEqual([{ label: 'Open aan het eind van', value: '31 oktober 2026', isInHeads: false }]);
  });

  it('are refused for a day in the future', async () => {
    await expect(openAt('2026-11-22')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
