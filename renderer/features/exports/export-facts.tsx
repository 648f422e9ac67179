import { useTranslation } from 'react-i18next';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { formOf } from '../../components/exports/export-forms.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { useFormat } from '../../lib/language.ts';
import { useDatasetColumns } from './use-dataset-columns.ts';
import { useSelectionWords } from './use-selection-words.ts';

/** What the file is and was made of. */
export function ExportFacts({ entry: { manifest, path } }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { headingOf } = useDatasetColumns(manifest.request.dataset);
  const selection = useSelectionWords()(manifest);
  const facts: readonly Fact[] = [
    [t('exports.history.column.selection'), selection],
    [t('exports.history.column.form'), t(`exports.form.${formOf(manifest.request)}`)],
    [t('exports.details.rows'), quantity(manifest.rows)],
    [t('exports.details.bytes'), t('exports.details.bytesText', { text: quantity(manifest.bytes) })],
    [t('exports.history.column.user'), manifest.user ?? t('exports.history.operator')],
    [t('exports.details.account'), manifest.account],
    [t('exports.details.columns'), manifest.columns.map(headingOf).join(', '), 'wide'],
    [t('exports.details.path'), path ?? '', 'wide'],
  ];
  return (
    <>
      <FactList facts={facts} layout="pairs" />
      <CopyField
        label={t('exports.details.sha256')}
        text={manifest.sha256}
        copyLabel={t('exports.details.copySha256')}
        layout="block"
      />
    </>
  );
}
