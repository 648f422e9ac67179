import { useTranslation } from 'react-i18next';
import type { About } from '../../../../shared/contract/bridge.ts';
import { AddressLink } from '../../../components/address-link.tsx';
import { addressOf } from '../../../lib/address/address.ts';
import styles from './connection-bar.module.css';

const SETTINGS = addressOf('/settings');

/** On which port the API listens, and how it comes to listen on another one. */
export function PortNote({ about }: { readonly about: About }) {
  const { t } = useTranslation();
  const { port } = new URL(about.apiAddress);
  return (
    <span className={styles.port}>
      <span>{t('localApi.port.text', { port })}</span>
      {about.isPortGiven ? (
        <span>{t('localApi.port.given')}</span>
      ) : (
        <>
          <span>{t('localApi.port.taken')}</span>
          <AddressLink className={styles.settings} address={SETTINGS}>
            {t('localApi.port.change')}
          </AddressLink>
        </>
      )}
    </span>
  );
}
