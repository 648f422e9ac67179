import { describe, expect, it } from 'vitest';
import type { ReportRate } from '../../../shared/contract/financial-report.ts';
import {
  calculateVatReturn,
  findMissingSection,
  formatRateName,
  getBox,
  isRestWithin,
  type VatReturn,
} from '../../../shared/vat-return.ts';
import { exampleReport } from './report-of-figures.ts';

function rate(tax_rate_id: number, value: number, base: number, total_wt: number, country_iso2 = 'NL'): ReportRate {
  return { tax_rate_id, name: `${value}%`, value, country_iso2, base, tax: total_wt - base, total_wt };
}

const example = exampleReport();

/** Returns a report with this turnover, and the rates by how they were paid. */
function reportWith(direct: ReportRate[], unpaid: ReportRate[], settled: ReportRate[], turnover: [number, number]) {
  return {
    revenue: {
      ...example.revenue,
      total_differences: 0.02,
      total_differences_wt: 0.02,
      total_turnover: turnover[0],
      total_turnover_wt: turnover[1],
    },
    direct_paid: { ...example.direct_paid, rates: direct },
    not_paid_now: {
      ...example.not_paid_now,
      rates: unpaid,
      settled_since: { ...example.not_paid_now.settled_since, rates: settled },
    },
  };
}

function returnOf(report: Parameters<typeof calculateVatReturn>[0]): VatReturn {
  const known = calculateVatReturn(report);
  if (known === null) throw new Error('the return is not known');
  return known;
}

describe('vatReturn', () => {
  const report = reportWith(
    [rate(1, 21, 100.1, 121.12), rate(2, 9, 50, 54.5), rate(4, 0, 7, 7), rate(9, 19, 10, 11.9, 'DE')],
    [rate(1, 21, 0.1, 0.12), rate(3, 0, 3, 3)],
    [rate(1, 21, 0.2, 0.25), rate(5, 12, 1, 1.12)],
    [171.38, 198.99],
  );
  const { boxes, total, rest, differences } = returnOf(report);

  it('adds direct sales, unpaid invoices and invoices paid since, exactly', () => {
    expect(boxes[0]).toMatchObject({ box: '1a', base: 100.4, tax: 21.09, total_wt: 121.49 });
    expect(boxes[0]?.rates).toEqual([{ ...rate(1, 21, 100.4, 121.49), tax: 21.09 }]);
  });

  it('has boxes for high, low and other rates, for 0, and for other countries', () => {
    expect(boxes.map(({ box, base }) => [box, base])).toEqual([
      ['1a', 100.4],
      ['1b', 50],
      ['1c', 1],
      ['1e', 10],
      ['foreign', 10],
    ]);
    expect(boxes.find(({ box }) => box === '1e')?.rates.map(({ tax_rate_id }) => tax_rate_id)).toEqual([4, 3]);
  });

  it('shows exempt turnover separately, outside 1e and outside the return', () => {
    const exempt = { ...rate(3, 0, 1431.97, 1431.97), name: 'Vrijgesteld' };
    const { boxes: given, total: all } = returnOf(reportWith([rate(4, 0, 1393.07, 1393.07), exempt], [], [], [0, 0]));
    expect(given.map(({ box, base, declared }) => [box, base, declared])).toEqual([
      ['1e', 1393.07, { base: 1393, tax: 0 }],
      ['exempt', 1431.97, null],
    ]);
    expect(all.base).toBe(2825.04);
  });

  it('rounds each amount down to whole euros, and sums the rounded amounts', () => {
    const { boxes: given, declaredTax } = returnOf(
      reportWith([rate(1, 21, 249_964.24, 302_456.73), rate(2, 9, -10.5, -11.44)], [], [], [0, 0]),
    );
    expect(given.map(({ declared }) => declared)).toEqual([
      { base: 249_964, tax: 52_492 },
      { base: -11, tax: -1 },
    ]);
    expect(declaredTax).toBe(52_491);
  });

  it('lists the rates of other countries by country, with sums', () => {
    const foreign = [rate(9, 7, 5, 5.35, 'DE'), rate(8, 21, 1, 1.21, 'BE'), rate(7, 19, 10, 11.9, 'DE')];
    const [box] = returnOf(reportWith(foreign, [rate(8, 21, 2, 2.42, 'BE')], [], [0, 0])).boxes;
    expect(box?.countries.map(({ country_iso2, rates, ...sums }) => [country_iso2, rates.length, sums])).toEqual([
      ['BE', 1, { base: 3, tax: 0.63, total_wt: 3.63 }],
      ['DE', 2, { base: 15, tax: 2.25, total_wt: 17.25 }],
    ]);
    expect(box?.rates.map(({ tax_rate_id }) => tax_rate_id)).toEqual([8, 7, 9]);
    expect(box?.declared).toBeNull();
  });

  it('equals the turnover together with the rounding that has no VAT', () => {
    expect(total).toEqual({ base: 171.4, tax: 27.61, total_wt: 199.01 });
    expect(differences).toEqual({ base: -0.02, tax: 0, total_wt: -0.02 });
    expect(rest).toEqual({ base: 0, tax: 0, total_wt: 0 });
  });

  it('shows turnover without a rate', () => {
    const odd = reportWith([rate(1, 21, 100, 121)], [], [], [109.98, 130.98]);
    expect(returnOf(odd).rest).toEqual({ base: 10, tax: 0, total_wt: 10 });
  });

  it.each(['direct_paid', 'not_paid_now'])('is unknown without %s', (section) => {
    expect(calculateVatReturn({ ...report, [section]: null })).toBeNull();
  });

  it.each(['total_turnover_wt', 'total_differences_wt'])('is unknown without %s', (figure) => {
    expect(calculateVatReturn({ ...report, revenue: { ...report.revenue, [figure]: null } })).toBeNull();
  });

  it('has no boxes without sales', () => {
    expect(returnOf(reportWith([], [], [], [-0.02, -0.02])).boxes).toEqual([]);
  });
});

describe('the box of a rate', () => {
  it.each([
    ['17,5%', 17.5, 'NL', '1a'],
    ['19%', 19, 'NL', '1a'],
    ['21%', 21, 'NL', '1a'],
    ['6%', 6, 'NL', '1b'],
    ['9%', 9, 'NL', '1b'],
    ['12%', 12, 'NL', '1c'],
    ['0%', 0, 'NL', '1e'],
    ['Vrijgesteld', 0, 'NL', 'exempt'],
    ['Exempt', 0, 'NL', 'exempt'],
    ['21%', 21, 'BE', 'foreign'],
    ['Vrijgesteld', 0, 'BE', 'foreign'],
  ])('%s of %d in %s is %s', (name, value, country_iso2, box) => {
    expect(getBox({ name, value, country_iso2 })).toBe(box);
  });
});

describe('the remainder of a return', () => {
  /** In ten-thousandths of a euro. */
  const withRest = (base: number, total = base) =>
    returnOf(reportWith([rate(1, 21, 100, 121)], [], [], [(999_800 + base) / 10_000, (1_209_800 + total) / 10_000]));

  it.each([150, -150])('may come from three rounded figures at %d ten-thousandths', (off) => {
    expect(isRestWithin(withRest(off), 50)).toBe(true);
  });

  it.each([
    [151, 151],
    [-151, -151],
    [151, 0],
    [0, 151],
  ])('is too large for that at %d without VAT and %d with VAT', (base, total) => {
    expect(isRestWithin(withRest(base, total), 50)).toBe(false);
  });
});

describe('what is missing from a return', () => {
  const report = reportWith([], [], [], [0, 0]);

  it.each([
    ['direct_paid', { direct_paid: null, not_paid_now: null }],
    ['not_paid_now', { not_paid_now: null }],
    ['revenue_wt', { revenue: { ...report.revenue, total_turnover_wt: null } }],
    ['revenue_wt', { revenue: { ...report.revenue, total_differences_wt: null } }],
    [null, {}],
  ])('is %s', (lacking, unknown) => {
    expect(findMissingSection({ ...report, ...unknown })).toBe(lacking);
  });
});

describe('the label of a rate', () => {
  it.each([
    [{ name: '21%', value: 21 }, '21%', '21%'],
    [{ name: '17,5%', value: 17.5 }, '17,5%', '17.5%'],
    [{ name: 'Vrijgesteld', value: 0 }, 'Vrijgesteld', 'Exempt'],
    [{ name: 'Vrijgesteld', value: 21 }, 'Vrijgesteld', 'Vrijgesteld'],
    [{ name: '0%', value: 0 }, '0%', '0%'],
    [{ name: '21% hoog', value: 21 }, '21% hoog', '21% hoog'],
    [{ name: '19%', value: 21 }, '19%', '19%'],
    [{ name: 'Hoog tarief', value: 21 }, 'Hoog tarief', 'Hoog tarief'],
  ])('of %j is in the language', (given, nl, en) => {
    expect([formatRateName(given, 'nl'), formatRateName(given, 'en')]).toEqual([nl, en]);
  });
});
