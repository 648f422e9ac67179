import { useTranslation } from 'react-i18next';
import { ExportEntryLine } from './export-entry-line.tsx';
import styles from './export-strip.module.css';
import { useExportsStore } from './exports-store.ts';

/** How the exports go, quietly, at the bottom of whatever page is open. */
export function ExportStrip() {
  const { t } = useTranslation();
  const entries = useExportsStore((state) => state.entries);
  return (
    <section className={styles.strip} aria-label={t('exports.strip')}>
      <div role="status" aria-live="polite">
        {entries.map((entry) => (
          <ExportEntryLine key={entry.key} entry={entry} />
        ))}
      </div>
    </section>
  );
}
