import type { EndedExport, ExportTidings } from '../../../shared/contract/bridge.ts';
import { BridgeError } from '../host/bridge-client.ts';
import type { ExportEntry, ExportOutcome } from './exports-store.ts';

/**
 * The entries after what the host told. What is under way and not listed is adopted; an adopted one ends as the host
 * says, or goes where the host knows of it no more: it was cancelled.
 */
export function followTidings(
  entries: readonly ExportEntry[],
  { running, ended }: ExportTidings,
): readonly ExportEntry[] {
  const unknown = running.filter(({ key }) => !entries.some((entry) => entry.key === key));
  return [
    ...entries.flatMap((entry): readonly ExportEntry[] => {
      const { key, request, isAdopted } = entry;
      const isFollowed = isAdopted && entry.kind === 'running';
      if (!isFollowed || running.some((told) => told.key === key)) return [entry];
      const end = ended.find((told) => told.key === key);
      return end ? [{ key, request, isAdopted, ...asEntry(end) }] : [];
    }),
    ...unknown.map(({ key, request }) => ({ key, request, isAdopted: true, kind: 'running' }) as const),
  ];
}

/** The file is not fetched by itself: the window that asked for it may have done so. */
function asEntry({ outcome }: EndedExport): ExportOutcome {
  if (outcome.kind === 'failed') return { kind: 'failed', error: new BridgeError(outcome.failure) };
  return { kind: 'done', file: outcome.file, isFetched: false };
}
