import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy-field.tsx';
import { aboutQuery } from '../../../lib/host/about.ts';
import { reachApiQuery } from '../api/reach-api.ts';
import styles from './connection-bar.module.css';
import { PortNote } from './port-note.tsx';
import { ReachFailure } from './reach-failure.tsx';
import { ReachMark } from './reach-mark.tsx';

/** Where the API is, and whether it answers. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const reach = useQuery(reachApiQuery);
  const failed = [about, reach].find(({ isError }) => isError);
  return (
    <section className={styles.bar} aria-label={t('localApi.address')}>
      <div className={styles.line}>
        {about.data && (
          <CopyField
            layout="line"
            label={t('localApi.address')}
            text={about.data.apiAddress}
            copyLabel={t('localApi.copyAddress')}
          />
        )}
        <ReachMark state={reach.status} />
        {about.data && <PortNote about={about.data} />}
      </div>
      {failed && (
        <ReachFailure
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
    </section>
  );
}
