import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { exampleReport, withFigures } from '../shared/report-of-figures.ts';
import { CALLER } from './export-platform.ts';
import { journalExporter, LEDGERS } from './journal-file.ts';

const LOCKED: Caller = { ...CALLER, lockedLocation: { id: 11, title: 'Utrecht' } };
const A_CENT_TOO_MUCH = withFigures(exampleReport(), new Map([['direct_paid.payment_methods.0.amount', 25.01]]));

describe('the journal as a file', () => {
  it('has one line for each line of the booking, with a debit or a credit', async () => {
    const { header, lines, manifest } = await journalExporter().save();

    expect(header).toBe('Datum|Boeking|Grootboekrekening|Omschrijving|Btw-code|Debet|Credit');
    expect([lines[0], lines.at(-1)]).toEqual([
      '2026-10-01|TD-20261001|1000|Betaalwijze Contant||25,00|',
      '2026-10-01|TD-20261001|1660|Fooien|||2,00',
    ]);
    expect(manifest).toMatchObject({ rows: 10, total: 10, sums: { debit: 190.4, credit: 190.4 } });
    expect(manifest.note).toBe('Debet en credit zijn gelijk.');
  });

  it('has the VAT code of a rate on its VAT line if one is set, and does not require it', async () => {
    const ledgers = { ...LEDGERS, 'vat_code:1': 'VH' };
    const { lines } = await journalExporter(exampleReport(), ledgers).save({ columns: ['ledger', 'vat_code'] });
    expect(lines).toEqual([
      ...['1000|', '1210|', '4950|', '1300|', '8010|', '8020|', '1500|VH', '1510|', '1650|', '1660|'],
    ]);
  });

  it('omits what the platform does not know, and names it beside the file', async () => {
    const tips = new Map([
      ['revenue.non_revenue.tips', 0],
      ['direct_paid.payment_methods.0.amount', 23],
      ['direct_paid.non_revenue', 25],
      ['direct_paid.total', 125],
      ['direct_paid.total_wt', 133.88],
    ]);
    const report = { ...withFigures(exampleReport(), tips), unknown: ['cost', 'tips', 'payment_methods'] };
    for (const dataset of ['journal', 'journal-snelstart'] as const) {
      const { lines, manifest } = await journalExporter(report).save({ dataset });
      expect(lines.filter((line) => line.includes('Fooien'))).toEqual([]);
      expect(lines).toHaveLength(9);
      expect(manifest.unknown).toEqual(['tips', 'payment_methods']);
    }
  });

  it.each([
    ['a day', { from: '2026-10-01' }, /^2026-10-01\|TD-20261001\|/],
    ['a month', { from: '2026-10-01', to: '2026-10-31' }, /^2026-10-31\|TD-202610\|/],
    ['days', { from: '2026-10-05', to: '2026-10-06' }, /^2026-10-06\|TD-20261005-20261006\|/],
  ])('is booked on the last day of %s', async (_what, filters, begin) => {
    const { lines } = await journalExporter().save({
      filters,
      profile: 'data',
      columns: ['date', 'booking', 'ledger'],
    });
    expect(lines[0]?.replaceAll(',', '|')).toMatch(begin);
  });

  it('covers one location on request, and the locked location of a locked caller', async () => {
    const { asked, save, suggest } = journalExporter();
    const filters = { from: '2026-10-01', location_id: '11' };

    expect((await save({ filters })).lines[0]).toContain('TD-20261001-L11');
    expect((await save({}, LOCKED)).lines[0]).toContain('TD-20261001-L11');
    expect(asked).toMatchObject([{ location_id: [11] }, { location_id: [11] }]);
    expect(await suggest({ filters })).toBe('journaal_2026-10-01_2026-10-01_utrecht.csv');
  });
});

describe('the journal', () => {
  it.each([
    [{ from: '2026-10-01', to: '2026-11-01' }, 'calendar month'],
    [{ from: '2026-10-02', to: '2026-10-01' }, 'before from'],
    [{ from: '2026-10-01', location_id: '99' }, 'location_id'],
    [{ from: '2026-10-01', shop_id: '4' }, 'shop_id'],
    [{ to: '2026-10-01' }, 'from'],
    [{ from: '2026-11-22' }, 'must not begin in the future'],
    [{ from: '2026-12-01', to: '2026-12-31' }, 'must not begin in the future'],
  ])('is refused for %j', async (filters, message) => {
    const { suggest, asked } = journalExporter();
    await expect(suggest({ filters })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
    expect(asked).toEqual([]);
  });

  it('is refused for today and for an unfinished month', async () => {
    const { suggest } = journalExporter();
    for (const filters of [{ from: '2026-11-21' }, { from: '2026-11-01', to: '2026-11-30' }]) {
      expect(await suggest({ filters })).toContain('journaal_2026-11');
    }
  });

  it('is refused if it is off by a cent, which the message names, and no file is made', async () => {
    const { save, hasFile } = journalExporter(A_CENT_TOO_MUCH);
    await expect(save()).rejects.toMatchObject({
      code: 'not_bookable',
      reason: 'not-bookable',
      message: 'De boeking is niet in evenwicht: debet min credit is € 0,01.',
    });
    expect(hasFile()).toBe(false);
  });

  it('is refused for codes without a ledger account, which are listed with their titles', async () => {
    const { 'revenue:8010': _revenue, 'payment:pin': _payment, ...ledgers } = LEDGERS;
    const { save, hasFile } = journalExporter(exampleReport(), ledgers);
    await expect(save()).rejects.toMatchObject({
      code: 'not_bookable',
      message: 'Zonder grootboekrekening: payment:pin (Betaalwijze Pinpas), revenue:8010 (Omzet Tuin).',
    });
    expect(hasFile()).toBe(false);
  });

  it('is refused for both reasons at once, in the language of the file', async () => {
    const { tips: _tips, ...ledgers } = LEDGERS;
    await expect(journalExporter(A_CENT_TOO_MUCH, ledgers).save({ language: 'en' })).rejects.toMatchObject({
      message: 'The booking does not balance: debit less credit is € 0.01. Without a ledger account: tips (Tips).',
    });
  });
});
