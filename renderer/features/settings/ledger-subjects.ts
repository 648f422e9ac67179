import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import {
  createPaymentCode,
  createRevenueCode,
  createVatCode,
  createVatCodeCode,
} from '../../../shared/contract/ledgers.ts';
import type { PaymentMethod } from '../../../shared/contract/payment-methods.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { formatRateTitle } from '../../../shared/vat-return.ts';

/** Something that a journal books, with its own ledger account. */
export interface LedgerSubject {
  readonly code: string;
  readonly name: string;
  /** The key of the VAT code in the bookkeeping program; only for VAT rates. */
  readonly vatCode?: string;
  /** `false` for a rate of 0%, which has a VAT code but no VAT to book. */
  readonly isBooked?: boolean;
}

export const FIXED_SUBJECTS = [
  'receivables',
  'differences',
  'gift_cards',
  'tips',
  'prepayments',
  'other_non_revenue',
  'daybook',
] as const;

interface LedgerSources {
  readonly methods: readonly PaymentMethod[];
  readonly groups: readonly TurnoverGroup[];
  /** The rates of the home country. */
  readonly rates: readonly TaxRate[];
  /** Has names that the reference data lacks, such as internal payment methods; `undefined` until it is known. */
  readonly report: FinancialReport | undefined;
  readonly language: Language;
}

/** The payment methods, turnover groups and VAT rates, each code once. */
export function listLedgerSubjects({ methods, groups, rates, report, language }: LedgerSources) {
  const { direct_paid, not_paid_now, turnover_by_group } = report ?? {};
  const reported = [direct_paid, not_paid_now, not_paid_now?.settled_since].flatMap((section) => section?.rates ?? []);
  const reportedGroups = (turnover_by_group?.rows ?? []).map((row) => ({
    code: row.product_group_code,
    title: row.title,
  }));
  return {
    payments: mergeByCode(
      [...methods, ...(direct_paid?.payment_methods ?? [])].map(({ type_alias, title }) => ({
        code: createPaymentCode(type_alias),
        name: title,
      })),
    ),
    revenue: mergeByCode(
      [...groups, ...reportedGroups].flatMap(({ code, title }) =>
        code === null ? [] : { code: createRevenueCode(code), name: title },
      ),
    ),
    vat: mergeByCode(
      [...rates, ...reported].map((rate) => {
        const id = 'id' in rate ? rate.id : rate.tax_rate_id;
        const isBooked = rate.value !== 0;
        return {
          code: createVatCode(id),
          name: formatRateTitle(rate, language),
          vatCode: createVatCodeCode(id),
          isBooked,
        };
      }),
    ),
  };
}

/** Merges subjects with the same code into one with all their names. */
function mergeByCode(subjects: readonly LedgerSubject[]): LedgerSubject[] {
  const byCode = Map.groupBy(subjects, ({ code }) => code);
  return [...byCode.values()].flatMap((alike) =>
    alike[0] ? { ...alike[0], name: [...new Set(alike.map(({ name }) => name))].join(', ') } : [],
  );
}
