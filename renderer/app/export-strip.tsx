import { useTranslation } from 'react-i18next';
import { ExportEntryLine } from './export-entry-line.tsx';
import { useExportProgress } from './export-progress.ts';
import styles from './export-strip.module.css';
import { type ExportEntry, useExportsStore } from './exports-store.ts';
import { useExportWords } from './use-export-words.ts';

/** How the exports go, quietly, at the bottom of whatever page is open. */
export function ExportStrip() {
  const { t } = useTranslation();
  const entries = useExportsStore((state) => state.entries);
  return (
    <section className={styles.strip} aria-label={t('exports.strip')}>
      {entries.map((entry) => (
        <ExportEntryLine key={entry.key} entry={entry} />
      ))}
      <div className={styles.announcements} role="status" aria-atomic={false}>
        {entries.map((entry) => (
          <Announcement key={entry.key} entry={entry} />
        ))}
      </div>
    </section>
  );
}

/** The state of an export for who hears the window: it changes with the state, never with the figures. */
function Announcement({ entry }: { readonly entry: ExportEntry }) {
  const progress = useExportProgress(entry.key);
  return <p>{useExportWords().state(entry, progress)}</p>;
}
