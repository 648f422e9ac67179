import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { Period } from '../../../shared/periods.ts';
import { PDF_WORDS } from './pdf-words.ts';

const LOCALES: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' };

/** `1 t/m 31 oktober 2026`: month and year are named once where both days share them. */
export function periodWords({ from, to }: Period, language: Language): string {
  const end = dayWords(to, language, { day: 'numeric', month: 'long', year: 'numeric' });
  if (from === to) return end;
  return `${dayWords(from, language, unsharedForm(from, to))} ${PDF_WORDS[language].until} ${end}`;
}

function unsharedForm(from: CalendarDate, to: CalendarDate): Intl.DateTimeFormatOptions {
  if (from.slice(0, 7) === to.slice(0, 7)) return { day: 'numeric' };
  if (from.slice(0, 4) === to.slice(0, 4)) return { day: 'numeric', month: 'long' };
  return { day: 'numeric', month: 'long', year: 'numeric' };
}

function dayWords(date: CalendarDate, language: Language, form: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...form, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}
