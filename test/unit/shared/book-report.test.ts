import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WholeReport } from '../../../shared/contract/financial-report.ts';
import { bookReport } from '../../../shared/journal.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { checkReport } from '../../../shared/report-checks.ts';
import { arbitraryReport, exampleReport, figureAt, figurePaths, withFigures } from './report-of-figures.ts';

const LEDGERS = {
  'payment:cash': '1000',
  'payment:pin': '1210',
  'revenue:8010': '8010',
  'revenue:8020': '8020',
  'vat:1': '1500',
  'vat:2': '1510',
  differences: '4950',
  receivables: '1300',
  gift_cards: '1650',
  tips: '1660',
  prepayments: '1670',
  other_non_revenue: '1680',
};

function linesOf(report: WholeReport, language: 'nl' | 'en' = 'nl'): string[] {
  return bookReport(report, LEDGERS, language).lines.map(
    ({ ledger, description, debit, credit }) => `${ledger} ${description}: ${toEuros(debit)} | ${toEuros(credit)}`,
  );
}

function amounts(...figures: readonly number[]): Amount {
  return sumOf(figures, fromEuros);
}

function differenceOf(report: WholeReport, check: string): Amount {
  const found = checkReport(report).find(({ name }) => name === check);
  if (!found) throw new Error(`there is no check ${check}`);
  return fromEuros(found.difference);
}

/** Computes the residual from the figures only. Each bracket is an identity of the report. */
function brokenIdentities(report: WholeReport): Amount {
  const { direct_paid, not_paid_now, revenue, turnover_by_group } = report;
  const { settled_since } = not_paid_now;
  const { total: _total, ...kinds } = revenue.non_revenue;
  const withVat = (section: typeof settled_since) =>
    fromEuros(section.total_wt) - amounts(...section.rates.map(({ total_wt }) => total_wt));
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...settled_since.rates];
  const groups = turnover_by_group.rows.filter(({ product_group_code }) => product_group_code !== null);
  return (
    differenceOf(report, 'payments') -
    differenceOf(report, 'direct_total_wt') +
    withVat(not_paid_now) +
    withVat(settled_since) +
    amounts(...rates.map(({ base }) => base)) -
    amounts(...groups.map(({ total }) => total)) +
    fromEuros(direct_paid.non_revenue) -
    amounts(...Object.values(kinds))
  );
}

/** The change of the residual for one cent more of each booked figure. */
const BOOKED_FIGURES: Readonly<Record<string, 1 | -1>> = {
  'direct_paid.payment_methods.0.amount': 1,
  'direct_paid.payment_methods.1.amount': 1,
  'direct_paid.differences': 1,
  'direct_paid.rates.0.base': 1,
  'direct_paid.rates.0.total_wt': -1,
  'not_paid_now.total_wt': 1,
  'not_paid_now.rates.0.base': 1,
  'not_paid_now.rates.0.total_wt': -1,
  'not_paid_now.settled_since.total_wt': 1,
  'not_paid_now.settled_since.rates.0.base': 1,
  'not_paid_now.settled_since.rates.0.total_wt': -1,
  'revenue.non_revenue.gift_cards': -1,
  'revenue.non_revenue.tips': -1,
  'revenue.non_revenue.payments_on_invoice': -1,
  'revenue.non_revenue.prepayments': -1,
  'revenue.non_revenue.other': -1,
  'turnover_by_group.rows.0.total': -1,
  'turnover_by_group.rows.1.total': -1,
};

/** Figures that repeat others, or that are not booked. */
const NOT_BOOKED = [
  /^revenue\.(total|margin)/,
  /^revenue\.non_revenue\.total$/,
  /^direct_paid\.(total|total_wt|non_revenue)$/,
  /^direct_paid\.balance_check\./,
  /rates\.\d\.tax$/,
  /^not_paid_now\.(settled_since\.)?total$/,
  /^turnover_by_group\.(total|total_wt)$/,
  /^turnover_by_group\.shop_totals\./,
  /^turnover_by_group\.rows\.\d\.(total_wt$|shops\.)/,
  // The row of rounding differences, which are booked with the payments.
  /^turnover_by_group\.rows\.2\./,
  /^checks\./,
];

describe('bookReport', () => {
  it('books a report line by line', () => {
    expect(linesOf(exampleReport())).toEqual([
      '1000 Betaalwijze Contant: 25 | 0',
      '1210 Betaalwijze Pinpas: 110.88 | 0',
      '4950 Afrondingsverschillen: 0.02 | 0',
      '1300 Verkocht op rekening: 54.5 | 0',
      '8010 Omzet Tuin: 0 | 90',
      '8020 Omzet Boeken: 0 | 50',
      '1500 Btw 21% NL: 0 | 18.9',
      '1510 Btw 9% NL: 0 | 4.5',
      '1650 Verkochte cadeaubonnen: 0 | 25',
      '1660 Fooien: 0 | 2',
    ]);
  });

  it('has equal sides and nothing missing', () => {
    expect(bookReport(exampleReport(), LEDGERS, 'nl')).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-01',
      debit: fromEuros(190.4),
      credit: fromEuros(190.4),
      residual: 0,
      unmapped: [],
    });
  });

  it('is available in English', () => {
    expect(linesOf(exampleReport(), 'en')).toContain('1500 VAT 21% NL: 0 | 18.9');
  });

  it('writes a fractional percentage in the format of the language', () => {
    const report = exampleReport();
    Object.assign(report.direct_paid.rates[0] ?? {}, { name: '5,5%', value: 5.5, country_iso2: 'FR' });
    expect(linesOf(report)).toContain('1500 Btw 5,5% FR: 0 | 18.9');
    expect(linesOf(report, 'en')).toContain('1500 VAT 5.5% FR: 0 | 18.9');
  });

  it('puts an amount below zero on the other side', () => {
    const figures = new Map([
      ['direct_paid.payment_methods.0.amount', -25],
      ['direct_paid.differences', -0.02],
      ['turnover_by_group.rows.0.total', -90],
      ['direct_paid.rates.0.base', 108.9],
      ['direct_paid.rates.0.total_wt', 90],
    ]);
    expect(linesOf(withFigures(exampleReport(), figures))).toEqual(
      expect.arrayContaining([
        '1000 Betaalwijze Contant: 0 | 25',
        '4950 Afrondingsverschillen: 0 | 0.02',
        '8010 Omzet Tuin: 90 | 0',
        '1500 Btw 21% NL: 18.9 | 0',
      ]),
    );
  });

  it('adds amounts that share an account: methods of a type, groups of a code, a rate of direct orders and invoices', () => {
    const report = exampleReport();
    for (const method of report.direct_paid.payment_methods) method.type_alias = 'pin';
    for (const row of report.turnover_by_group.rows) {
      if (row.product_group_code !== null) row.product_group_code = '8010';
    }
    for (const rate of report.not_paid_now.rates) Object.assign(rate, { tax_rate_id: 1, name: '21%', value: 21 });
    const lines = linesOf(report);
    expect(lines).toContain('1210 Betaalwijze Contant, Pinpas: 135.88 | 0');
    expect(lines).toContain('8010 Omzet Tuin, Boeken: 0 | 140');
    expect(lines).toContain('1500 Btw 21% NL: 0 | 21.6');
  });

  it('books payments of earlier invoices to the receivables, on a separate line', () => {
    const paid = new Map([['revenue.non_revenue.payments_on_invoice', 40]]);
    const { lines } = bookReport(withFigures(exampleReport(), paid), LEDGERS, 'nl');
    expect(lines.filter(({ ledger }) => ledger === '1300')).toMatchObject([
      { key: 'receivables', description: 'Verkocht op rekening', debit: fromEuros(54.5), credit: 0 },
      { key: 'receivables:paid', description: 'Ontvangen op facturen', credit: fromEuros(40) },
    ]);
  });

  it('names every amount without a ledger account once, and nothing else', () => {
    const paid = new Map([['revenue.non_revenue.payments_on_invoice', 40]]);
    const { 'vat:1': _vat, receivables: _receivables, prepayments: _prepayments, ...rest } = LEDGERS;
    const { unmapped, lines } = bookReport(withFigures(exampleReport(), paid), rest, 'nl');
    expect(unmapped).toEqual([
      { code: 'receivables', description: 'Verkocht op rekening' },
      { code: 'vat:1', description: 'Btw 21% NL' },
    ]);
    expect(lines.filter(({ ledger }) => ledger === null)).toHaveLength(3);
  });

  it('ignores ledger accounts that are inherited object properties', () => {
    const report = exampleReport();
    report.direct_paid.payment_methods.splice(1);
    const lines = bookReport(report, Object.create(LEDGERS), 'nl').lines;
    expect(lines.every(({ ledger }) => ledger === null)).toBe(true);
  });

  it('has no lines for a period without orders', () => {
    const report = exampleReport();
    const nothing = withFigures(report, new Map(figurePaths(report).map((path) => [path, 0])));
    expect(bookReport(nothing, {}, 'nl')).toMatchObject({ lines: [], residual: 0, unmapped: [] });
  });
});

describe('the residual of a booking', () => {
  it('is the sum of the broken identities of the report, for any figures', () => {
    fc.assert(
      fc.property(arbitraryReport(), (report) => {
        expect(bookReport(report, LEDGERS, 'nl').residual).toBe(brokenIdentities(report));
      }),
      { seed: 4870, numRuns: 500 },
    );
  });

  it('is debit less credit, and no line has both sides or a negative amount', () => {
    fc.assert(
      fc.property(arbitraryReport(), (report) => {
        const { lines, debit, credit, residual } = bookReport(report, LEDGERS, 'nl');
        expect(sumOf(lines, (line) => line.debit)).toBe(debit);
        expect(sumOf(lines, (line) => line.credit)).toBe(credit);
        expect(residual).toBe(debit - credit);
        for (const line of lines) {
          expect(Math.min(line.debit, line.credit)).toBe(0);
          expect(Math.max(line.debit, line.credit)).toBeGreaterThan(0);
        }
      }),
      { seed: 4870, numRuns: 200 },
    );
  });

  const report = exampleReport();
  const paths = figurePaths(report);

  it('knows for every figure of the report whether it is booked', () => {
    const isNotBooked = (path: string) => NOT_BOOKED.some((pattern) => pattern.test(path));
    const booked = paths.filter((path) => !isNotBooked(path));
    expect(booked.toSorted()).toEqual(Object.keys(BOOKED_FIGURES).toSorted());
    expect(paths.length - booked.length).toBeGreaterThan(60);
  });

  it.each(paths)('for one cent more of %s is that cent, or nothing if it is not booked', (path) => {
    for (const cents of [1, -1]) {
      const value = toEuros(fromEuros(figureAt(report, path)) + cents * 100);
      const { residual } = bookReport(withFigures(report, new Map([[path, value]])), LEDGERS, 'nl');
      expect(residual).toBe((BOOKED_FIGURES[path] ?? 0) * cents * 100 + 0);
    }
  });
});
