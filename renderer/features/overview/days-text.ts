import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { Period } from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';

interface TextContext {
  readonly language: Language;
  readonly t: TFunction;
  /** The year of this day is left out; `null` to keep every year. */
  readonly today: CalendarDate | null;
}

/** Formats days: `1 t/m 21 nov`, `28 okt t/m 3 nov`; a single day with its weekday, `za 21 nov`. */
export function formatDays({ from, to }: Period, { language, t, today }: TextContext): string {
  const year = to.slice(0, 4) === today?.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const full = { day: 'numeric', month: 'short', ...year } as const;
  if (from === to) return formatDay(to, language, { weekday: 'short', ...full });
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const first: Intl.DateTimeFormatOptions = isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' };
  return t('overview.days', {
    from: formatDay(from, language, isOneYear ? first : { ...first, year: 'numeric' }),
    to: formatDay(to, language, full),
  });
}

export function useFormatDays(): (period: Period) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const isPrinting = useIsPrinting();
  return (period) => formatDays(period, { language, t, today: isPrinting ? null : today });
}
