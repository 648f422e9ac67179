import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy-field.tsx';
import { useFormat } from '../../../lib/language.ts';
import styles from '../dialogs.module.css';

interface ShownSecretProps {
  /** In clear; it is held nowhere else. */
  readonly secret: string;
  /** Until when the former secret signs as well, as the API says it; null where none does. */
  readonly oldSecretUntil: string | null;
  readonly onDone: () => void;
}

/** The only sight of a secret, with what to do with it. */
export function ShownSecret({ secret, oldSecretUntil, onDone }: ShownSecretProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.form}>
      <p className={styles.once} role="status">
        {t('webhooks.secret.once')}
      </p>
      <CopyField
        layout="block"
        label={t('webhooks.secret.label')}
        text={secret}
        copyLabel={t('webhooks.secret.copy')}
        takesFocus
      />
      <p>{t('webhooks.secret.use')}</p>
      {oldSecretUntil !== null && (
        <p>{t('webhooks.secret.overlap', { moment: format.moment(oldSecretUntil) })}</p>
      )}
      <div className={styles.actions}>
        <Button onClick={onDone}>{t('webhooks.secret.done')}</Button>
      </div>
    </div>
  );
}
