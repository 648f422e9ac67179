import { describe, expect, it } from 'vitest';
import { formatPdfCell, formatPercentageCell } from '../../../../electron/exports/writers/pdf-text.ts';
import {
  createChoice,
  createColumn,
  markKnownSum,
  markSigned,
  markSummed,
} from '../../../../shared/datasets/dataset.ts';

const EUROS = createColumn('value', 'euros', 'Bedrag', 'Value');
const PRICE = createColumn('ppu', 'unit-price', 'Prijs', 'Price');
const WHOLE = createColumn('id', 'integer', 'Nummer', 'Number');

describe('a cell of a PDF', () => {
  it('says that a figure is unknown, if that is what an empty cell of its column means', () => {
    const cost = markKnownSum(EUROS, 'cost');
    expect([formatPdfCell(cost, null, 'nl'), formatPdfCell(cost, null, 'en')]).toEqual(['niet bekend', 'not known']);
    expect([formatPdfCell(EUROS, null, 'nl'), formatPdfCell(cost, 0, 'nl')]).toEqual(['', '0,00']);
  });

  it.each([
    [EUROS, 0, '0,00', '0.00'],
    [EUROS, -1234.5, '\u22121.234,50', '\u22121,234.50'],
    [EUROS, 1_234_567.89, '1.234.567,89', '1,234,567.89'],
    [EUROS, 999.99, '999,99', '999.99'],
    [PRICE, 1234.5678, '1.234,5678', '1,234.5678'],
    [PRICE, 12, '12,00', '12.00'],
    [createColumn('vat', 'percentage', 'Btw', 'VAT'), 21, '21,00', '21.00'],
    [createColumn('vat', 'percentage', 'Btw', 'VAT'), -0.05, '\u22120,05', '\u22120.05'],
    [createColumn('stock', 'number', 'Voorraad', 'Stock'), 1234.125, '1.234,125', '1,234.125'],
    [WHOLE, 1_234_567, '1234567', '1234567'],
    [markSummed(WHOLE), 1_234_567, '1.234.567', '1,234,567'],
    [createColumn('day', 'date', 'Datum', 'Date'), '2026-10-31', '31-10-2026', '31/10/2026'],
    [
      createColumn('at', 'timestamp', 'Datum', 'Date'),
      '2026-10-25T02:30:00+01:00',
      '25-10-2026 02:30',
      '25/10/2026 02:30',
    ],
    [createColumn('paid', 'flag', 'Betaald', 'Paid'), false, 'Nee', 'No'],
    [
      createChoice('term', 'Betaling', 'Payment', { invoice: { nl: 'Op rekening', en: 'On invoice' } }),
      'invoice',
      'Op rekening',
      'On invoice',
    ],
    [createColumn('title', 'text', 'Artikel', 'Product'), '2026-10-31', '2026-10-31', '2026-10-31'],
    [EUROS, null, '', ''],
  ])('for %o with the value %s reads %s in Dutch and %s in English', (declared, value, nl, en) => {
    expect([formatPdfCell(declared, value, 'nl'), formatPdfCell(declared, value, 'en')]).toEqual([nl, en]);
  });

  it('shows a difference with its sign, and with a dash if it means nothing', () => {
    const difference = markSigned(EUROS);
    expect([1234.5, -1, 0, null].map((value) => formatPdfCell(difference, value, 'nl'))).toEqual([
      ...['+1.234,50', '\u22121,00', '0,00', '\u2013'],
    ]);
  });

  it('marks percentages, and differences of percentages as points', () => {
    expect([formatPercentageCell(EUROS, 47.8, 'nl'), formatPercentageCell(EUROS, 47.8, 'en')]).toEqual([
      '47,80%',
      '47.80%',
    ]);
    expect(formatPercentageCell(markSigned(EUROS), 0.4, 'nl')).toBe('+0,40\u00a0pp');
    expect(formatPercentageCell(markSigned(EUROS), 0.4, 'en')).toBe('+0.40\u00a0pp');
  });

  it('never shows a rounded number', () => {
    expect(() => formatPdfCell(EUROS, 0.00001, 'nl')).toThrow(RangeError);
    expect(() => formatPdfCell(EUROS, 'x', 'nl')).toThrow(TypeError);
  });
});
