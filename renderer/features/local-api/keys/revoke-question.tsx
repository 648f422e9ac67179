import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../../shared/calendar.ts';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { useFormat } from '../../../lib/language.ts';
import { KeyFailure } from './key-failure.tsx';
import styles from './keys.module.css';

interface RevokeQuestionProps {
  readonly apiKey: ShownApiKey;
  /** Why revoking failed; null while it did not. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onRevoke: () => void;
}

/** What stops working, and when the key was last of use. */
export function RevokeQuestion({ apiKey, error, isBusy, onCancel, onRevoke }: RevokeQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { lastUsedAt } = apiKey;
  return (
    <div className={styles.form}>
      {error && <KeyFailure error={error} />}
      <p className={styles.consequence}>{t('localApi.revokeKey.consequence')}</p>
      <p className={styles.consequence}>
        {lastUsedAt === null
          ? t('localApi.revokeKey.neverUsed')
          : t('localApi.revokeKey.lastUsed', {
              moment: format.moment(localTimestamp(Date.parse(lastUsedAt))),
            })}
      </p>
      <div className={styles.dialogActions}>
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
          {t('localApi.newKey.cancel')}
        </Button>
        <Button variant="default" className={styles.danger ?? ''} loading={isBusy} onClick={onRevoke}>
          {t('localApi.keys.revoke')}
        </Button>
      </div>
    </div>
  );
}
