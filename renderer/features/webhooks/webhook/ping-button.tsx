import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useRetryWait } from '../../../lib/use-retry-wait.ts';
import { usePingWebhook } from '../api/ping-webhook.ts';
import styles from '../dialogs.module.css';
import { PingFailure } from './ping-failure.tsx';
import { PingOutcome } from './ping-outcome.tsx';

/** Sends a test message and shows how it went as soon as that is known. */
export function PingButton({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const ping = usePingWebhook(webhook);
  const waitS = useRetryWait(ping.error);

  function send() {
    setIsOpen(true);
    if (!ping.isPending) ping.mutate();
  }

  return (
    <>
      <Button variant="default" leftSection={<IconSend size={15} aria-hidden />} onClick={send}>
        {t('webhooks.ping.action')}
      </Button>
      <Dialog isOpen={isOpen} title={t('webhooks.ping.title')} onClose={() => setIsOpen(false)}>
        <div className={styles.form}>
          <div className={styles.result} role="status">
            {ping.isPending && <p>{t('webhooks.ping.sending')}</p>}
            {ping.data && <PingOutcome delivery={ping.data} />}
            {ping.error && <PingFailure error={ping.error} waitS={waitS} />}
          </div>
          <div className={styles.actions}>
            <Button variant="default" disabled={ping.isPending || waitS > 0} onClick={send}>
              {t('webhooks.ping.again')}
            </Button>
            <Button data-autofocus onClick={() => setIsOpen(false)}>
              {t('states.close')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
