import { useExportProgress } from './export-progress.ts';
import { type ExportEntry, useExportsStore } from './exports-store.ts';
import { useExportWords } from './use-export-words.ts';

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
