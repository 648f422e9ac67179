import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { callBridge } from '../host/bridge-client.ts';
import { useExportsStore } from './exports-store.ts';
import { fetchIntoDownloads } from './fetch-into-downloads.ts';

/** Runs an export; how it goes is shown in the export strip, on whatever page the user is by then. */
export async function runExport(request: ExportRequest): Promise<void> {
  const { begin, settle, dismiss } = useExportsStore.getState();
  const key = begin(request);
  try {
    const file = await callBridge('exportDataset', { key, request });
    // Whoever asked may have signed out meanwhile: then it is nobody's file any more.
    if (!isListed(key)) return;
    if (file === null) return dismiss(key);
    settle(key, { kind: 'done', file, isFetched: file.download !== null });
    if (file.download !== null) fetchIntoDownloads(file.download, file.manifest.fileName);
  } catch (error) {
    settle(key, { kind: 'failed', error });
  }
}

function isListed(key: string): boolean {
  return useExportsStore.getState().entries.some((entry) => entry.key === key);
}
