import { useTranslation } from 'react-i18next';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import styles from './details.module.css';
import { useCellText } from './use-cell-text.ts';
import { useDatasetColumns } from './use-dataset-columns.ts';

/** The sum of each column that has one; nothing where none has. */
export function ExportSums({ manifest }: { readonly manifest: ExportManifest }) {
  const { t } = useTranslation();
  const cellText = useCellText();
  const { headingOf, columnOf } = useDatasetColumns(manifest.request.dataset);
  const sums = Object.entries(manifest.sums);
  if (sums.length === 0) return null;
  return (
    <table className={styles.sums}>
      <caption>{t('exports.details.sums')}</caption>
      <tbody>
        {sums.map(([id, sum]) => (
          <tr key={id}>
            <th scope="row">{headingOf(id)}</th>
            <td>{cellText(columnOf(id), sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
