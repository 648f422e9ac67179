import { useTranslation } from 'react-i18next';
import type { ChangedField, DatasetName } from '../../../shared/contract/exports.ts';
import { differenceText } from './cell-text.ts';
import styles from './comparison.module.css';
import { FirstShown } from './first-shown.tsx';
import { useCellText, useCellWords } from './use-cell-text.ts';
import { useDatasetColumns } from './use-dataset-columns.ts';

interface ChangedFieldsProps {
  readonly title: string;
  readonly fields: readonly ChangedField[];
  /** Of all, of which the first are shown. */
  readonly count: number;
  readonly dataset: DatasetName;
}

/** Each cell that is not what it was: its row and column on a line of their own, for a drawer is narrow. */
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
          {(['before', 'after', 'difference'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`exports.compare.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      {fields.map(({ row, column, before, after }) => (
        <tbody key={`${row} ${column}`}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {row} · {headingOf(column)}
            </th>
          </tr>
          <tr>
            <td data-number={isNumber(before)}>{cellText(columnOf(column), before)}</td>
            <td data-number={isNumber(after)}>{cellText(columnOf(column), after)}</td>
            <td data-number>{differenceText(columnOf(column), before, after, words)}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

/** Absent as an attribute where it is none. */
function isNumber(value: ChangedField['before']): true | undefined {
  return typeof value === 'number' || undefined;
}
