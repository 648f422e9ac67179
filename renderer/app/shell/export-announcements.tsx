import { useExportWords } from '../../lib/exports/export-messages.ts';
import { useExportProgress } from '../../lib/exports/export-progress.ts';
import { type ExportEntry, useExportsStore } from '../../lib/exports/exports-store.ts';

/** The states of the exports for who hears the window. */
export function ExportAnnouncements() {
  const entries = useExportsStore((state) => state.entries);
  return entries.map((entry) => <Announcement key={entry.key} entry={entry} />);
}

/** It changes with the state, never with the figures. */
function Announcement({ entry }: { readonly entry: ExportEntry }) {
  const progress = useExportProgress(entry.key);
  return <p>{useExportWords().state(entry, progress)}</p>;
}
