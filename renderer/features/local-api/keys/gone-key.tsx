import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './keys.module.css';

/** In place of the question whether to revoke a key that somebody revoked meanwhile. */
export function GoneKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.form}>
      <p className={styles.consequence} role="alert">
        {t('localApi.goneKey.reason')}
      </p>
      <div className={styles.dialogActions}>
        <Button variant="default" autoFocus onClick={onClose}>
          {t('states.close')}
        </Button>
      </div>
    </div>
  );
}
