import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './key-table.module.css';

export interface KeyLine {
  readonly id: string;
  readonly label: string;
  /** Each combination does it: the keys of one are pressed together. */
  readonly keys: readonly (readonly string[])[];
}

interface KeyTableProps {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

export function KeyTable({ title, lines }: KeyTableProps) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className={styles.title}>{title}</caption>
      <thead className={styles.headings}>
        <tr>
          <th scope="col">{t('habits.help.does')}</th>
          <th scope="col">{t('habits.help.key')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, label, keys }) => (
          <tr key={id}>
            <th scope="row" className={styles.label}>
              {label}
            </th>
            <td className={styles.keys}>
              {keys.map((combination, index) => (
                <Fragment key={combination.join(' ')}>
                  {index > 0 && <span className={styles.or}> {t('habits.help.or')} </span>}
                  {combination.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
