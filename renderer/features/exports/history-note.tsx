import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import styles from './history.module.css';
import type { ExportHistoryPages } from './use-export-history.ts';

/** What the list is good for and what not, and how much of it there is. */
export function HistoryNote({ history }: { readonly history: ExportHistoryPages }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { entries, hasMore } = history;
  const count = entries.length;
  const text = quantity(count);
  return (
    <p className={styles.note}>
      <span>{t('exports.history.hint')}</span>
      <span role="status" className={styles.count}>
        {count > 0 &&
          (hasMore ? t('exports.history.countMore', { text }) : t('exports.history.count', { count, text }))}
      </span>
    </p>
  );
}
