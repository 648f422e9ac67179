import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import type { DatasetName, ExportRequest } from '../../../shared/contract/exports.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { isSingleBooking } from '../../../shared/journal.ts';
import { getPeriod, type Period, type PeriodPreset } from '../../../shared/periods.ts';
import { isOffered, listForms, toFormat } from '../../components/exports/export-forms.ts';
import { EVERYWHERE } from '../../components/filters/chosen-shop.ts';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { DialogButtons } from '../../components/overlays/dialog-form.tsx';
import { getDefaultPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { DayField } from '../../components/period-picker/day-field.tsx';
import { useTypedEnds } from '../../components/period-picker/typed-ends.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { showProblems } from '../../lib/first-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { usePreferences } from '../../lib/preferences.ts';
import type { Place } from '../../lib/queries/shops.ts';
import { ExportFormSelect } from './export-form-select.tsx';

/** Asks what to export and in which format. The strip at the bottom of the window shows the progress. */
export function NewExportDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();

  function run(request: ExportRequest) {
    onClose();
    void runExport(request);
  }

  return (
    <Dialog isOpen={isOpen} title={t('exports.new.action')} onClose={onClose}>
      <NewExportForm onSubmit={run} onCancel={onClose} />
    </Dialog>
  );
}

interface NewExportFormProps {
  readonly onSubmit: (request: ExportRequest) => void;
  readonly onCancel: () => void;
}

/** Personal data is included only if the user chooses it. */
function NewExportForm({ onSubmit, onCancel }: NewExportFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { lastExportForm } = usePreferences();
  const [dataset, setDataset] = useState<OfferedDataset>('orders');
  const [period, setPeriod] = useState(() => getDefaultPeriod(today));
  const [place, setPlace] = useState(EVERYWHERE);
  const [chosenForm, setForm] = useState<ExportForm>(lastExportForm);
  const [withPersonal, setWithPersonal] = useState(false);
  const declaration = DECLARATIONS[dataset];
  // A dataset for another program has fewer formats.
  const form = isOffered(dataset, chosenForm) ? chosenForm : 'csv-excel';
  const refusal = findBookingProblem(dataset, period, today);

  function chooseDataset(chosen: OfferedDataset) {
    setDataset(chosen);
    setWithPersonal(false);
  }

  function choosePreset({ dataset: chosen, days, form: preferred }: ExportPreset) {
    chooseDataset(chosen);
    if (days !== null) setPeriod(getPeriod(days, today));
    setForm(preferred ?? lastExportForm);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Days are invalid or do not make one booking.
    if (showProblems(event.currentTarget)) return;
    onSubmit({
      dataset,
      filters: {
        ...createFilters(dataset, period, today),
        ...(hasPlaceFilter(dataset) && formatPlace(place)),
      },
      ...toFormat(form),
      language,
      ...(withPersonal && { columns: listColumnsWithPersonal(declaration) }),
    });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Group gap={6} role="group" aria-label={t('exports.new.presets')}>
          {EXPORT_PRESETS.map((preset) => (
            <Button key={preset.name} variant="default" size="compact-sm" onClick={() => choosePreset(preset)}>
              {t(`exports.new.preset.${preset.name}`)}
            </Button>
          ))}
        </Group>
        <NativeSelect
          label={t('exports.new.what')}
          data-autofocus
          data={OFFERED_DATASETS.map((value) => ({ value, label: DECLARATIONS[value].title[language] }))}
          value={dataset}
          onChange={({ currentTarget }) => chooseDataset(findOffered(OFFERED_DATASETS, currentTarget.value))}
        />
        <DaysField
          dataset={dataset}
          period={period}
          today={today}
          error={refusal === null ? undefined : t(`exports.new.${refusal}`)}
          onChange={setPeriod}
        />
        {hasPlaceFilter(dataset) && (
          <Group gap={6}>
            <PlaceFilter place={place} onChoose={setPlace} />
          </Group>
        )}
        <ExportFormSelect forms={listForms(dataset)} value={form} onChange={setForm} />
        {hasPersonalColumns(declaration) && (
          <Checkbox
            label={t('exports.new.personal')}
            description={t('exports.new.personalHint')}
            styles={{ description: { fontSize: 'var(--font-small)' } }}
            checked={withPersonal}
            onChange={({ currentTarget }) => setWithPersonal(currentTarget.checked)}
          />
        )}
        <DialogButtons cancel={t('states.cancel')} submit={t('exports.action')} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface ExportPreset {
  readonly name: 'report' | 'journal' | 'priceList' | 'orders' | 'invoices' | 'discounts' | 'today';
  readonly dataset: OfferedDataset;
  /** `null` if the dataset has no days. */
  readonly days: PeriodPreset | null;
  /** Default: the form of the last export. */
  readonly form?: ExportForm;
}

/** Exports that are needed each month or day. They prefill the form, which can still be changed. */
const EXPORT_PRESETS: readonly ExportPreset[] = [
  { name: 'report', dataset: 'financial-report', days: 'last-month', form: 'pdf' },
  { name: 'journal', dataset: 'journal', days: 'last-month' },
  { name: 'orders', dataset: 'orders', days: 'last-month' },
  { name: 'invoices', dataset: 'open-invoices', days: 'last-month' },
  { name: 'discounts', dataset: 'discount-orders', days: 'last-month' },
  { name: 'today', dataset: 'day-closing', days: 'today', form: 'pdf' },
  { name: 'priceList', dataset: 'price-list', days: null },
];

function findOffered<Value extends string>(offered: readonly Value[], chosen: string): Value {
  const value = offered.find((candidate) => candidate === chosen);
  if (value === undefined) throw new RangeError(`not offered: ${chosen}`);
  return value;
}

interface DaysFieldProps {
  readonly dataset: OfferedDataset;
  readonly period: Period;
  readonly today: CalendarDate;
  /** Why the days are not accepted. */
  readonly error: string | undefined;
  readonly onChange: (period: Period) => void;
}

/** The first and last day, one day, the end of a day, or nothing, depending on the dataset. */
function DaysField({ dataset, period, today, error, onChange }: DaysFieldProps) {
  const { t } = useTranslation();
  const days = DATASET_DAYS[dataset];
  const typed = useTypedEnds(period, onChange);
  if (days === 'now') return null;
  const day = {
    value: days === 'state' ? getStateDay(period, today) : period.to,
    onChange: (to: CalendarDate) => onChange({ from: to, to }),
  };
  return (
    <Group gap="sm" wrap="nowrap" align="stretch">
      {days === 'range' && <DayField label={t('periods.from')} today={today} {...typed.start} />}
      <DayField
        label={t(DAY_LABELS[days])}
        today={today}
        {...(days === 'range' ? typed.end : day)}
        error={(days === 'range' && typed.end.error) || error}
      />
    </Group>
  );
}

const DAY_LABELS = { range: 'periods.to', day: 'terms.day', state: 'exports.new.openAt' } as const;

/** Future days have no state, so a period that has not ended uses today. */
function getStateDay({ to }: Period, today: CalendarDate): CalendarDate {
  return to < today ? to : today;
}

/** The datasets in the order of the list. */
export const OFFERED_DATASETS = [
  'price-list',
  'price-tiers',
  'catalog',
  'orders',
  'open-invoices',
  'debtors',
  'discount-orders',
  'customers',
  'financial-report',
  'report-comparison',
  'turnover-by-group',
  'payments',
  'order-items',
  'order-payments',
  'product-sales',
  'day-closing',
  'journal',
  'journal-snelstart',
] as const satisfies readonly DatasetName[];

type OfferedDataset = (typeof OFFERED_DATASETS)[number];

/** The kind of days of a dataset: a range, one day, the state at the end of a day, or none. */
const DATASET_DAYS: Readonly<Record<OfferedDataset, 'range' | 'day' | 'state' | 'now'>> = {
  'price-list': 'now',
  'price-tiers': 'now',
  catalog: 'now',
  orders: 'range',
  'open-invoices': 'state',
  debtors: 'state',
  'discount-orders': 'range',
  customers: 'now',
  'financial-report': 'range',
  'report-comparison': 'range',
  'turnover-by-group': 'range',
  payments: 'range',
  'order-items': 'range',
  'order-payments': 'range',
  'product-sales': 'range',
  'day-closing': 'day',
  journal: 'range',
  'journal-snelstart': 'range',
};

/** A dataset with days can be filtered by place. */
export function hasPlaceFilter(dataset: OfferedDataset): boolean {
  return DATASET_DAYS[dataset] !== 'now';
}

function formatPlace({ shopIds, locationIds }: Place): ExportRequest['filters'] {
  return {
    ...(shopIds !== null && { shop_id: shopIds.join(',') }),
    ...(locationIds !== null && { location_id: locationIds.join(',') }),
  };
}

const BOOKINGS: readonly OfferedDataset[] = ['journal', 'journal-snelstart'];

/** Why the days do not make one booking; `null` if they do or the dataset is not a booking. */
function findBookingProblem(
  dataset: OfferedDataset,
  period: Period,
  today: CalendarDate,
): 'notOneMonth' | 'notBegun' | null {
  if (!BOOKINGS.includes(dataset)) return null;
  if (!isSingleBooking(period)) return 'notOneMonth';
  return period.from > today ? 'notBegun' : null;
}

/** The filters for these days; for one day, the last of the period. */
function createFilters(dataset: OfferedDataset, period: Period, today: CalendarDate): ExportRequest['filters'] {
  const { from, to } = period;
  switch (DATASET_DAYS[dataset]) {
    case 'range':
      return { from, to };
    case 'day':
      return { date: to };
    case 'state':
      return to < today ? { as_of: to } : {};
    case 'now':
      return {};
  }
}

export function hasPersonalColumns({ columns }: DatasetDeclaration): boolean {
  return columns.some(({ isPersonal }) => isPersonal);
}

/** The default columns of a file plus the personal ones. */
export function listColumnsWithPersonal({ columns }: DatasetDeclaration): string[] {
  return columns.filter(({ isShown, isPersonal }) => isShown || isPersonal).map(({ id }) => id);
}
