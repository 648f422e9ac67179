import { ExportEntryLine } from './export-entry-line.tsx';
import { useExportsStore } from './exports-store.ts';

export function ExportLines() {
  const entries = useExportsStore((state) => state.entries);
  return entries.map((entry) => <ExportEntryLine key={entry.key} entry={entry} />);
}
