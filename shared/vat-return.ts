import type { FinancialReport, ReportRate, UnknownSection } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import { AMOUNT_SCALE, type Amount, fromEuros, sumOf, toEuros } from './money.ts';

/** The boxes of the Dutch VAT return for what was sold. */
const RETURN_BOXES = ['1a', '1b', '1c', '1e'] as const;

/** Besides the boxes what the return has none for: sold exempt from VAT, and at rates of other countries. */
export const VAT_BOXES = [...RETURN_BOXES, 'exempt', 'foreign'] as const;

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
  /** The same by country, A to Z; one for every box but `foreign`. */
  readonly countries: readonly VatCountry[];
  /** What to fill in; null for what is not in the return. */
  readonly declared: DeclaredVat | null;
}

interface VatCountry extends VatSums {
  readonly country_iso2: string;
  readonly rates: readonly ReportRate[];
}

/** Whole euros, as the return asks for them: each amount rounded down, which is in favour of who files it. */
export interface DeclaredVat {
  readonly base: number;
  readonly tax: number;
}

export interface VatReturn {
  /** Those with a rate, in the order of the return. */
  readonly boxes: readonly VatBoxLines[];
  readonly total: VatSums;
  /** The sum of the VAT of the boxes as it is filled in: what is owed by them. */
  readonly declaredTax: number;
  /** Cash rounding with the sign of turnover, which no rate has. */
  readonly differences: VatSums;
  /** What the turnover has besides: 0 unless figures of the report contradict each other. */
  readonly rest: VatSums;
  readonly turnover: VatSums;
}

/** What has to be known of the amounts to fill in, and what they are without: a sentence each. */
export const DECLARED_NOTES: Readonly<Record<Language, readonly string[]>> = {
  nl: [
    'Elk bedrag is naar beneden afgerond op hele euro’s, in uw voordeel.',
    'Vrijgestelde omzet en tarieven van andere landen horen niet in deze aangifte.',
    'Niet meegenomen, want het kassaplatform kent ze niet: voorbelasting (5b), verlegde btw, leveringen buiten ' +
      'Nederland (rubriek 3), privégebruik (1d), de margeregeling en correcties op eerdere aangiften.',
  ],
  en: [
    'Each amount is rounded down to whole euros, in your favour.',
    'Exempt turnover and rates of other countries do not belong in this return.',
    'Not included, as the point-of-sale platform does not know them: input tax (5b), reverse-charged VAT, supplies ' +
      'outside the Netherlands (section 3), private use (1d), the margin scheme and corrections of earlier returns.',
  ],
};

/**
 * The VAT of a period by the day of the invoice, which is that of the purchase: when it was paid plays no part. `null` if the
 * platform does not know all of its sections.
 */
export function vatReturn({ revenue, direct_paid, not_paid_now }: VatFigures): VatReturn | null {
  const { total_differences_wt, total_turnover_wt } = revenue;
  if (direct_paid === null || not_paid_now === null) return null;
  if (total_differences_wt === null || total_turnover_wt === null) return null;
  const given = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  const rates = [...Map.groupBy(given, ({ tax_rate_id }) => tax_rate_id).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], ...sumsOf(same) }] : [],
  );
  const byBox = Map.groupBy(rates, boxOf);
  const total = sumsOf(rates);
  const boxes = VAT_BOXES.flatMap((box) => {
    const ofBox = byBox.get(box);
    return ofBox ? [boxLines(box, ofBox)] : [];
  });
  const differences = sums(-fromEuros(revenue.total_differences), -fromEuros(total_differences_wt));
  const turnover = sums(fromEuros(revenue.total_turnover), fromEuros(total_turnover_wt));
  const rest = (figures: (of: VatSums) => number) =>
    fromEuros(figures(turnover)) - fromEuros(figures(total)) - fromEuros(figures(differences));
  return {
    boxes,
    declaredTax: sumOf(boxes, ({ declared }) => declared?.tax ?? 0),
    total,
    differences,
    rest: sums(
      rest(({ base }) => base),
      rest(({ total_wt }) => total_wt),
    ),
    turnover,
  };
}

/** Whether the rest is what a platform leaves that rounds each figure by itself. `perFigure` as of `reportChecks`. */
export function isRestWithin({ boxes, rest }: VatReturn, perFigure: Amount): boolean {
  const tolerance = perFigure * (boxes.flatMap(({ rates }) => rates).length + 2);
  return [rest.base, rest.total_wt].every((euros) => Math.abs(fromEuros(euros)) <= tolerance);
}

function boxLines(box: VatBox, ofBox: readonly ReportRate[]): VatBoxLines {
  const byCountry = Map.groupBy(ofBox, ({ country_iso2 }) => country_iso2);
  const countries = [...byCountry]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([country_iso2, ofCountry]) => {
      const rates = ofCountry.toSorted((one, other) => other.value - one.value);
      return { country_iso2, rates, ...sumsOf(rates) };
    });
  const sums = sumsOf(ofBox);
  const isDeclared = RETURN_BOXES.some((known) => known === box);
  return {
    ...{ box, rates: countries.flatMap(({ rates }) => rates), countries, ...sums },
    declared: isDeclared ? { base: wholeEuros(sums.base), tax: wholeEuros(sums.tax) } : null,
  };
}

function wholeEuros(euros: number): number {
  return Math.floor(fromEuros(euros) / AMOUNT_SCALE);
}

/** The first section that a return lacks; null if it has all. */
export function lackingOfReturn({ revenue, direct_paid, not_paid_now }: VatFigures): UnknownSection | null {
  if (direct_paid === null) return 'direct_paid';
  if (not_paid_now === null) return 'not_paid_now';
  return revenue.total_differences_wt === null || revenue.total_turnover_wt === null ? 'revenue_wt' : null;
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

/** The report has the label of a rate and not its alias. Exempt is a rate of 0, and in no box of the return. */
const EXEMPT = /vrijgesteld|exempt/i;

type NamedRate = Pick<ReportRate, 'name' | 'value' | 'country_iso2'>;

export function boxOf({ name, country_iso2, value }: NamedRate): VatBox {
  if (country_iso2 !== 'NL') return 'foreign';
  if (HIGH.includes(value)) return '1a';
  if (LOW.includes(value)) return '1b';
  if (value > 0) return '1c';
  return EXEMPT.test(name) ? 'exempt' : '1e';
}

/** Exempt from VAT: there is no rate, not even 0. */
export function isExempt({ name, value }: Pick<NamedRate, 'name' | 'value'>): boolean {
  return value === 0 && EXEMPT.test(name);
}

const EXEMPT_NAMES: Readonly<Record<Language, string>> = { nl: 'Vrijgesteld', en: 'Exempt' };

/** The label of a rate as the language writes it: `5,5%` in Dutch, `5.5%` in English; any other label as it is. */
export function rateName({ name, value }: Pick<NamedRate, 'name' | 'value'>, language: Language): string {
  if (isExempt({ name, value })) return EXEMPT_NAMES[language];
  const isPercentage = Number.parseFloat(name.replace(',', '.')) === value && /^[\d.,]+\s*%$/.test(name);
  if (!isPercentage) return name;
  return `${language === 'nl' ? String(value).replace('.', ',') : value}%`;
}

/** The label of a rate with its country, as a line names it. */
export function rateTitle(rate: NamedRate, language: Language): string {
  return `${rateName(rate, language)} ${rate.country_iso2}`;
}
