import { useTranslation } from 'react-i18next';
import { hasRunning, useExportsStore } from '../../lib/exports/exports-store.ts';
import { useMe } from '../../lib/me.ts';
import styles from './switch-warning.module.css';

/** What a change of user ends: an export is made with the rights of one who is signed in. */
export function SwitchWarning() {
  const { t } = useTranslation();
  const { account } = useMe();
  if (!useExportsStore(hasRunning)) return null;
  return <p className={styles.warning}>{t('signIn.switch.stops', { account })}</p>;
}
