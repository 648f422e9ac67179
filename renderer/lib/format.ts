import type { CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { Period } from '../../shared/periods.ts';
import { NOT_KNOWN } from '../../shared/unknown-figures.ts';

/** Numbers as the language writes them, with a true minus sign. Figures are never abbreviated; null is one that is not known. */
export interface NumberFormat {
  /** `12.345,67`: an amount without its unit, for a column whose header names it. */
  amount(euros: number | null): string;
  /** `€ 12.345,67` */
  money(euros: number | null): string;
  /** Unit price: 2 decimals, up to 4 where it has them. */
  unitPrice(euros: number): string;
  /** `12,5 %`, in English `12.5%`. */
  percentage(percent: number): string;
  /** `12,50 %` and `12,00 %`: with the two decimals that every figure of a column has. */
  roundPercentage(percent: number): string;
  /** `1.234` or `0,5` */
  quantity(value: number): string;
}

export function createNumberFormat(language: Language): NumberFormat {
  const locale = INTL_LOCALES[language];
  const withDecimals = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    // What is rounded to 0 has no sign.
    const options = { minimumFractionDigits, maximumFractionDigits, signDisplay: 'negative' } as const;
    const format = new Intl.NumberFormat(locale, options);
    return (value: number) => trueMinus(format.format(value));
  };
  const twoDecimals = withDecimals(2, 2);
  const amount = (euros: number | null) => (euros === null ? NOT_KNOWN[language] : twoDecimals(euros));
  const percent = withDecimals(0, 2);
  const roundPercent = twoDecimals;
  const sign = language === 'nl' ? '\u00a0%' : '%';
  return {
    amount,
    money(euros) {
      if (euros === null) return NOT_KNOWN[language];
      return euros < 0 ? `−€\u00a0${twoDecimals(-euros)}` : `€\u00a0${twoDecimals(euros)}`;
    },
    unitPrice: withDecimals(2, 4),
    percentage: (value) => percent(value) + sign,
    roundPercentage: (value) => roundPercent(value) + sign,
    quantity: withDecimals(0, 3),
  };
}

function trueMinus(text: string): string {
  return text.replace('-', '−');
}

/** Dates and times as the language writes them. Times are those of the shop, whatever the zone of the PC. */
export interface DateFormat {
  /** `20-11-2026`, the date of `moment`. */
  day(date: CalendarDate): string;
  /** `20-11-2026 14:05` from a timestamp of the API. */
  moment(timestamp: string): string;
  /** `14:05:09` from an instant in milliseconds: when something was read, by the clock of the shop. */
  time(instant: number): string;
}

export function createDateFormat(language: Language): DateFormat {
  const separator = language === 'nl' ? '-' : '/';
  const time = new Intl.DateTimeFormat(INTL_LOCALES[language], {
    timeStyle: 'medium',
    timeZone: 'Europe/Amsterdam',
  });
  const day = (date: CalendarDate) => date.split('-').reverse().join(separator);
  return {
    day,
    moment: (timestamp) => `${day(timestamp.slice(0, 10))} ${timestamp.slice(11, 16)}`,
    time: (instant) => time.format(instant),
  };
}

/** A date as the language writes it with these parts, without commas: `za 21 nov 2026`. */
export function dayText(date: CalendarDate, language: Language, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(INTL_LOCALES[language], { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '');
}

/** `Orders, Artikelen en Klanten` */
export function listText(texts: readonly string[], language: Language): string {
  return new Intl.ListFormat(INTL_LOCALES[language]).format(texts);
}

/** `Duitsland`; the code itself where it names no country. */
export function countryName(iso2: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(iso2)) return iso2;
  return new Intl.DisplayNames(INTL_LOCALES[language], { type: 'region' }).of(iso2) ?? iso2;
}

/** Whose way of writing numbers and dates each language follows. */
const INTL_LOCALES: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB' };

/** `za 1 nov – ma 30 nov 2026`; one date for a single day; both years where they differ. */
export function periodText(period: Period, language: Language): string {
  return spanText(period, language, { weekday: 'short', day: 'numeric', month: 'short' }, null);
}

/** `1 nov – 30 nov`, without the year of `today`: for a list beside which the year is plain. */
export function shortPeriodText(period: Period, language: Language, today: CalendarDate): string {
  return spanText(period, language, { day: 'numeric', month: 'short' }, yearOf(today));
}

/** `zondag` */
export function weekdayText(date: CalendarDate, language: Language): string {
  return dayText(date, language, { weekday: 'long' });
}

/** `z`, in English `S`: where there is room for no more, such as under a bar. */
export function weekdayLetter(date: CalendarDate, language: Language): string {
  return dayText(date, language, { weekday: 'short' }).charAt(0);
}

function spanText(
  { from, to }: Period,
  language: Language,
  form: Intl.DateTimeFormatOptions,
  knownYear: string | null,
): string {
  const withYear = { ...form, year: 'numeric' } as const;
  const end = dayText(to, language, yearOf(to) === knownYear ? form : withYear);
  if (from === to) return end;
  const start = dayText(from, language, yearOf(from) === yearOf(to) ? form : withYear);
  return `${start} – ${end}`;
}

function yearOf(date: CalendarDate): string {
  return date.slice(0, 4);
}
