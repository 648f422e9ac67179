import type { BookedSubject } from './booking.ts';
import type { FinancialReport, ReportRate } from './contract/financial-report.ts';
import { paymentCode, revenueCode, vatCode } from './contract/ledger-code.ts';
import { type Amount, fromEuros, sumOf } from './money.ts';
import type { PostingWords } from './posting-words.ts';

/** An amount on something: above 0 on the debit side, below 0 on the credit side. */
export interface Posting extends BookedSubject {
  readonly key: string;
  readonly amount: Amount;
}

/** What a report books, with those that come to nothing. Throws on a figure that is not in euros. */
export function postingsOf(report: FinancialReport, words: PostingWords): Posting[] {
  const { revenue, direct_paid, not_paid_now, turnover_by_group } = report;
  const { settled_since } = not_paid_now;
  const { gift_cards, tips, prepayments, payments_on_invoice } = revenue.non_revenue;
  const invoiced = fromEuros(not_paid_now.total_wt) + fromEuros(settled_since.total_wt);
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...settled_since.rates];
  return [
    ...paymentPostings(direct_paid.payment_methods, words),
    debit('differences', words.differences, fromEuros(direct_paid.differences)),
    debit('receivables', words.receivables, invoiced),
    ...revenuePostings(turnover_by_group.rows, words),
    ...vatPostings(rates, words),
    credit('gift_cards', words.giftCards, fromEuros(gift_cards)),
    credit('tips', words.tips, fromEuros(tips)),
    credit('prepayments', words.prepayments, fromEuros(prepayments)),
    {
      ...credit('receivables', words.paymentsOnInvoice, fromEuros(payments_on_invoice)),
      key: 'receivables:paid',
    },
  ];
}

/** Methods of one type are paid out together, so they share an account. */
function paymentPostings(
  methods: FinancialReport['direct_paid']['payment_methods'],
  words: PostingWords,
): Posting[] {
  const byType = Map.groupBy(methods, ({ type_alias }) => type_alias);
  return [...byType].map(([typeAlias, alike]) =>
    debit(
      paymentCode(typeAlias),
      words.payment(titlesOf(alike)),
      sumOf(alike, ({ amount }) => fromEuros(amount)),
    ),
  );
}

/** Rounding differences, the row without a code, are booked with the payments. */
function revenuePostings(rows: FinancialReport['turnover_by_group']['rows'], words: PostingWords): Posting[] {
  const byCode = Map.groupBy(rows, ({ product_group_code }) => product_group_code);
  return [...byCode].flatMap(([code, alike]) =>
    code === null
      ? []
      : credit(
          revenueCode(code),
          words.revenue(titlesOf(alike)),
          sumOf(alike, ({ total }) => fromEuros(total)),
        ),
  );
}

/** VAT is what was given with less what was given without; it is never computed from a percentage. */
function vatPostings(rates: readonly ReportRate[], { vat, decimalMark }: PostingWords): Posting[] {
  const nameOf = ({ country_iso2, value }: ReportRate) =>
    vat(country_iso2, String(value).replace('.', decimalMark));
  const byRate = Map.groupBy(rates.toSorted(byCountry), ({ tax_rate_id }) => tax_rate_id);
  return [...byRate].map(([taxRateId, alike]) =>
    credit(
      vatCode(taxRateId),
      namesIn(alike.map(nameOf)),
      sumOf(alike, ({ total_wt, base }) => fromEuros(total_wt) - fromEuros(base)),
    ),
  );
}

/** The highest of a country first: the order of the report, also for a rate that only invoices have. */
function byCountry(a: ReportRate, b: ReportRate): number {
  if (a.country_iso2 !== b.country_iso2) return a.country_iso2 < b.country_iso2 ? -1 : 1;
  return b.value - a.value || a.tax_rate_id - b.tax_rate_id;
}

function titlesOf(rows: readonly { readonly title: string }[]): string {
  return namesIn(rows.map(({ title }) => title));
}

function namesIn(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

function debit(code: string, description: string, amount: Amount): Posting {
  return { key: code, code, description, amount };
}

function credit(code: string, description: string, amount: Amount): Posting {
  return { key: code, code, description, amount: 0 - amount };
}
