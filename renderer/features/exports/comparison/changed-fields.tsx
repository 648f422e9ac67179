import { useTranslation } from 'react-i18next';
import type { ChangedField, DatasetName } from '../../../../shared/contract/exports.ts';
import { differenceText } from '../cell-text.ts';
import { useCellText, useCellWords } from '../use-cell-text.ts';
import { useDatasetColumns } from '../use-dataset-columns.ts';
import styles from './comparison.module.css';
import { FirstShown } from './first-shown.tsx';

interface ChangedFieldsProps {
  readonly title: string;
  readonly fields: readonly ChangedField[];
  /** Of all, of which the first are shown. */
  readonly count: number;
  readonly dataset: DatasetName;
}

/** Each cell that is not what it was, under the headings of the file. */
export function ChangedFields({ title, fields, count, dataset }: ChangedFieldsProps) {
  const { t } = useTranslation();
  const cellText = useCellText();
  const words = useCellWords();
  const { columnOf, headingOf } = useDatasetColumns(dataset);
  if (count === 0) return null;
  return (
    <table className={styles.table}>
      <caption>
        {title} <FirstShown shown={fields.length} count={count} />
      </caption>
      <thead>
        <tr>
          {(['row', 'column', 'before', 'after', 'difference'] as const).map((name) => (
            <th key={name} scope="col" data-column={name}>
              {t(`exports.compare.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ row, column, before, after }) => (
          <tr key={`${row} ${column}`}>
            <th scope="row">{row}</th>
            <td>{headingOf(column)}</td>
            <td data-column="before">{cellText(columnOf(column), before)}</td>
            <td data-column="after">{cellText(columnOf(column), after)}</td>
            <td data-column="difference">{differenceText(columnOf(column), before, after, words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
