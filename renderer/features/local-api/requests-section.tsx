import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRowsButton, useRowHold } from '../../components/data-table/new-rows.tsx';
import { FilterToggle } from '../../components/filters/filter-bar.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { AsOf } from '../../components/states/freshness.tsx';
import { useFormat } from '../../lib/language.ts';
import { useMe } from '../../lib/session.ts';
import styles from './local-api-page.module.css';
import { liveRequestsQuery } from './queries.ts';
import { isAny, isError, NO_REQUESTS, showsColleagues, useHeldEntries } from './request-log.ts';
import { RequestsTable } from './requests-table.tsx';
import { SectionBar } from './section-bar.tsx';

export function RequestsSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const me = useMe();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const live = useQuery(liveRequestsQuery(isPaused));
  const hold = useRowHold();
  const { visible, waiting, catchUp } = useHeldEntries((live.data ?? NO_REQUESTS).entries, hold.isHeld);
  const select = onlyErrors ? isError : isAny;
  const entries = useMemo(() => visible.filter(select), [visible, select]);
  const count = entries.length;
  const waitingCount = waiting.filter(select).length;
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;

  function showNew({ detail, currentTarget: button }: MouseEvent<HTMLElement>) {
    catchUp();
    setTimesCaughtUp(timesCaughtUp + 1);
    // The button disappears. From the keyboard the focus goes to the list; with the mouse it leaves the button,
    // which would hold the rows as long as it has the focus.
    if (detail === 0) section.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    else button.blur();
  }

  return (
    <section ref={section} className={styles.requestsSection} aria-labelledby={titleId} {...hold.props}>
      <SectionBar
        id={titleId}
        title={t('localApi.requests.title')}
        count={live.data && t('localApi.requests.count', { count, text: format.quantity(count) })}
        hint={t(showsColleagues(me) ? 'localApi.requests.hint' : 'localApi.requests.hintOwn')}
      >
        {waitingCount > 0 && (
          <NewRowsButton
            label={t('localApi.requests.new', { count: waitingCount, text: format.quantity(waitingCount) })}
            announcement={t('localApi.requests.hasNew')}
            onClick={showNew}
          />
        )}
        {live.data && live.isError && (
          <AsOf updatedAt={live.dataUpdatedAt} isRefreshing={false} isStale onRefresh={() => void live.refetch()} />
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
        listKey={`${onlyErrors ? 'errors' : 'all'} ${timesCaughtUp}`}
        isLoading={live.isLoading}
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

interface RequestsPlaceholderProps {
  /** Why the requests could not be read; null where they were. */
  readonly error: Error | null;
  readonly onlyErrors: boolean;
  readonly onShowAll: () => void;
  readonly onRetry: () => void;
}

function RequestsPlaceholder({ error, onlyErrors, onShowAll, onRetry }: RequestsPlaceholderProps) {
  const { t } = useTranslation();
  if (error) {
    return <FailurePanel error={error} stillUsable={t('localApi.requests.stillUsable')} onRetry={onRetry} />;
  }
  if (onlyErrors) {
    return (
      <EmptyPanel
        title={t('localApi.requests.empty.noErrors')}
        reason={t('localApi.requests.empty.noErrorsReason')}
        action={{ label: t('localApi.requests.empty.showAll'), onClick: onShowAll }}
      />
    );
  }
  return <EmptyPanel title={t('localApi.requests.empty.title')} reason={t('localApi.requests.empty.reason')} />;
}
