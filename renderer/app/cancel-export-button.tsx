import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callBridge } from '../lib/bridge-client.ts';
import { useTellFailure } from './tell-failure.ts';

/** Ends an export; its line goes when the host has put away what there was of the file. */
export function CancelExportButton({ exportKey }: { readonly exportKey: string }) {
  const { t } = useTranslation();
  const tellFailure = useTellFailure();
  const cancel = useMutation({
    mutationFn: () => callBridge('cancelExport', { key: exportKey }),
    onError: tellFailure,
  });
  return (
    <Button
      size="compact-sm"
      fz={13}
      variant="subtle"
      disabled={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate()}
    >
      {t('exports.cancel')}
    </Button>
  );
}
