import { describe, expect, it } from 'vitest';
import { type CellLabels, formatCell, formatDifference } from '../../../../renderer/features/exports/cell-text.ts';
import { createDateFormat } from '../../../../renderer/lib/format.ts';
import { createChoice, createColumn, markKnownSum } from '../../../../shared/datasets/dataset.ts';
import { createNumberFormat } from '../../../../shared/number-format.ts';

const DUTCH: CellLabels = {
  language: 'nl',
  format: { ...createNumberFormat('nl'), ...createDateFormat('nl') },
  yes: 'Ja',
  no: 'Nee',
};
const of = (kind: Parameters<typeof createColumn>[1]) => createColumn('id', kind, 'Kop', 'Heading');
const STATUS = createChoice('status', 'Status', 'Status', { complete: { nl: 'Afgerond', en: 'Complete' } });

describe('formatCell', () => {
  it.each([
    ['euros with a real minus sign', of('euros'), -1234.5, '−€ 1.234,50'],
    ['a unit price with its four decimals', of('unit-price'), 0.7438, '€ 0,7438'],
    ['a percentage', of('percentage'), 7.5, '7,5%'],
    ['a quantity', of('number'), 1.125, '1,125'],
    ['a choice in words', STATUS, 'complete', 'Afgerond'],
    ['an unknown choice unchanged', STATUS, 'lost', 'lost'],
    ['a flag', of('flag'), false, 'Nee'],
    ['a timestamp in the time zone of the shop', of('timestamp'), '2026-11-20T23:30:00Z', '21-11-2026 00:30'],
    ['a date', of('date'), '2026-11-20', '20-11-2026'],
    ['nothing', of('euros'), null, '–'],
    ['an unknown figure', markKnownSum(of('euros'), 'cost'), null, 'niet bekend'],
    ['an unknown column unchanged', undefined, 12.5, '12,5'],
  ] as const)('writes %s', (_, declared, value, text) => {
    expect(formatCell(declared, value, DUTCH).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('formatDifference', () => {
  it.each([
    [0.1, 0.3, '+€ 0,20'],
    [12, 10.01, '−€ 1,99'],
  ])('is exact for amounts: from %s to %s', (before, after, text) => {
    expect(formatDifference(of('euros'), before, after, DUTCH)?.replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('has a sign for counts too', () => {
    expect(formatDifference(of('integer'), 3, 5, DUTCH)).toBe('+2');
  });

  it.each([
    ['a', 'b'],
    [null, 4],
    [4, null],
  ])('is empty between %s and %s', (before, after) => {
    expect(formatDifference(of('text'), before, after, DUTCH)).toBeNull();
  });
});
