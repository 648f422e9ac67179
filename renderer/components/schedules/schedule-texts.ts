import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/calendar.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import type { ScheduledWork, SchedulePeriod, ScheduleTiming } from '../../../shared/contract/schedules.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { toForm } from '../exports/export-forms.ts';

const MONDAY = '2026-11-02';

const DAYS_OF_WEEK = 7;

/** The names of the weekdays, from Monday to Sunday. */
export function useWeekdays(): readonly string[] {
  const language = useLanguage();
  return Array.from({ length: DAYS_OF_WEEK }, (_, at) => formatDay(addDays(MONDAY, at), language, { weekday: 'long' }));
}

/** Formats a timing, such as `Elke maandag om 06:00`. */
export function useFormatTiming(): (timing: ScheduleTiming) => string {
  const { t } = useTranslation();
  const weekdays = useWeekdays();
  return ({ every, on, at }) =>
    t(`schedules.timing.${every}`, { day: every === 'week' ? weekdays[(on ?? 1) - 1] : String(on), at });
}

/** The scheduled work for an export of a page: the same filters, columns and form, with a period that moves on. */
export function toScheduledWork(request: ExportRequest): ScheduledWork {
  const { from, date, as_of } = request.filters;
  const period = date !== undefined ? 'yesterday' : (from ?? as_of) === undefined ? null : 'last-month';
  return { kind: 'dataset', request, period };
}

/** Parameters that readers do not see as filters. */
const DAY_FILTERS: readonly string[] = ['from', 'to', 'date', 'sort'];

/** Describes the work with its period, form and filters, such as `Orders van vorige maand als CSV, met 2 filters`. */
export function useFormatWork(): (work: ScheduledWork) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (work) => {
    const form = t(`exports.form.${toForm(work.request)}`);
    const formatPeriodName = (period: SchedulePeriod) => t(`schedules.period.${period}`).toLowerCase();
    if (work.kind === 'month') {
      return t('schedules.summary.range', {
        what: t('exports.month.title'),
        period: formatPeriodName('last-month'),
        form,
      });
    }
    const { dataset, filters } = work.request;
    const { q, as_of, ...others } = filters;
    const days = work.period === null ? 'now' : as_of === undefined ? 'range' : 'state';
    const period = work.period && formatPeriodName(work.period);
    const count = Object.keys(others).filter((name) => !DAY_FILTERS.includes(name)).length;
    return [
      t(`schedules.summary.${days}`, { what: DECLARATIONS[dataset].title[language], form, period }),
      ...(q === undefined ? [] : [t('schedules.search', { q })]),
      ...(count === 0 ? [] : [t('schedules.filters', { count })]),
    ].join(', ');
  };
}
