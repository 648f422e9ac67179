import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../../components/as-of.tsx';
import { FilterToggle } from '../../../components/filter-toggle.tsx';
import { useFormat } from '../../../lib/language.ts';
import { liveRequestsQuery } from '../api/live-requests.ts';
import { SectionBar } from '../section-bar.tsx';
import { isAny, isError, NO_REQUESTS } from './request-log.ts';
import styles from './requests.module.css';
import { RequestsPlaceholder } from './requests-placeholder.tsx';
import { RequestsTable } from './requests-table.tsx';
import { useHeldEntries } from './use-held-entries.ts';
import { useRowHold } from './use-row-hold.ts';

/** Who asked the API what, as it happens. */
export function RequestsSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const titleId = useId();
  const [isPaused, setIsPaused] = useState(false);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const live = useQuery(liveRequestsQuery(isPaused));
  const hold = useRowHold();
  const { shown, waiting, catchUp } = useHeldEntries((live.data ?? NO_REQUESTS).entries, hold.isHeld);
  const select = onlyErrors ? isError : isAny;
  const entries = useMemo(() => shown.filter(select), [shown, select]);
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        title={t('localApi.requests.title')}
        note={
          live.data &&
          t('localApi.requests.count', { count: entries.length, text: format.quantity(entries.length) })
        }
      >
        {live.data && live.isError && (
          <AsOf
            updatedAt={live.dataUpdatedAt}
            isRefreshing={false}
            isStale
            onRefresh={() => void live.refetch()}
          />
        )}
        <FilterToggle label={t('localApi.requests.onlyErrors')} isOn={onlyErrors} onChange={setOnlyErrors} />
        <Button
          variant="default"
          size="compact-sm"
          fz={13}
          leftSection={<PauseIcon size={14} aria-hidden />}
          onClick={() => setIsPaused(!isPaused)}
        >
          {t(isPaused ? 'localApi.requests.resume' : 'localApi.requests.pause')}
        </Button>
      </SectionBar>
      <RequestsTable
        entries={entries}
        waitingCount={waiting.filter(select).length}
        holdProps={hold.props}
        listKey={onlyErrors ? 'errors' : 'all'}
        isLoading={live.isLoading}
        onCatchUp={catchUp}
        placeholder={
          <RequestsPlaceholder
            error={live.error}
            onlyErrors={onlyErrors}
            onShowAll={() => setOnlyErrors(false)}
            onRetry={() => void live.refetch()}
          />
        }
      />
    </section>
  );
}
