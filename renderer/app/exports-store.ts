import { create } from 'zustand';
import type { DatasetName, FinishedExport } from '../../shared/contract/bridge.ts';

type ExportProgress =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly file: FinishedExport }
  | { readonly kind: 'failed'; readonly error: unknown };

export type ExportEntry = ExportProgress & { readonly key: string; readonly dataset: DatasetName };

interface ExportsState {
  /** Oldest first. */
  readonly entries: readonly ExportEntry[];
  /** Answers the key of the new entry. */
  readonly begin: (dataset: DatasetName) => string;
  readonly settle: (key: string, progress: ExportProgress) => void;
  readonly dismiss: (key: string) => void;
}

/** The exports of this session, kept apart from the pages so that leaving one does not lose them. */
export const useExportsStore = create<ExportsState>()((set) => ({
  entries: [],
  begin(dataset) {
    const key = crypto.randomUUID();
    set(({ entries }) => ({ entries: [...entries, { key, dataset, kind: 'running' }] }));
    return key;
  },
  settle: (key, progress) =>
    set(({ entries }) => ({
      entries: entries.map((entry) =>
        entry.key === key ? { key, dataset: entry.dataset, ...progress } : entry,
      ),
    })),
  dismiss: (key) => set(({ entries }) => ({ entries: entries.filter((entry) => entry.key !== key) })),
}));
