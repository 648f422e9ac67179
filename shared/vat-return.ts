import type { FinancialReport, ReportRate, UnknownSection } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import { AMOUNT_SCALE, type Amount, fromEuros, sumOf, toEuros } from './money.ts';

/** The boxes of the Dutch VAT return for sales. */
const RETURN_BOXES = ['1a', '1b', '1c', '1e'] as const;

/** The boxes, and sales outside them: exempt from VAT, and at rates of other countries. */
export const VAT_BOXES = [...RETURN_BOXES, 'exempt', 'foreign'] as const;

export type VatBox = (typeof VAT_BOXES)[number];

/** Sums in euros of figures of the report. The tax is the amount including VAT minus the amount excluding VAT. */
interface VatSums {
  readonly base: number;
  readonly tax: number;
  readonly total_wt: number;
}

export interface VatBoxLines extends VatSums {
  readonly box: VatBox;
  /** Each rate once, over direct, unpaid and settled orders. */
  readonly rates: readonly ReportRate[];
  /** The same by country, A to Z. Only `foreign` has several countries. */
  readonly countries: readonly VatCountry[];
  /** The amounts to fill in; `null` if the box is not in the return. */
  readonly declared: DeclaredVat | null;
}

interface VatCountry extends VatSums {
  readonly country_iso2: string;
  readonly rates: readonly ReportRate[];
}

/** Whole euros for the return. Each amount is rounded down, in favour of the company. */
export interface DeclaredVat {
  readonly base: number;
  readonly tax: number;
}

export interface VatReturn {
  /** Boxes with a rate, in the order of the return. */
  readonly boxes: readonly VatBoxLines[];
  readonly total: VatSums;
  /** Sum of the declared VAT of all boxes. */
  readonly declaredTax: number;
  /** Cash rounding with the sign of turnover. It has no rate. */
  readonly differences: VatSums;
  /** The remaining turnover: 0 unless figures of the report contradict each other. */
  readonly rest: VatSums;
  readonly turnover: VatSums;
}

/** Notes about the amounts to fill in, one sentence each. */
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
 * Calculates the VAT of a period by invoice date, which is the date of purchase, regardless of payment. `null` if the
 * platform does not know all sections.
 */
export function calculateVatReturn({ revenue, direct_paid, not_paid_now }: VatFigures): VatReturn | null {
  const { total_differences_wt, total_turnover_wt } = revenue;
  if (direct_paid === null || not_paid_now === null) return null;
  if (total_differences_wt === null || total_turnover_wt === null) return null;
  const allRates = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  const rates = [...Map.groupBy(allRates, ({ tax_rate_id }) => tax_rate_id).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], ...sumRates(same) }] : [],
  );
  const byBox = Map.groupBy(rates, getBox);
  const total = sumRates(rates);
  const boxes = VAT_BOXES.flatMap((box) => {
    const boxRates = byBox.get(box);
    return boxRates ? [createBoxLines(box, boxRates)] : [];
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

/** Whether the rest is within the rounding of the platform. `maxFigureError` as in `checkReport`. */
export function isRestWithin({ boxes, rest }: VatReturn, maxFigureError: Amount): boolean {
  const tolerance = maxFigureError * (boxes.flatMap(({ rates }) => rates).length + 2);
  return [rest.base, rest.total_wt].every((euros) => Math.abs(fromEuros(euros)) <= tolerance);
}

function createBoxLines(box: VatBox, boxRates: readonly ReportRate[]): VatBoxLines {
  const byCountry = Map.groupBy(boxRates, ({ country_iso2 }) => country_iso2);
  const countries = [...byCountry]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([country_iso2, countryRates]) => {
      const rates = countryRates.toSorted((one, other) => other.value - one.value);
      return { country_iso2, rates, ...sumRates(rates) };
    });
  const sums = sumRates(boxRates);
  const isDeclared = RETURN_BOXES.some((known) => known === box);
  return {
    ...{ box, rates: countries.flatMap(({ rates }) => rates), countries, ...sums },
    declared: isDeclared ? { base: floorToEuros(sums.base), tax: floorToEuros(sums.tax) } : null,
  };
}

function floorToEuros(euros: number): number {
  return Math.floor(fromEuros(euros) / AMOUNT_SCALE);
}

/** Finds the first missing section of a return; `null` if it has all. */
export function findMissingSection({ revenue, direct_paid, not_paid_now }: VatFigures): UnknownSection | null {
  if (direct_paid === null) return 'direct_paid';
  if (not_paid_now === null) return 'not_paid_now';
  return revenue.total_differences_wt === null || revenue.total_turnover_wt === null ? 'revenue_wt' : null;
}

type VatFigures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now'>;

function sumRates(rates: readonly ReportRate[]): VatSums {
  return sums(
    sumOf(rates, ({ base }) => fromEuros(base)),
    sumOf(rates, ({ total_wt }) => fromEuros(total_wt)),
  );
}

function sums(base: Amount, total: Amount): VatSums {
  return { base: toEuros(base), tax: toEuros(total - base), total_wt: toEuros(total) };
}

/** The high and low Dutch rates since 2000. Other rates above 0 have another box. */
const HIGH_RATES: readonly number[] = [17.5, 19, 21];

const LOW_RATES: readonly number[] = [6, 9];

/** The report has only labels of rates, not aliases. Exempt is a rate of 0 outside of all boxes. */
const EXEMPT_LABEL = /vrijgesteld|exempt/i;

type NamedRate = Pick<ReportRate, 'name' | 'value' | 'country_iso2'>;

export function getBox({ name, country_iso2, value }: NamedRate): VatBox {
  if (country_iso2 !== 'NL') return 'foreign';
  if (HIGH_RATES.includes(value)) return '1a';
  if (LOW_RATES.includes(value)) return '1b';
  if (value > 0) return '1c';
  return EXEMPT_LABEL.test(name) ? 'exempt' : '1e';
}

/** Whether the rate is exempt from VAT, which is not the same as 0%. */
export function isExempt({ name, value }: Pick<NamedRate, 'name' | 'value'>): boolean {
  return value === 0 && EXEMPT_LABEL.test(name);
}

const EXEMPT_NAMES: Readonly<Record<Language, string>> = { nl: 'Vrijgesteld', en: 'Exempt' };

/** Formats the label of a rate in a language: `5,5%` in Dutch, `5.5%` in English. Other labels stay. */
export function formatRateName({ name, value }: Pick<NamedRate, 'name' | 'value'>, language: Language): string {
  if (isExempt({ name, value })) return EXEMPT_NAMES[language];
  const isPercentage = Number.parseFloat(name.replace(',', '.')) === value && /^[\d.,]+\s*%$/.test(name);
  if (!isPercentage) return name;
  return `${language === 'nl' ? String(value).replace('.', ',') : value}%`;
}

/** Formats the label of a rate with its country, as in a line. */
export function formatRateTitle(rate: NamedRate, language: Language): string {
  return `${formatRateName(rate, language)} ${rate.country_iso2}`;
}
