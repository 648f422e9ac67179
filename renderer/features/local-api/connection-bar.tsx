import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleDotted } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { About } from '../../../shared/contract/bridge.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { AddressLink } from '../../components/links.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { addressOf } from '../../lib/address/address.ts';
import { useFailureMessage } from '../../lib/failures.ts';
import { aboutQuery } from '../../lib/host/program.ts';
import styles from './local-api-page.module.css';
import { connectivityQuery } from './queries.ts';

/** The address of the API, and whether it answers. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const failureMessage = useFailureMessage();
  const about = useQuery(aboutQuery);
  const connectivity = useQuery(connectivityQuery);
  const failed = [about, connectivity].find(({ isError }) => isError);
  return (
    <section className={styles.bar} aria-label={t('terms.address')}>
      <Group gap="8px 20px" mih={28}>
        {about.data && (
          <CopyField
            layout="line"
            label={t('terms.address')}
            text={about.data.apiAddress}
            copyLabel={t('localApi.copyAddress')}
          />
        )}
        <ConnectivityIcon state={connectivity.status} />
        {about.data && <PortNote about={about.data} />}
      </Group>
      {failed && (
        <Group gap="8px 12px" mt="xs" role="alert">
          <span>{failureMessage(failed.error)}</span>
          <Button variant="default" size="compact-sm" loading={failed.isFetching} onClick={() => void failed.refetch()}>
            {t('states.retry')}
          </Button>
          <TechnicalDetails error={failed.error} />
        </Group>
      )}
    </section>
  );
}

const CONNECTIVITY = {
  pending: { icon: IconCircleDotted, label: 'checking' },
  success: { icon: IconCircleCheck, label: 'reachable' },
  error: { icon: IconAlertCircle, label: 'unreachable' },
} as const;

function ConnectivityIcon({ state }: { readonly state: keyof typeof CONNECTIVITY }) {
  const { t } = useTranslation();
  const { icon: Icon, label } = CONNECTIVITY[state];
  return (
    <span className={styles.connectivity} data-state={state} role="status">
      <Icon size={15} aria-hidden />
      {t(`localApi.connectivity.${label}`)}
    </span>
  );
}

const SETTINGS = addressOf('/settings/advanced');

/** The port of the API, and how to change it. */
function PortNote({ about }: { readonly about: About }) {
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
