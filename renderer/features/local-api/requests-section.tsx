import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRowsButton, useRowHold } from '../../components/data-table/new-rows.tsx';
import { useOpenRow } from '../../components/data-table/open-row.ts';
import { createRowSource } from '../../components/data-table/row-source.ts';
import { FilterToggle } from '../../components/filters/filter-bar.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { AsOf } from '../../components/states/freshness.tsx';
import { useMe } from '../../lib/host/session.ts';
import styles from './local-api-page.module.css';
import { liveRequestsQuery } from './queries.ts';
import { isListed, NO_REQUESTS, type RequestChoices, seesColleagues, useHeldEntries } from './request-log.ts';
import { RequestsTable } from './requests-table.tsx';
import { SectionBar } from './section-bar.tsx';

/** The visible requests and the open one, whose details are beside the page. */
export function useRequestList() {
  const [isPaused, setIsPaused] = useState(false);
  const [choices, setChoices] = useState<RequestChoices>(WITHOUT_WINDOW);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const live = useQuery(liveRequestsQuery(isPaused));
  const hold = useRowHold();
  const { visible, waiting, catchUp } = useHeldEntries((live.data ?? NO_REQUESTS).entries, hold.isHeld);
  const entries = useMemo(() => visible.filter((entry) => isListed(entry, choices)), [visible, choices]);
  const count = entries.length;
  const waitingCount = waiting.filter((entry) => isListed(entry, choices)).length;
  const rows = useMemo(() => createRowSource(entries, ({ number }) => number), [entries]);
  const listKey = `${JSON.stringify(choices)} ${timesCaughtUp}`;
  return {
    ...{ live, hold, visible, count, waitingCount, rows, listKey },
    ...{ isPaused, pause: setIsPaused, choices, choose: setChoices },
    opened: useOpenRow(rows, listKey),
    showNew() {
      catchUp();
      setTimesCaughtUp(timesCaughtUp + 1);
    },
  };
}

interface RequestsSectionProps {
  readonly list: ReturnType<typeof useRequestList>;
}

export function RequestsSection({ list }: RequestsSectionProps) {
  const { t } = useTranslation();
  const me = useMe();
  const section = useRef<HTMLDivElement>(null);
  const { live, hold, visible, count, waitingCount, rows, opened, listKey, isPaused, choices, choose } = list;
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;

  function showNew({ detail, currentTarget: button }: MouseEvent<HTMLElement>) {
    list.showNew();
    // The button disappears. If it was pressed with the keyboard, the focus moves to the list. With the mouse it leaves
    // the button, whose focus would hold the rows.
    if (detail === 0) section.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    else button.blur();
  }

  return (
    <div ref={section} className={styles.requestsSection} {...hold.props}>
      <SectionBar
        count={live.data && t('localApi.requests.count', { count })}
        hint={t(seesColleagues(me) ? 'localApi.requests.hint' : 'localApi.requests.hintOwn')}
      >
        {waitingCount > 0 && (
          <NewRowsButton
            label={t('localApi.requests.new', { count: waitingCount })}
            announcement={t('localApi.requests.hasNew')}
            onClick={showNew}
          />
        )}
        {live.data && live.isError && (
          <AsOf updatedAt={live.dataUpdatedAt} isRefreshing={false} isStale onRefresh={() => void live.refetch()} />
        )}
        <FilterToggle
          label={t('localApi.requests.withWindow')}
          isOn={choices.withWindow}
          onChange={(withWindow) => choose({ ...choices, withWindow })}
        />
        <FilterToggle
          label={t('localApi.requests.onlyErrors')}
          isOn={choices.onlyErrors}
          onChange={(onlyErrors) => choose({ ...choices, onlyErrors })}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PauseIcon size={14} aria-hidden />}
          onClick={() => list.pause(!isPaused)}
        >
          {t(isPaused ? 'localApi.requests.resume' : 'localApi.requests.pause')}
        </Button>
      </SectionBar>
      <RequestsTable
        rows={rows}
        opened={opened}
        listKey={listKey}
        isLoading={live.isLoading}
        placeholder={
          <RequestsPlaceholder
            error={live.error}
            onlyErrors={choices.onlyErrors}
            windowRequestCount={choices.withWindow ? 0 : visible.filter(({ isFromWindow }) => isFromWindow).length}
            onShowAll={() => choose(WITHOUT_WINDOW)}
            onShowWindow={() => choose({ ...choices, withWindow: true })}
            onRetry={() => void live.refetch()}
          />
        }
      />
    </div>
  );
}

const WITHOUT_WINDOW: RequestChoices = { onlyErrors: false, withWindow: false };

interface RequestsPlaceholderProps {
  /** Why the requests could not be read; `null` if they were. */
  readonly error: Error | null;
  readonly onlyErrors: boolean;
  /** The number of hidden requests of the window itself. */
  readonly windowRequestCount: number;
  readonly onShowAll: () => void;
  readonly onShowWindow: () => void;
  readonly onRetry: () => void;
}

function RequestsPlaceholder(props: RequestsPlaceholderProps) {
  const { error, onlyErrors, windowRequestCount, onShowAll, onShowWindow, onRetry } = props;
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
  return (
    <EmptyPanel
      title={t(windowRequestCount > 0 ? 'localApi.requests.empty.noOthers' : 'localApi.requests.empty.title')}
      reason={t('localApi.requests.empty.reason')}
      {...(windowRequestCount > 0 && { action: { label: t('localApi.requests.withWindow'), onClick: onShowWindow } })}
    />
  );
}
