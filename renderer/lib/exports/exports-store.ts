import type { EndedExport, ExportStatus } from '../../../shared/contract/bridge.ts';
import type { ExportRequest, FinishedExport } from '../../../shared/contract/exports.ts';
import { BridgeError } from '../host/bridge-client.ts';
import { createUserStore } from '../host/user-stores.ts';

type ExportOutcome =
  | { readonly kind: 'running' }
  /** `isFetched`: the browser has downloaded the file, because the host does not save it itself. */
  | { readonly kind: 'done'; readonly file: FinishedExport; readonly isFetched: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The host uses the same `key` for the export. */
export type ExportEntry = ExportOutcome & {
  readonly key: string;
  readonly request: ExportRequest;
  /** Started by another window, or by this one before a reload. Only the host knows when it ends. */
  readonly isAdopted: boolean;
};

interface ExportsState {
  /** Oldest first. */
  readonly entries: readonly ExportEntry[];
  /** Keys of dismissed exports, so that a late report does not list them again. */
  readonly dismissed: ReadonlySet<string>;
  /** Returns the key of the new entry. */
  readonly begin: (request: ExportRequest) => string;
  readonly settle: (key: string, outcome: ExportOutcome) => void;
  readonly dismiss: (key: string) => void;
  /** Applies what the host reports about exports that this window does not wait for. */
  readonly follow: (status: ExportStatus) => void;
}

/** The exports of this session. They are global state, so that leaving a page does not lose them. */
export const useExportsStore = createUserStore<ExportsState>((set) => ({
  entries: [],
  dismissed: new Set(),
  begin(request) {
    const key = crypto.randomUUID();
    set(({ entries }) => ({
      entries: [...entries, { key, request, isAdopted: false, kind: 'running' }],
    }));
    return key;
  },
  settle: (key, outcome) =>
    set(({ entries }) => ({
      entries: entries.map((entry) => {
        const { request, isAdopted } = entry;
        return entry.key === key ? { key, request, isAdopted, ...outcome } : entry;
      }),
    })),
  dismiss: (key) =>
    set(({ entries, dismissed }) => ({
      entries: entries.filter((entry) => entry.key !== key),
      dismissed: new Set([...dismissed, key]),
    })),
  follow: (status) =>
    set(({ entries, dismissed }) => ({
      entries: applyStatus(entries, {
        ...status,
        running: status.running.filter(({ key }) => !dismissed.has(key)),
      }),
    })),
}));

/** Whether a listed export is still running. */
export function hasRunning({ entries }: Pick<ExportsState, 'entries'>): boolean {
  return entries.some(({ kind }) => kind === 'running');
}

/** The number of listed exports that have finished since the user signed in. */
export function countFinished({ entries }: Pick<ExportsState, 'entries'>): number {
  return entries.filter(({ kind }) => kind === 'done').length;
}

/**
 * The entries after a report of the host. A running export that is not listed is adopted. An adopted export ends as the
 * host reports; it is removed if the host no longer knows it, because it was cancelled.
 */
function applyStatus(entries: readonly ExportEntry[], { running, ended }: ExportStatus): readonly ExportEntry[] {
  const unknown = running.filter(({ key }) => !entries.some((entry) => entry.key === key));
  return [
    ...entries.flatMap((entry): readonly ExportEntry[] => {
      const { key, request, isAdopted } = entry;
      const isFollowed = isAdopted && entry.kind === 'running';
      if (!isFollowed || running.some((report) => report.key === key)) return [entry];
      const end = ended.find((report) => report.key === key);
      return end ? [{ key, request, isAdopted, ...toOutcome(end) }] : [];
    }),
    ...unknown.map(({ key, request }) => ({ key, request, isAdopted: true, kind: 'running' }) as const),
  ];
}

/** The file is not downloaded automatically: the window that started the export may have done so. */
function toOutcome({ outcome }: EndedExport): ExportOutcome {
  if (outcome.kind === 'failed') return { kind: 'failed', error: new BridgeError(outcome.failure) };
  return { kind: 'done', file: outcome.file, isFetched: false };
}
