import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from './outcome.ts';
import styles from './requests.module.css';

/** The status of an answer; what is wrong is said with a sign and a word, not with the colour alone. */
export function StatusMark({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  const outcome = outcomeOf(status);
  if (outcome === 'done') return <span className={styles.status}>{status}</span>;
  const SignIcon = outcome === 'failed' ? IconAlertCircle : IconAlertTriangle;
  return (
    <span className={styles.status} data-outcome={outcome}>
      {status}
      <SignIcon size={13} aria-hidden />
      {t(`localApi.requests.${outcome}`)}
    </span>
  );
}
