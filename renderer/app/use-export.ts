import { useCallback } from 'react';
import type { ExportRequest } from '../../shared/contract/bridge.ts';
import { callBridge } from '../lib/bridge-client.ts';
import { useExportsStore } from './exports-store.ts';

/** Runs an export; how it goes is shown in the export strip, on whatever page the user is by then. */
export function useExport(): (request: ExportRequest) => Promise<void> {
  return useCallback(runExport, []);
}

async function runExport(request: ExportRequest): Promise<void> {
  const { begin, finish, fail, dismiss } = useExportsStore.getState();
  const key = begin(request.dataset);
  try {
    const file = await callBridge('exportDataset', request);
    if (file === null) dismiss(key);
    else {
      finish(key, file);
      if (file.download !== null) fetchIntoDownloads(file.download, file.fileName);
    }
  } catch (error) {
    fail(key, error);
  }
}

function fetchIntoDownloads(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
