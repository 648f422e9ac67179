import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { csvForm, EXPORT_FORMS, type ExportForm, formatOf } from '../../components/exports/export-forms.ts';
import { defaultPeriod } from '../../components/period-picker/default-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSettings } from '../../lib/settings.ts';
import { DaysField } from './days-field.tsx';
import styles from './new-export.module.css';
import {
  columnsWithPersonal,
  filtersOf,
  hasPersonalColumns,
  OFFERED_DATASETS,
  type OfferedDataset,
} from './offered-datasets.ts';

interface NewExportFormProps {
  readonly onSubmit: (request: ExportRequest) => void;
  readonly onCancel: () => void;
}

/** What, of which days, in which form, and only on demand with what says something about persons. */
export function NewExportForm({ onSubmit, onCancel }: NewExportFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { csvProfile } = useSettings();
  const [dataset, setDataset] = useState<OfferedDataset>('orders');
  const [period, setPeriod] = useState(() => defaultPeriod(today));
  const [form, setForm] = useState<ExportForm>(csvForm(csvProfile));
  const [withPersonal, setWithPersonal] = useState(false);
  const declaration = DECLARATIONS[dataset];

  function chooseDataset(chosen: OfferedDataset) {
    setDataset(chosen);
    setWithPersonal(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit({
      dataset,
      filters: filtersOf(dataset, period),
      ...formatOf(form),
      language,
      ...(withPersonal && { columns: columnsWithPersonal(declaration) }),
    });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <NativeSelect
        label={t('exports.new.dataset')}
        data-autofocus
        data={OFFERED_DATASETS.map((value) => ({ value, label: DECLARATIONS[value].title[language] }))}
        value={dataset}
        onChange={({ currentTarget }) => chooseDataset(chosenOf(OFFERED_DATASETS, currentTarget.value))}
      />
      <DaysField dataset={dataset} period={period} today={today} onChange={setPeriod} />
      <NativeSelect
        label={t('exports.new.form')}
        data={EXPORT_FORMS.map((value) => ({ value, label: t(`exports.form.${value}`) }))}
        value={form}
        onChange={({ currentTarget }) => setForm(chosenOf(EXPORT_FORMS, currentTarget.value))}
      />
      {hasPersonalColumns(declaration) && (
        <Checkbox
          size="xs"
          label={t('exports.new.personal')}
          description={t('exports.new.personalHint')}
          classNames={{ description: styles.hint ?? '' }}
          checked={withPersonal}
          onChange={({ currentTarget }) => setWithPersonal(currentTarget.checked)}
        />
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('exports.new.cancel')}
        </Button>
        <Button type="submit">{t('exports.new.submit')}</Button>
      </div>
    </form>
  );
}

function chosenOf<Value extends string>(offered: readonly Value[], chosen: string): Value {
  const value = offered.find((candidate) => candidate === chosen);
  if (value === undefined) throw new RangeError(`not offered: ${chosen}`);
  return value;
}
