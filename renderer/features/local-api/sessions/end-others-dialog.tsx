import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useEndOtherSessions } from '../api/own-sessions.ts';
import { KeyFailure } from '../keys/key-failure.tsx';
import styles from '../keys/keys.module.css';

interface EndOthersDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With how many sign-ins were ended. */
  readonly onEnded: (tokens: number) => void;
}

/** What ends, whether keys end too, and what to do first where somebody may know the password. */
export function EndOthersDialog({ isOpen, onClose, onEnded }: EndOthersDialogProps) {
  const { t } = useTranslation();
  const ending = useEndOtherSessions();
  const [withKeys, setWithKeys] = useState(false);

  function close() {
    // Its outcome would be told to nobody.
    if (ending.isPending) return;
    ending.reset();
    setWithKeys(false);
    onClose();
  }

  function end() {
    ending.mutate(withKeys, {
      onSuccess: ({ tokens }) => {
        setWithKeys(false);
        onEnded(tokens);
      },
    });
  }

  return (
    <Dialog isOpen={isOpen} title={t('localApi.endOthers.title')} onClose={close}>
      <div className={styles.form}>
        {ending.error && <KeyFailure error={ending.error} />}
        <p className={styles.consequence}>{t('localApi.endOthers.consequence')}</p>
        <p className={styles.consequence}>{t('localApi.endOthers.password')}</p>
        <Checkbox
          label={t('localApi.endOthers.withKeys')}
          checked={withKeys}
          disabled={ending.isPending}
          onChange={(event) => setWithKeys(event.currentTarget.checked)}
        />
        <div className={styles.dialogActions}>
          <Button variant="default" data-autofocus disabled={ending.isPending} onClick={close}>
            {t('localApi.newKey.cancel')}
          </Button>
          <Button variant="default" className={styles.danger ?? ''} loading={ending.isPending} onClick={end}>
            {t('localApi.sessions.end')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
