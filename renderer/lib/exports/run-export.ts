import { useTranslation } from 'react-i18next';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import type { ExportRequest, FinishedExport } from '../../../shared/contract/exports.ts';
import { useNotifyFailure, useNotifyProblem } from '../failures.ts';
import { BridgeError, callBridge } from '../host/bridge-client.ts';
import { useExportsStore } from './exports-store.ts';

/** Runs an export; the export strip shows its progress on every page. */
export async function runExport(request: ExportRequest): Promise<void> {
  const { begin, settle, dismiss } = useExportsStore.getState();
  const key = begin(request);
  try {
    const file = await callBridge('exportDataset', { key, request });
    // The user may have signed out meanwhile.
    if (!isListed(key)) return;
    if (file === null) return dismiss(key);
    settle(key, { kind: 'done', file, isFetched: file.download !== null });
    if (file.download !== null) downloadFile(file.download, file.manifest.fileName);
  } catch (error) {
    settle(key, { kind: 'failed', error });
  }
}

function isListed(key: string): boolean {
  return useExportsStore.getState().entries.some((entry) => entry.key === key);
}

/** Shows the file of an export; in a browser, downloads it again. */
export function useShowExport(id: FinishedExport['id'], fileName: string) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const notifyProblem = useNotifyProblem();
  return (where: BridgeArgument<'showExport'>['where']) => {
    if (id === null) throw new TypeError('an export outside of the history cannot be shown');
    callBridge('showExport', { id, where })
      .then(({ href }) => {
        if (href !== null) downloadFile(href, fileName);
      })
      .catch((error: unknown) => (isGone(error) ? notifyProblem(t('exports.fileGone')) : notifyFailure(error)));
  };
}

function isGone(error: unknown): boolean {
  return error instanceof BridgeError && error.failure.status === 404;
}

/** Downloads a file from the window's own origin. */
export function downloadFile(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
