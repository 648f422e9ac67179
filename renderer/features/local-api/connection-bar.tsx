import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleDotted } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import { AddressLink } from '../../components/links.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import textStyles from '../../components/text.module.css';
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
        {about.data && <PortNote isGiven={about.data.isPortGiven} />}
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

/** How to change the port of the API. */
function PortNote({ isGiven }: { readonly isGiven: boolean }) {
  const { t } = useTranslation();
  if (isGiven) return <span className={textStyles.small}>{t('localApi.port.given')}</span>;
  return (
    <AddressLink className={styles.settings} address={SETTINGS}>
      {t('localApi.port.change')}
    </AddressLink>
  );
}
