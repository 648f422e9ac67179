import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import type { listForms } from '../../components/exports/export-forms.ts';

interface ExportFormSelectProps {
  readonly forms: ReturnType<typeof listForms>;
  readonly value: ExportForm;
  readonly disabled?: boolean;
  readonly onChange: (form: ExportForm) => void;
}

/** Chooses the format of a file. Those for other programs come last. */
export function ExportFormSelect({
  forms: { usual, forPrograms },
  value,
  disabled = false,
  onChange,
}: ExportFormSelectProps) {
  const { t } = useTranslation();
  const toChoices = (forms: readonly ExportForm[]) =>
    forms.map((form) => ({ value: form, label: t(`exports.form.${form}`) }));
  return (
    <NativeSelect
      label={t('exports.fileType')}
      disabled={disabled}
      data={[...toChoices(usual), { group: t('exports.moreForms'), items: toChoices(forPrograms) }]}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = [...usual, ...forPrograms].find((form) => form === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
