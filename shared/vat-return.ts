import type { FinancialReport, ReportRate } from './contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from './money.ts';

/** The boxes of the Dutch VAT return for what was sold; `foreign` are rates of other countries, which it has no box for. */
export const VAT_BOXES = ['1a', '1b', '1c', '1e', 'foreign'] as const;

export type VatBox = (typeof VAT_BOXES)[number];

/** Euros, each a sum of figures of the report; the tax is what is given including VAT less what is given without it. */
interface VatSums {
  readonly base: number;
  readonly tax: number;
  readonly total_wt: number;
}

export interface VatBoxLines extends VatSums {
  readonly box: VatBox;
  /** Each rate once: sold directly, on account and still unpaid, and on account and paid since. */
  readonly rates: readonly ReportRate[];
}

export interface VatReturn {
  /** Those with a rate, in the order of the return. */
  readonly boxes: readonly VatBoxLines[];
  readonly total: VatSums;
  /** Cash rounding with the sign of turnover, which no rate has. */
  readonly differences: VatSums;
  /** What the turnover has besides: 0 unless figures of the report contradict each other. */
  readonly rest: VatSums;
  readonly turnover: VatSums;
}

/** The VAT of a period by the day of the invoice, which is that of the purchase: when it was paid plays no part. */
export function vatReturn({ revenue, direct_paid, not_paid_now }: VatFigures): VatReturn {
  const given = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  const rates = [...Map.groupBy(given, ({ tax_rate_id }) => tax_rate_id).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], ...sumsOf(same) }] : [],
  );
  const byBox = Map.groupBy(rates, boxOf);
  const total = sumsOf(rates);
  const differences = sums(-fromEuros(revenue.total_differences), -fromEuros(revenue.total_differences_wt));
  const turnover = sums(fromEuros(revenue.total_turnover), fromEuros(revenue.total_turnover_wt));
  const rest = (figures: (of: VatSums) => number) =>
    fromEuros(figures(turnover)) - fromEuros(figures(total)) - fromEuros(figures(differences));
  return {
    boxes: VAT_BOXES.flatMap((box) => {
      const ofBox = byBox.get(box)?.toSorted((one, other) => other.value - one.value);
      return ofBox ? [{ box, rates: ofBox, ...sumsOf(ofBox) }] : [];
    }),
    total,
    differences,
    rest: sums(
      rest(({ base }) => base),
      rest(({ total_wt }) => total_wt),
    ),
    turnover,
  };
}

type VatFigures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now'>;

function sumsOf(rates: readonly ReportRate[]): VatSums {
  return sums(
    sumOf(rates, ({ base }) => fromEuros(base)),
    sumOf(rates, ({ total_wt }) => fromEuros(total_wt)),
  );
}

function sums(base: Amount, total: Amount): VatSums {
  return { base: toEuros(base), tax: toEuros(total - base), total_wt: toEuros(total) };
}

/** The high and the low rate of the Netherlands since 2000; what else is above 0 has a box of its own. */
const HIGH: readonly number[] = [17.5, 19, 21];

const LOW: readonly number[] = [6, 9];

function boxOf({ country_iso2, value }: ReportRate): VatBox {
  if (country_iso2 !== 'NL') return 'foreign';
  if (HIGH.includes(value)) return '1a';
  if (LOW.includes(value)) return '1b';
  return value === 0 ? '1e' : '1c';
}
