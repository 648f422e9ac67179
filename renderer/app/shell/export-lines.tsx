import { useExportsStore } from '../../lib/exports/exports-store.ts';
import { ExportEntryLine } from './export-entry-line.tsx';

export function ExportLines() {
  const entries = useExportsStore((state) => state.entries);
  return entries.map((entry) => <ExportEntryLine key={entry.key} entry={entry} />);
}
