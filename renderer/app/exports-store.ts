import { create } from 'zustand';
import type { DatasetName, FinishedExport } from '../../shared/contract/bridge.ts';

export type ExportEntry = { readonly key: number; readonly dataset: DatasetName } & (
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly file: FinishedExport }
  | { readonly kind: 'failed'; readonly error: unknown }
);

interface ExportsState {
  /** Oldest first. */
  readonly entries: readonly ExportEntry[];
  /** Answers the key of the new entry. */
  readonly begin: (dataset: DatasetName) => number;
  readonly finish: (key: number, file: FinishedExport) => void;
  readonly fail: (key: number, error: unknown) => void;
  readonly dismiss: (key: number) => void;
}

/** The exports of this session, kept apart from the pages so that leaving one does not lose them. */
export const useExportsStore = create<ExportsState>()((set, get) => {
  const replace = (entry: ExportEntry) =>
    set((state) => ({ entries: state.entries.map((other) => (other.key === entry.key ? entry : other)) }));
  const datasetOf = (key: number) => get().entries.find((entry) => entry.key === key)?.dataset;
  return {
    entries: [],
    begin(dataset) {
      const key = Math.max(0, ...get().entries.map((entry) => entry.key)) + 1;
      set((state) => ({ entries: [...state.entries, { key, dataset, kind: 'running' }] }));
      return key;
    },
    finish(key, file) {
      const dataset = datasetOf(key);
      if (dataset) replace({ key, dataset, kind: 'done', file });
    },
    fail(key, error) {
      const dataset = datasetOf(key);
      if (dataset) replace({ key, dataset, kind: 'failed', error });
    },
    dismiss: (key) => set((state) => ({ entries: state.entries.filter((entry) => entry.key !== key) })),
  };
});
