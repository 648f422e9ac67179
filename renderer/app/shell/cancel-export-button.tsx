import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callBridge } from '../../lib/host/bridge-client.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';

interface CancelExportButtonProps {
  readonly exportKey: string;
  /** Of the export, apart from others of its dataset. */
  readonly name: string;
}

/** Ends an export; its line goes when the host has put away what there was of the file. */
export function CancelExportButton({ exportKey, name }: CancelExportButtonProps) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  const cancel = useMutation({
    mutationFn: () => callBridge('cancelExport', { key: exportKey }),
    onError: tellFailure,
  });
  const isCancelled = cancel.isPending || cancel.isSuccess;
  return (
    <Button
      size="compact-sm"
      fz={13}
      variant="subtle"
      aria-label={t('exports.actionOf', { action: t('exports.cancel'), name })}
      // It keeps the focus, which goes on from here when the line goes.
      aria-disabled={isCancelled}
      data-disabled={isCancelled}
      onClick={() => {
        if (!isCancelled) cancel.mutate();
      }}
    >
      {t('exports.cancel')}
    </Button>
  );
}
