import { Button } from '@mantine/core';
import { IconKey, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { PingButton } from './ping-button.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { useEnabling } from './use-enabling.ts';

type OpenDialog = 'rotate' | 'remove' | null;

/** What can be done with a webhook; the one thing to do with a disabled one stands out. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<OpenDialog>(null);
  const enabling = useEnabling(webhook);
  const close = () => setOpen(null);
  return (
    <>
      {webhook.status === 'disabled' && (
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={enabling.isBusy}
          onClick={enabling.enable}
        >
          {t('webhooks.enable.action')}
        </Button>
      )}
      <PingButton webhook={webhook} />
      <Button
        variant="default"
        leftSection={<IconKey size={15} aria-hidden />}
        onClick={() => setOpen('rotate')}
      >
        {t('webhooks.rotate.action')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => setOpen('remove')}
      >
        {t('webhooks.remove.action')}
      </Button>
      <RotateDialog webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <RemoveDialog webhook={webhook} isOpen={open === 'remove'} onClose={close} />
    </>
  );
}
