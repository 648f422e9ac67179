import { Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import type { FinishedMonth } from '../../../shared/contract/exports.ts';
import { unknownNote } from '../../../shared/unknown-figures.ts';
import box from '../../components/box.module.css';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { formatOf, formsOf } from '../../components/exports/export-forms.ts';
import { LocationSelect } from '../../components/filters/location-select.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { DialogButtons, DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import textStyles from '../../components/text.module.css';
import { dayText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { ExportFormSelect } from './export-form-select.tsx';
import { firstOrderQuery, useExportMonth } from './queries.ts';

interface MonthDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes the package of a month. It stays open until that is done; closing it before cancels the package. */
export function MonthDialog({ isOpen, onClose }: MonthDialogProps) {
  const { t } = useTranslation();
  const exporting = useExportMonth();

  function close() {
    exporting.cancel();
    onClose();
  }

  return (
    <Dialog isOpen={isOpen} title={t('exports.month.title')} holdsFast={exporting.isPending} onClose={close}>
      {exporting.data ? (
        <MonthResult file={exporting.data} onClose={close} />
      ) : (
        <MonthForm exporting={exporting} onCancel={close} />
      )}
    </Dialog>
  );
}

/** Tax records are kept for seven years. */
const OFFERED_MONTHS = 84;

interface MonthFormProps {
  readonly exporting: ReturnType<typeof useExportMonth>;
  readonly onCancel: () => void;
}

function MonthForm({ exporting, onCancel }: MonthFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const firstOrder = useQuery(firstOrderQuery(today)).data ?? null;
  const months = latestMonths(today, firstOrder);
  const [chosen, setMonth] = useState<string | null>(null);
  const month = chosen ?? months[1] ?? months[0] ?? '';
  const [locationId, setLocationId] = useState<number | null>(null);
  const [form, setForm] = useState<ExportForm>(usePreferences().lastExportForm);
  const isBusy = exporting.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    exporting.mutate({ month, locationId, ...formatOf(form), language });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className={textStyles.muted}>{t('exports.month.what')}</p>
        <NativeSelect
          label={t('exports.month.month')}
          data-autofocus
          disabled={isBusy}
          data={months.map((value) => ({ value, label: monthText(value, language) }))}
          value={month}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        <LocationSelect value={locationId} onChange={setLocationId} disabled={isBusy} />
        {/* The status is announced where it appears, and takes no line before. */}
        <Stack gap={isBusy ? 'md' : 0}>
          <ExportFormSelect forms={formsOf()} value={form} disabled={isBusy} onChange={setForm} />
          <p role="status">{isBusy && t('exports.month.busy', { month: monthText(month, language) })}</p>
        </Stack>
        {exporting.error && <DialogFailure error={exporting.error} />}
        <DialogButtons
          cancel={t('states.cancel')}
          submit={isBusy ? undefined : t('exports.action')}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

interface MonthResultProps {
  readonly file: FinishedMonth;
  readonly onClose: () => void;
}

function MonthResult({ file, onClose }: MonthResultProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, fileName, path, download, isComplete, isOver, unknown } = file;
  const notes = [
    ...(isOver ? [] : [t('exports.month.goesOn')]),
    ...[unknownNote(unknown, language)].filter((note) => note !== null),
  ];
  const name = path ?? (download === null ? fileName : t('exports.inDownloads', { file: fileName }));
  return (
    <Stack gap="md">
      <div role="status" style={{ overflowWrap: 'anywhere' }}>
        {isComplete ? (
          t('exports.month.done', { file: name })
        ) : (
          <p className={box.attention}>{t('exports.month.incomplete', { file: name })}</p>
        )}
      </div>
      {notes.map((note) => (
        <p key={note} className={textStyles.muted}>
          {note}
        </p>
      ))}
      <Group gap="xs">
        <ExportFileActions file={{ id, manifest: { fileName }, path }} variant="default" />
      </Group>
      <DialogButtons cancel={t('states.close')} onCancel={onClose} />
    </Stack>
  );
}

/** Such as `2026-11`: that of today first, which is not over; none before the first order, once that is known. */
function latestMonths(today: CalendarDate, firstOrder: CalendarDate | null): readonly string[] {
  const months = [today.slice(0, 7)];
  while (months.length < OFFERED_MONTHS) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return months.filter((month, index) => index === 0 || firstOrder === null || month >= firstOrder.slice(0, 7));
}

function monthText(month: string, language: Parameters<typeof dayText>[1]): string {
  return dayText(`${month}-01`, language, { month: 'long', year: 'numeric' });
}
