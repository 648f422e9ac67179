import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import { paymentCode, revenueCode, vatCode } from '../../../shared/contract/ledgers.ts';
import type { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import type { PostingLabels } from '../../../shared/journal.ts';

/** What can have a ledger account, as the page calls it. */
export interface LedgerSubject {
  readonly code: string;
  readonly name: string;
  /** As a booking calls it, which tells it apart from what else has its name. */
  readonly description: string;
}

const FIXED_SUBJECTS = ['receivables', 'differences', 'gift_cards', 'tips', 'prepayments', 'daybook'] as const;

export type LedgerSectionName = 'payments' | 'revenue' | 'vat';

export interface LedgerSection {
  readonly name: LedgerSectionName;
  readonly subjects: readonly LedgerSubject[];
}

interface Known {
  readonly report: FinancialReport;
  readonly methods: readonly PaymentMethod[];
  readonly groups: readonly TurnoverGroup[];
  readonly words: PostingLabels;
  /** `12,5 %` */
  readonly percentage: (percent: number) => string;
}

/** What reference data and the report name, by kind and each code once; the fixed kinds are beside it. */
export function ledgerSections({ report, methods, groups, words, percentage }: Known): LedgerSection[] {
  const { direct_paid, not_paid_now, turnover_by_group } = report;
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  return [
    {
      name: 'payments',
      subjects: eachOnce(
        [...methods, ...direct_paid.payment_methods].map(({ type_alias, title }) => ({
          code: paymentCode(type_alias),
          name: title,
          description: words.payment(title),
        })),
      ),
    },
    {
      name: 'revenue',
      subjects: eachOnce([
        ...groups.map(({ code, title }) => revenueSubject(code, title, words)),
        ...turnover_by_group.rows.flatMap(({ product_group_code: code, title }) =>
          code === null ? [] : revenueSubject(code, title, words),
        ),
      ]),
    },
    {
      name: 'vat',
      subjects: eachOnce(
        rates.map((rate) => ({
          code: vatCode(rate.tax_rate_id),
          name: rateName(rate, percentage),
          description: words.vat(rate.country_iso2, String(rate.value).replace('.', words.decimalMark)),
        })),
      ),
    },
  ];
}

function revenueSubject(code: string, title: string, words: PostingLabels): LedgerSubject {
  return { code: revenueCode(code), name: title, description: words.revenue(title) };
}

/** With its label where that says more than the percentage, such as that it is exempt. */
function rateName({ country_iso2, value, name }: ReportRate, percentage: Known['percentage']): string {
  const isPercentage = name.replaceAll(' ', '').replace(',', '.') === `${value}%`;
  return `${country_iso2} ${percentage(value)}${isPercentage ? '' : ` ${name}`}`;
}

/** Several of one code go by all of their names. */
function eachOnce(subjects: readonly LedgerSubject[]): LedgerSubject[] {
  const byCode = Map.groupBy(subjects, ({ code }) => code);
  return [...byCode].map(([code, alike]) => ({
    code,
    name: namesOf(alike.map(({ name }) => name)),
    description: namesOf(alike.map(({ description }) => description)),
  }));
}

function namesOf(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

/** The fixed kinds under the names of the page. */
export function fixedSubjects(
  words: PostingLabels,
  nameOf: (code: (typeof FIXED_SUBJECTS)[number]) => string,
): LedgerSubject[] {
  const booked: Partial<Record<(typeof FIXED_SUBJECTS)[number], string>> = {
    receivables: words.receivables,
    differences: words.differences,
    gift_cards: words.giftCards,
    tips: words.tips,
    prepayments: words.prepayments,
  };
  return FIXED_SUBJECTS.map((code) => {
    const name = nameOf(code);
    return { code, name, description: booked[code] ?? name };
  });
}
