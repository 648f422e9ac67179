import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleDotted } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import { AddressLink } from '../../components/links.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { createAddress } from '../../lib/address/address.ts';
import { useFailureMessage } from '../../lib/failures.ts';
import { aboutQuery } from '../../lib/host/program.ts';
import styles from './local-api-page.module.css';
import { connectivityQuery } from './queries.ts';

/** Says that the API does not answer, if it does not. */
export function ConnectionFailure() {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const about = useQuery(aboutQuery);
  const connectivity = useQuery(connectivityQuery);
  const failed = [about, connectivity].find(({ isError }) => isError);
  if (!failed) return null;
  return (
    <Group className={styles.failure} gap="8px 12px" role="alert">
      <span>{formatFailure(failed.error)}</span>
      <Button variant="default" size="compact-sm" loading={failed.isFetching} onClick={() => void failed.refetch()}>
        {t('states.retry')}
      </Button>
      <TechnicalDetails error={failed.error} />
    </Group>
  );
}

/** For programmers: the address of the API, whether it answers, and a link to change its port. */
export function TechnicalSection() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery).data;
  const connectivity = useQuery(connectivityQuery);
  return (
    <details className={styles.fold}>
      <summary>{t('states.technical')}</summary>
      <Group gap="8px 20px" mih={28}>
        {about && (
          <CopyField
            layout="line"
            label={t('terms.address')}
            text={about.apiAddress}
            copyLabel={t('localApi.copyAddress')}
          />
        )}
        <ConnectivityIcon state={connectivity.status} />
        {about && !about.isPortGiven && (
          <AddressLink className={styles.settings} address={SETTINGS}>
            {t('localApi.changePort')}
          </AddressLink>
        )}
      </Group>
    </details>
  );
}

const SETTINGS = createAddress('/settings/advanced');

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
