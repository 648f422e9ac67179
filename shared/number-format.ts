import type { Language } from './contract/language.ts';
import { ACCOUNT_CURRENCY } from './currency.ts';
import { NOT_KNOWN } from './unknown-figures.ts';

/** The locale of each language for numbers and dates. */
export const INTL_LOCALES: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB' };

/** `Duitsland`; the code itself if it is not a country. */
export function formatCountry(iso2: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(iso2)) return iso2;
  return new Intl.DisplayNames(INTL_LOCALES[language], { type: 'region' }).of(iso2) ?? iso2;
}

/** Numbers as the language writes them, with a true minus sign. Figures are never abbreviated; null is one that is not known. */
export interface NumberFormat {
  /**
   * `12.345,67`: an amount without unit, for columns with the unit in their heading. Other currencies: `GBP 12.345,67`.
   */
  amount(euros: number | null, currency?: string): string;
  /** `€ 12.345,67`. Other currencies: `GBP 12.345,67`. */
  money(euros: number | null, currency?: string): string;
  /** A unit price with 2 decimals, or up to 4 if needed. */
  unitPrice(euros: number): string;
  /** `12,5%`, in English `12.5%`. */
  percentage(percent: number): string;
  /** `12,50%`, `12,00%`: always 2 decimals, for columns. */
  roundPercentage(percent: number): string;
  /** `+12,5%`: a relative change with one decimal; `> 999%` for meaningless changes. */
  change(percent: number): string;
  /** `1.234` or `0,5` */
  quantity(value: number | null): string;
}

export function createNumberFormat(language: Language): NumberFormat {
  const locale = INTL_LOCALES[language];
  const createFormat = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    // A value that rounds to 0 has no sign.
    const options = { minimumFractionDigits, maximumFractionDigits, signDisplay: 'negative' } as const;
    const format = new Intl.NumberFormat(locale, options);
    return (value: number) => replaceMinus(format.format(value));
  };
  const twoDecimals = createFormat(2, 2);
  const amount = (euros: number | null, currency = ACCOUNT_CURRENCY) => {
    if (euros === null) return NOT_KNOWN[language];
    return currency === ACCOUNT_CURRENCY ? twoDecimals(euros) : `${currency}\u00a0${twoDecimals(euros)}`;
  };
  const quantity = createFormat(0, 3);
  const percent = createFormat(0, 2);
  const oneDecimal = createFormat(1, 1);
  return {
    amount,
    money(euros, currency = ACCOUNT_CURRENCY) {
      if (euros === null || currency !== ACCOUNT_CURRENCY) return amount(euros, currency);
      return euros < 0 ? `−€\u00a0${twoDecimals(-euros)}` : `€\u00a0${twoDecimals(euros)}`;
    },
    unitPrice: createFormat(2, 4),
    percentage: (value) => `${percent(value)}%`,
    change(value) {
      if (value > MAX_CHANGE) return `>\u00a0${MAX_CHANGE}%`;
      const text = `${oneDecimal(value)}%`;
      return value > 0 && text !== `${oneDecimal(0)}%` ? `+${text}` : text;
    },
    roundPercentage: (value) => `${twoDecimals(value)}%`,
    quantity: (value) => (value === null ? NOT_KNOWN[language] : quantity(value)),
  };
}

/** The largest change that is shown, in percent. */
const MAX_CHANGE = 999;

function replaceMinus(text: string): string {
  return text.replace('-', '−');
}
