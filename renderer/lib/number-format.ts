import type { Language } from '../../shared/contract/language.ts';
import { INTL_LOCALES } from './intl-locales.ts';

/** Numbers as the language writes them, with a true minus sign. Figures are never abbreviated. */
export interface NumberFormat {
  /** `12.345,67`: an amount without its unit, for a column whose header names it. */
  amount(euros: number): string;
  /** `€ 12.345,67` */
  money(euros: number): string;
  /** Unit price: 2 decimals, up to 4 where it has them. */
  unitPrice(euros: number): string;
  /** `12,5 %` */
  percentage(percent: number): string;
  /** `12,5 %` and `12,0 %`: for a column, whose figures stand under one another. */
  roundPercentage(percent: number): string;
  /** `1.234` or `0,5` */
  quantity(value: number): string;
}

export function createNumberFormat(language: Language): NumberFormat {
  const locale = INTL_LOCALES[language];
  const withDecimals = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits });
    return (value: number) => trueMinus(format.format(value === 0 ? 0 : value));
  };
  const amount = withDecimals(2, 2);
  const percent = withDecimals(0, 2);
  const roundPercent = withDecimals(1, 1);
  return {
    amount,
    money: (euros) => (euros < 0 ? `−€\u00a0${amount(-euros)}` : `€\u00a0${amount(euros)}`),
    unitPrice: withDecimals(2, 4),
    percentage: (value) => `${percent(value)}\u00a0%`,
    roundPercentage: (value) => `${roundPercent(value)}\u00a0%`,
    quantity: withDecimals(0, 3),
  };
}

function trueMinus(text: string): string {
  return text.replace('-', '−');
}
