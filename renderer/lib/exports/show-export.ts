import { useTranslation } from 'react-i18next';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import type { FinishedExport } from '../../../shared/contract/exports.ts';
import { BridgeError, callBridge } from '../host/bridge-client.ts';
import { useTellFailure, useTellTrouble } from '../tell-failure.ts';
import { fetchIntoDownloads } from './fetch-into-downloads.ts';

/** Shows the file of an export; where that is the browser's to do, it gets the file once more. */
export function useShowExport({ id, manifest }: Pick<FinishedExport, 'id' | 'manifest'>) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  const tellTrouble = useTellTrouble();
  return (where: BridgeArgument<'showExport'>['where']) => {
    if (id === null) throw new TypeError('an export outside of the history cannot be shown');
    callBridge('showExport', { id, where })
      .then(({ href }) => {
        if (href !== null) fetchIntoDownloads(href, manifest.fileName);
      })
      .catch((error: unknown) => (isNotKept(error) ? tellTrouble(t('exports.notKept')) : tellFailure(error)));
  };
}

function isNotKept(error: unknown): boolean {
  return error instanceof BridgeError && error.failure.status === 404;
}
