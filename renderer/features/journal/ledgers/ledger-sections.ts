import type { FinancialReport, ReportRate } from '../../../../shared/contract/financial-report.ts';
import type { PaymentMethod } from '../../../../shared/contract/payment-methods.ts';
import type { TurnoverGroup } from '../../../../shared/contract/turnover-groups.ts';
import { paymentCode, revenueCode, vatCode } from '../../../../shared/journal/ledger-code.ts';

/** What can have a ledger account, as the page calls it. */
export interface LedgerSubject {
  readonly code: string;
  readonly name: string;
}

export const FIXED_SUBJECTS = [
  'receivables',
  'differences',
  'gift_cards',
  'tips',
  'prepayments',
  'daybook',
] as const;

export type LedgerSectionName = 'payments' | 'revenue' | 'vat';

export interface LedgerSection {
  readonly name: LedgerSectionName;
  readonly subjects: readonly LedgerSubject[];
}

interface Known {
  readonly report: FinancialReport;
  readonly methods: readonly PaymentMethod[];
  readonly groups: readonly TurnoverGroup[];
  /** `12,5 %` */
  readonly percentage: (percent: number) => string;
}

/** What reference data and the report name, by kind and each code once; the fixed kinds are beside it. */
export function ledgerSections({ report, methods, groups, percentage }: Known): LedgerSection[] {
  const { direct_paid, not_paid_now, turnover_by_group } = report;
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  return [
    {
      name: 'payments',
      subjects: eachOnce(
        [...methods, ...direct_paid.payment_methods].map(({ type_alias, title }) => ({
          code: paymentCode(type_alias),
          name: title,
        })),
      ),
    },
    {
      name: 'revenue',
      subjects: eachOnce([
        ...groups.map(({ code, title }) => ({ code: revenueCode(code), name: title })),
        ...turnover_by_group.rows.flatMap(({ product_group_code: code, title }) =>
          code === null ? [] : { code: revenueCode(code), name: title },
        ),
      ]),
    },
    {
      name: 'vat',
      subjects: eachOnce(
        rates.map((rate) => ({ code: vatCode(rate.tax_rate_id), name: rateName(rate, percentage) })),
      ),
    },
  ];
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
    name: [...new Set(alike.map(({ name }) => name))].join(', '),
  }));
}
