import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate, formatTimestamp } from '../../../shared/calendar.ts';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import { isMonth, type PastMonth } from '../../../shared/contract/exports.ts';
import type { ScheduledWork } from '../../../shared/contract/schedules.ts';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { listForms, toFormat } from '../../components/exports/export-forms.ts';
import { LocationSelect } from '../../components/filters/location-select.tsx';
import { DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { ScheduleDialog } from '../../components/schedules/schedule-dialog.tsx';
import textStyles from '../../components/text.module.css';
import { formatDay } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useMonthNotes } from './export-drawer.tsx';
import { ExportFormSelect } from './export-form-select.tsx';
import type { ExportHistoryPages } from './export-history.tsx';
import styles from './exports-page.module.css';
import { firstOrderQuery, monthComparisonQuery, useExportMonth } from './queries.ts';

/** Tax records must be stored for seven years. */
const MAX_MONTHS = 84;

/** The package of a month: whether it was made, whether its figures have changed since, and a button that makes it. */
export function MonthPackage({ history }: { readonly history: ExportHistoryPages }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const firstOrder = useQuery(firstOrderQuery(today)).data ?? null;
  const months = listLatestMonths(today, firstOrder);
  const exporting = useExportMonth();
  const { run } = exporting;
  const [chosen, setMonth] = useState(run?.month ?? null);
  const month = chosen ?? months[1] ?? months[0] ?? '';
  const [locationId, setLocationId] = useState(run?.locationId ?? null);
  const [form, setForm] = useState<ExportForm>('csv-excel');
  const isBusy = exporting.isPending;
  const made = history.entries.find((file) => isMonth(file) && isPackageOf(file, month, locationId));
  const titleId = useId();
  const [scheduled, setScheduled] = useState<ScheduledWork | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    exporting.mutate({ month, locationId, ...toFormat(form), language });
  }

  return (
    <section className={styles.package} aria-labelledby={titleId}>
      <h2 id={titleId} className={textStyles.sectionTitle}>
        {t('exports.month.forAccountant')}
      </h2>
      <p className={textStyles.muted}>{t('exports.month.what')}</p>
      <form className={styles.packageForm} onSubmit={submit}>
        <NativeSelect
          label={t('exports.month.month')}
          disabled={isBusy}
          data={months.map((value) => ({ value, label: formatMonth(value, language) }))}
          value={month}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        <LocationSelect value={locationId} onChange={setLocationId} disabled={isBusy} />
        <ExportFormSelect forms={listForms()} value={form} disabled={isBusy} onChange={setForm} />
        {isBusy ? (
          <Button variant="default" onClick={exporting.cancel}>
            {t('states.cancel')}
          </Button>
        ) : (
          <Button type="submit">{t(made ? 'exports.month.makeAgain' : 'exports.month.make')}</Button>
        )}
        <Button
          variant="subtle"
          onClick={() => setScheduled({ kind: 'month', request: { locationId, ...toFormat(form), language } })}
        >
          {t('schedules.addMonth')}
        </Button>
      </form>
      {/* Rendered empty before, so that a change is announced. */}
      <div role="status">
        {isBusy && <p>{t('exports.month.busy', { month: formatMonth(month, language) })}</p>}
        {!isBusy && made && isMonth(made) && <MadePackage key={made.id} entry={made} />}
        {!isBusy && !made && !history.isLoading && !history.error && (
          <p className={textStyles.muted}>
            {t(history.hasMore ? 'exports.month.notAmongLatest' : 'exports.month.notMade', {
              count: history.entries.length,
              month: formatMonth(month, language),
            })}
          </p>
        )}
        {exporting.data?.id === null && <p>{t('exports.month.done', { file: exporting.data.fileName })}</p>}
      </div>
      {exporting.error && run?.month === month && run.locationId === locationId && (
        <DialogFailure error={exporting.error} />
      )}
      <ScheduleDialog work={scheduled} onClose={() => setScheduled(null)} />
    </section>
  );
}

function isPackageOf({ manifest: { request } }: PastMonth, month: string, locationId: number | null): boolean {
  return request.month === month && request.locationId === locationId;
}

/** When the package was made, what it lacks, and whether its figures have changed. */
function MadePackage({ entry }: { readonly entry: PastMonth }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asOf, figuresSha256 } = entry.manifest;
  const notes = useMonthNotes(entry.manifest);
  const comparison = useQuery({ ...monthComparisonQuery(entry), enabled: figuresSha256 !== undefined });
  const moment = format.dateTime(formatTimestamp(Date.parse(asOf)));
  const isChanged = comparison.data?.isUnchanged === false;
  const state = comparison.data ? (isChanged ? 'changed' : 'unchanged') : comparison.isError ? 'unclear' : 'made';
  const isAlarming = isChanged || notes.length > 0;
  const Icon = isAlarming ? IconAlertTriangle : state === 'unchanged' ? IconCircleCheck : IconInfoCircle;
  return (
    <>
      <p className={styles.verdict} data-changed={isAlarming || undefined}>
        <Icon size={16} aria-hidden />
        {[t(`exports.month.state.${state}`, { moment }), ...notes].join(' ')}
      </p>
      <ExportFileActions file={entry} variant="default" />
    </>
  );
}

/**
 * Months such as `2026-11`, from the current one, which has not ended, back to that of the first order if it is known.
 */
function listLatestMonths(today: CalendarDate, firstOrder: CalendarDate | null): readonly string[] {
  const months = [today.slice(0, 7)];
  while (months.length < MAX_MONTHS) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return months.filter((month, index) => index === 0 || firstOrder === null || month >= firstOrder.slice(0, 7));
}

function formatMonth(month: string, language: Parameters<typeof formatDay>[1]): string {
  return formatDay(`${month}-01`, language, { month: 'long', year: 'numeric' });
}
