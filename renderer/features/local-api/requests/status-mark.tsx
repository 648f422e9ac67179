import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './requests.module.css';

/** The status of an answer; what is wrong is said with a sign and a word, not with the colour alone. */
export function StatusMark({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  if (status < 400) return <span className={styles.status}>{status}</span>;
  const isRefusal = status < 500;
  const SignIcon = isRefusal ? IconAlertTriangle : IconAlertCircle;
  return (
    <span className={styles.status} data-outcome={isRefusal ? 'refused' : 'failed'}>
      {status}
      <SignIcon size={13} aria-hidden />
      {t(isRefusal ? 'localApi.requests.refused' : 'localApi.requests.failed')}
    </span>
  );
}
