import { useTranslation } from 'react-i18next';
import type { About } from '../../../../shared/contract/bridge.ts';
import styles from '../settings.module.css';

interface PortHintProps {
  /** Null: the usual one. */
  readonly kept: number | null;
  readonly about: About;
}

/** Which port the API has now, which it gets, and why that may take longer than a start. */
export function PortHint({ kept, about: { apiAddress, isPortGiven } }: PortHintProps) {
  const { t } = useTranslation();
  const { port } = new URL(apiAddress);
  const isOther = kept !== null && String(kept) !== port;
  return (
    <>
      <p>{t('settings.computer.apiPortHint', { port })}</p>
      {isPortGiven && <p>{t('settings.computer.apiPortGiven')}</p>}
      {isOther && !isPortGiven && (
        <p className={styles.next}>{t('settings.computer.apiPortNext', { port: kept })}</p>
      )}
    </>
  );
}
