import { Button } from '@mantine/core';
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
import { reachApiQuery } from './queries.ts';

/** Where the API is, and whether it answers. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const reach = useQuery(reachApiQuery);
  const failed = [about, reach].find(({ isError }) => isError);
  return (
    <section className={styles.bar} aria-label={t('terms.address')}>
      <div className={styles.line}>
        {about.data && (
          <CopyField
            layout="line"
            label={t('terms.address')}
            text={about.data.apiAddress}
            copyLabel={t('localApi.copyAddress')}
          />
        )}
        <ReachMark state={reach.status} />
        {about.data && <PortNote about={about.data} />}
      </div>
      {failed && (
        <ReachFailure error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      )}
    </section>
  );
}

const MARKS = {
  pending: { icon: IconCircleDotted, word: 'checking' },
  success: { icon: IconCircleCheck, word: 'reachable' },
  error: { icon: IconAlertCircle, word: 'unreachable' },
} as const;

function ReachMark({ state }: { readonly state: keyof typeof MARKS }) {
  const { t } = useTranslation();
  const { icon: MarkIcon, word } = MARKS[state];
  return (
    <span className={styles.mark} data-state={state} role="status">
      <MarkIcon size={15} aria-hidden />
      {t(`localApi.reach.${word}`)}
    </span>
  );
}

const SETTINGS = addressOf('/settings');

/** On which port the API listens, and how it comes to listen on another one. */
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

interface ReachFailureProps {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

function ReachFailure({ error, isRetrying, onRetry }: ReachFailureProps) {
  const { t } = useTranslation();
  const words = useFailureMessage();
  return (
    <div className={styles.failure} role="alert">
      <span>{words(error)}</span>
      <Button variant="default" size="compact-sm" fz={13} loading={isRetrying} onClick={onRetry}>
        {t('states.retry')}
      </Button>
      <TechnicalDetails error={error} />
    </div>
  );
}
