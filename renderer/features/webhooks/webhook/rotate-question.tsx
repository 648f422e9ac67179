import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROTATION_HOURS } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import { DialogFailure } from '../dialog-failure.tsx';
import styles from '../dialogs.module.css';
import { isRefused } from '../refused.ts';

interface RotateQuestionProps {
  /** Until then no other rotation is possible, as the API says it; null when one is. */
  readonly oldSecretUntil: string | null;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onRotate: () => void;
  readonly onCancel: () => void;
}

export function RotateQuestion({ oldSecretUntil, error, isBusy, onRotate, onCancel }: RotateQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayRotate = oldSecretUntil === null;
  return (
    <div className={styles.form}>
      {error && (
        <DialogFailure error={error} words={isRefused(error) ? t('webhooks.rotate.refused') : undefined} />
      )}
      {mayRotate ? (
        <>
          <p>{t('webhooks.rotate.consequence', { hours: ROTATION_HOURS })}</p>
          <p>{t('webhooks.rotate.after')}</p>
        </>
      ) : (
        <p>{t('webhooks.rotate.notYet', { moment: format.moment(oldSecretUntil) })}</p>
      )}
      <div className={styles.actions}>
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
          {mayRotate ? t('webhooks.subscribe.cancel') : t('states.close')}
        </Button>
        {mayRotate && (
          <Button loading={isBusy} onClick={onRotate}>
            {t('webhooks.rotate.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
