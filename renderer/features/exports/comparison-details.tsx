import { useTranslation } from 'react-i18next';
import type { DatasetName, ExportComparison } from '../../../shared/contract/exports.ts';
import { useFormat } from '../../lib/language.ts';
import { ChangedFields } from './changed-fields.tsx';
import { RowNames } from './row-names.tsx';

interface ComparisonDetailsProps {
  readonly comparison: ExportComparison;
  readonly dataset: DatasetName;
}

/** Which fields from what to what, and which rows came and went. */
export function ComparisonDetails({ comparison, dataset }: ComparisonDetailsProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { changed, changedCount, added, addedCount, removed, removedCount } = comparison;
  const counted = (count: number) => ({ count, text: quantity(count) });
  return (
    <>
      <ChangedFields
        title={t('exports.compare.fields', counted(changedCount))}
        fields={changed}
        count={changedCount}
        dataset={dataset}
      />
      <RowNames title={t('exports.compare.added', counted(addedCount))} names={added} count={addedCount} />
      <RowNames
        title={t('exports.compare.removed', counted(removedCount))}
        names={removed}
        count={removedCount}
      />
    </>
  );
}
