import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { paymentCode, revenueCode, vatCode, vatCodeCode } from '../../../shared/contract/ledgers.ts';
import type { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import type { PostingLabels } from '../../../shared/journal.ts';
import { rateName } from '../../../shared/vat-return.ts';

export interface LedgerSubject {
  readonly code: string;
  readonly name: string;
  /** Its name in a booking, which distinguishes it from others of the same name. */
  readonly description: string;
}

const FIXED_SUBJECTS = [
  'receivables',
  'differences',
  'gift_cards',
  'tips',
  'prepayments',
  'other_non_revenue',
  'daybook',
] as const;

interface LedgerSection {
  readonly name: 'payments' | 'revenue' | 'vat' | 'vatCodes';
  readonly subjects: readonly LedgerSubject[];
}

interface LedgerSources {
  readonly report: FinancialReport;
  readonly methods: readonly PaymentMethod[];
  readonly groups: readonly TurnoverGroup[];
  readonly labels: PostingLabels;
  readonly language: Language;
}

/** The subjects of the reference data and the report by kind, each code once; without the fixed kinds. */
export function ledgerSections({ report, methods, groups, labels, language }: LedgerSources): LedgerSection[] {
  const { direct_paid, not_paid_now, turnover_by_group } = report;
  const rates = [direct_paid, not_paid_now, not_paid_now?.settled_since].flatMap((section) => section?.rates ?? []);
  const vatSubjects = rates.map((rate) => ({
    code: vatCode(rate.tax_rate_id),
    name: rateText(rate, language),
    description: labels.vat(rate),
  }));
  const vatCodeSubjects = rates.map((rate) => {
    const name = rateText(rate, language);
    return { code: vatCodeCode(rate.tax_rate_id), name, description: name };
  });
  return [
    {
      name: 'payments',
      subjects: eachOnce(
        [...methods, ...(direct_paid?.payment_methods ?? [])].map(({ type_alias, title }) => ({
          code: paymentCode(type_alias),
          name: title,
          description: labels.payment(title),
        })),
      ),
    },
    {
      name: 'revenue',
      subjects: eachOnce([
        ...groups.flatMap(({ code, title }) => (code === null ? [] : revenueSubject(code, title, labels))),
        ...(turnover_by_group?.rows ?? []).flatMap(({ product_group_code: code, title }) =>
          code === null ? [] : revenueSubject(code, title, labels),
        ),
      ]),
    },
    { name: 'vat', subjects: eachOnce(vatSubjects) },
    { name: 'vatCodes', subjects: eachOnce(vatCodeSubjects) },
  ];
}

function revenueSubject(code: string, title: string, labels: PostingLabels): LedgerSubject {
  return { code: revenueCode(code), name: title, description: labels.revenue(title) };
}

function rateText(rate: ReportRate, language: Language): string {
  return `${rateName(rate, language)} ${rate.country_iso2}`;
}

/** Several subjects of one code are one subject with all of their names. */
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

/** Without what few platforms have, where the report has none of it. */
export function fixedSubjects(
  { revenue }: FinancialReport,
  labels: PostingLabels,
  nameOf: (code: (typeof FIXED_SUBJECTS)[number]) => string,
): LedgerSubject[] {
  const booked: Partial<Record<(typeof FIXED_SUBJECTS)[number], string>> = {
    receivables: labels.receivables,
    differences: labels.differences,
    gift_cards: labels.giftCards,
    tips: labels.tips,
    prepayments: labels.prepayments,
    other_non_revenue: labels.otherNonRevenue,
  };
  const isNeeded = (code: string) => code !== 'other_non_revenue' || (revenue.non_revenue?.other ?? 0) !== 0;
  return FIXED_SUBJECTS.filter(isNeeded).map((code) => {
    const name = nameOf(code);
    return { code, name, description: booked[code] ?? name };
  });
}
