import { create } from 'zustand';
import type { ExportRequest, FinishedExport } from '../../shared/contract/exports.ts';

type ExportOutcome =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly file: FinishedExport }
  | { readonly kind: 'failed'; readonly error: unknown };

/** `key` is the one under which the host knows the export too. */
export type ExportEntry = ExportOutcome & { readonly key: string; readonly request: ExportRequest };

interface ExportsState {
  /** Oldest first. */
  readonly entries: readonly ExportEntry[];
  /** Answers the key of the new entry. */
  readonly begin: (request: ExportRequest) => string;
  readonly settle: (key: string, outcome: ExportOutcome) => void;
  readonly dismiss: (key: string) => void;
}

/** The exports of this session, kept apart from the pages so that leaving one does not lose them. */
export const useExportsStore = create<ExportsState>()((set) => ({
  entries: [],
  begin(request) {
    const key = crypto.randomUUID();
    set(({ entries }) => ({ entries: [...entries, { key, request, kind: 'running' }] }));
    return key;
  },
  settle: (key, outcome) =>
    set(({ entries }) => ({
      entries: entries.map((entry) =>
        entry.key === key ? { key, request: entry.request, ...outcome } : entry,
      ),
    })),
  dismiss: (key) => set(({ entries }) => ({ entries: entries.filter((entry) => entry.key !== key) })),
}));

/** How many have come to an end since the user signed in and are still listed. */
export function finishedCount({ entries }: Pick<ExportsState, 'entries'>): number {
  return entries.filter(({ kind }) => kind === 'done').length;
}
