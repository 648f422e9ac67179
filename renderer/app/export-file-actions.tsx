import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FinishedExport } from '../../shared/contract/bridge.ts';
import { callBridge } from '../lib/bridge-client.ts';
import { useTellFailure } from './tell-failure.ts';

/** Opens the file or its folder; nothing where the browser keeps its own downloads. */
export function ExportFileActions({ file }: { readonly file: FinishedExport }) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  if (file.path === null) return null;
  const ask = (call: 'openExport' | 'revealExport') => {
    callBridge(call, { id: file.id }).catch(tellFailure);
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => ask('openExport')}>
        {t('exports.open')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => ask('revealExport')}>
        {t('exports.reveal')}
      </Button>
    </>
  );
}
