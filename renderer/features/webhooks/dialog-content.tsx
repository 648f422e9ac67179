import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { useFailureMessage } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './webhooks.module.css';

interface DialogFailureProps {
  readonly error: Error;
  /** What failed in words, where they say more than those for every failure. */
  readonly words?: string | undefined;
}

/** Why what a dialog asked for was not done. */
export function DialogFailure({ error, words }: DialogFailureProps) {
  const staffWords = useFailureMessage();
  return (
    <div className={styles.failure} role="alert">
      {words ?? staffWords(error)}
      <TechnicalDetails error={error} />
    </div>
  );
}

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
      {oldSecretUntil !== null && <p>{t('webhooks.secret.overlap', { moment: format.moment(oldSecretUntil) })}</p>}
      <div className={styles.actions}>
        <Button onClick={onDone}>{t('states.done')}</Button>
      </div>
    </div>
  );
}
