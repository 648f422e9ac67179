import { describe, expect, it } from 'vitest';
import { FIRST_ACCOUNT_IDS } from '../../../../electron/platform/demo/demo-profile.ts';
import { openRateBook, taxRateRows } from '../../../../electron/platform/demo/reference-records.ts';

const MEMBER_STATES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const rows = taxRateRows(FIRST_ACCOUNT_IDS);
const of = (country: string) => rows.filter((rate) => rate.country_iso2 === country);

describe('taxRateRows', () => {
  it('knows the 27 member states under their ISO codes', () => {
    expect([...new Set(rows.map((rate) => rate.country_iso2))]).toEqual(MEMBER_STATES);
  });

  it('gives the Netherlands 21, 9, 0 and an exempt rate', () => {
    expect(of('NL').map(({ name, value_hundredths, alias }) => [name, value_hundredths, alias])).toEqual([
      ['21%', 2100, 'nl_standard'],
      ['9%', 900, 'nl_reduced'],
      ['0%', 0, 'nl_zero'],
      ['Vrijgesteld', 0, 'nl_exempt'],
    ]);
  });

  it.each([
    ['EE', [2400, 1300, 900, 0]],
    ['SK', [2300, 1900, 500, 0]],
    ['FI', [2550, 1350, 1000, 0]],
    ['RO', [2100, 1100, 0]],
    ['FR', [2000, 1000, 550, 210, 0]],
  ])('has the rates of %s as of 2026', (country, values) => {
    expect(of(country).map((rate) => rate.value_hundredths)).toEqual(values);
  });

  it('writes a half percent with a comma', () => {
    expect(of('FI').map((rate) => rate.name)).toContain('25,5%');
  });

  it('has one rate to an id and to an alias', () => {
    expect(new Set(rows.map((rate) => rate.id)).size).toBe(rows.length);
    expect(new Set(rows.map((rate) => rate.alias)).size).toBe(rows.length);
    for (const rate of rows) expect(rate.alias).toMatch(new RegExp(`^${rate.country_iso2.toLowerCase()}_`));
  });
});

describe('openRateBook', () => {
  const rateOf = openRateBook(rows);

  it('takes the reduced rate for food and books where a country has several', () => {
    expect(rateOf('BE', 'reduced').value_hundredths).toBe(600);
    expect(rateOf('FR', 'reduced').value_hundredths).toBe(550);
    expect(rateOf('DE', 'standard').value_hundredths).toBe(1900);
  });

  it('tells zero from exempt', () => {
    expect(rateOf('NL', 'zero').id).not.toBe(rateOf('NL', 'exempt').id);
  });

  it('throws for a rate that a country does not have', () => {
    expect(() => rateOf('DK', 'reduced')).toThrow('no reduced rate for DK');
  });
});
